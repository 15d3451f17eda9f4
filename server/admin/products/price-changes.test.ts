import { beforeEach, expect, test } from 'vitest';
import { formatDateTime } from '#domain/day.ts';
import { applyPriceChanges } from '#server/catalogue/apply-price-changes.ts';
import { refused } from '#test/checkout.ts';
import { send } from '#test/shop.ts';
import { openStaffedShop } from '#test/staff.ts';

const { shop, owner, rows, get, logged } = await openStaffedShop();

beforeEach(() =>
  rows(
    `delete from price_changes; update products set price = 499, mrp = 599, stock = 1000 where id = '1'`,
  ),
);

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const sendForm = (form: object) => {
  const body = { mrp: 599, ends_at: null, ...form };
  return owner.request('POST', '/api/admin/products/1/price-changes', body);
};
const schedule = (starts: number, ends: number | null, price = 399, mrp = 599) => {
  const ends_at = ends === null ? null : inHours(ends);
  return sendForm({ price, mrp, starts_at: inHours(starts), ends_at });
};
const apply = () => applyPriceChanges(shop.workerDatabase);
/** After so many hours: moves the scheduled prices into the past and applies what is due. */
async function after(hours: number): Promise<void> {
  await rows(
    `update price_changes set starts_at = starts_at - $1 * interval '1 hour', ends_at = ends_at - $1 * interval '1 hour'`,
    [hours],
  );
  await apply();
}
const product = () => get('products/1');
/** The price and the states of the scheduled ones. */
const state = async () => {
  const { price, price_changes } = await product();
  return [price, ...price_changes.map((change: { state: string }) => change.state)];
};
async function setPrice(price: number, mrp = 599, more: { keeps?: string; resumes?: string } = {}) {
  const { version } = await product();
  return owner.request('PATCH', '/api/admin/products/1/price', { version, price, mrp, ...more });
}
const withdraw = (id: string) => owner.request('DELETE', `/api/admin/price-changes/${id}`);
/** A price of 399 rupees that runs for so many hours more. */
async function running(hours = 1) {
  expect((await schedule(1, 1 + hours)).status).toBe(201);
  await after(1);
  return (await product()).running;
}
const changed = refused(409, 'product_changed');

test('a scheduled price starts at its time, and the former price returns at its end', async () => {
  await schedule(1, 2);
  const due = await rows(
    `select round(extract(epoch from start_after - now()) / 60)::int as minutes from jobs.job
     where name = 'price-changes' and start_after > now() + interval '1 minute' order by 1`,
  );
  expect(due).toEqual([{ minutes: 60 }, { minutes: 120 }]);
  await apply();
  expect(await state()).toEqual([499, 'scheduled']);
  await after(1);
  expect(await state()).toEqual([399, 'active']);
  expect((await send(shop.app, 'GET', '/api/products/1')).body.price).toBe(399);
  await after(1);
  expect(await state()).toEqual([499, 'done']);
});

test('a late job makes all due changes at once, in their order; the MRP of a scheduled price ends with it', async () => {
  await schedule(1, 2, 399, 449);
  await schedule(3, null, 449, 579);
  await after(1);
  expect(await product()).toMatchObject({ price: 399, mrp: 449 });
  await after(4);
  expect(await product()).toMatchObject({ price: 449, mrp: 579 });
  expect((await logged('subject_type=product&subject_id=1')).slice(0, 3)).toMatchObject([
    { verb: 'start_price_change', staff: null, before: { price: 499 }, after: { price: 449 } },
    { verb: 'end_price_change', after: { price: 499, mrp: 599 } },
    { verb: 'start_price_change', after: { price: 399 } },
  ]);
});

test('overlapping prices are refused, also in concurrent requests; adjacent ones are not', async () => {
  const answers = await Promise.all([schedule(1, 3), schedule(2, 4)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 400]);
  const taken = { starts_at: 'Another price is scheduled for this time' };
  expect(answers.find(({ status }) => status === 400)?.body.error.fields).toEqual(taken);
  const [{ ends_at }] = (await product()).price_changes;
  const starts_at = new Date(ends_at).toISOString();
  expect((await sendForm({ price: 450, starts_at })).status).toBe(201);
});

test('a price in the past, with an end before its start or above the MRP is refused at its field', async () => {
  for (const [answer, field] of [
    [await schedule(-1, null), 'starts_at'],
    [await schedule(9000, null), 'starts_at'],
    [await schedule(2, 1), 'ends_at'],
    [await schedule(1, 2, 600, 599), 'mrp'],
  ] as const) {
    expect(answer).toMatchObject(refused(400, 'invalid_input'));
    expect(Object.keys(answer.body.error.fields)).toEqual([field]);
  }
});

test('a price that somebody sets while a scheduled one runs stays after its end', async () => {
  await running();
  await setPrice(420);
  await after(1);
  expect(await state()).toEqual([420, 'replaced']);
});

test('undoing a mistyped price restores the running scheduled price with its end', async () => {
  const ran = await running();
  expect(ran).toMatchObject({ former_price: 499 });
  expect((await setPrice(39)).body).toMatchObject({ running: null });
  const low = await setPrice(399, 450, { resumes: ran.id });
  expect(Object.keys(low.body.error.fields)).toEqual(['mrp']); // below what comes back
  const { body } = await setPrice(399, 599, { resumes: ran.id });
  expect(body).toMatchObject({ price: 399, running: ran });
  await after(1);
  expect(await state()).toEqual([499, 'done']);
});

test('a running price that is kept for good stays after its end', async () => {
  const ran = await running(2);
  const keep = () => setPrice(399, 599, { keeps: ran.id });
  expect((await keep()).body).toMatchObject({ price: 399, running: null });
  const entry = {
    verb: 'change_price',
    before: { ends_at: ran.ends_at },
    after: { ends_at: null },
  };
  expect((await logged('subject_type=product&subject_id=1'))[0]).toMatchObject(entry);
  // It does not run any more: somebody else was faster, or the answer was lost.
  expect(await keep()).toMatchObject(changed);
  await after(2);
  expect(await state()).toEqual([399, 'replaced']);
});

test('a scheduled price cannot resume at another price, or over another scheduled one', async () => {
  const ran = await running(2);
  await setPrice(39);
  expect(await setPrice(398, 599, { resumes: ran.id })).toMatchObject(changed);
  await schedule(1, 2, 299);
  expect(await setPrice(399, 599, { resumes: ran.id })).toMatchObject(changed);
});

test('correcting the MRP does not end a running price, and the MRP stays after its end', async () => {
  const { ends_at } = await running();
  const mrp = `₹499.00 comes back at the end, ${formatDateTime(ends_at)}: the MRP cannot be below it`;
  expect((await setPrice(399, 450)).body.error.fields).toEqual({ mrp });
  expect((await setPrice(399, 649)).status).toBe(200);
  await after(1);
  expect(await product()).toMatchObject({ mrp: 649 });
  expect(await state()).toEqual([499, 'done']);
});

test('repeating a request after a lost answer schedules a price once', async () => {
  const form = { price: 399, starts_at: inHours(1), ends_at: inHours(2) };
  const answers = await Promise.all([sendForm(form), sendForm(form)]);
  answers.push(await sendForm({ ...form, price: 398 }));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 400]);
  expect(await state()).toEqual([499, 'scheduled']);
});

test('a scheduled price can be withdrawn until it begins', async () => {
  const [{ id }] = (await schedule(1, 2)).body.price_changes;
  expect((await withdraw(id)).status).toBe(204);
  await after(1);
  expect(await state()).toEqual([499, 'cancelled']);
  expect(await withdraw(id)).toMatchObject(refused(404, 'not_found'));
});
