import { beforeEach, describe, expect, test } from 'vitest';
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
  const body = { mrp: null, ends_at: null, ...form };
  return owner.request('POST', '/api/admin/products/1/price-changes', body);
};
const schedule = (starts: number, ends: number | null, price = 399, mrp: number | null = null) => {
  const ends_at = ends === null ? null : inHours(ends);
  return sendForm({ price, mrp, starts_at: inHours(starts), ends_at });
};
const apply = () => applyPriceChanges(shop.database);
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
  expect((await product()).mrp).toBe(599); // it has none of its own
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
    [await schedule(1, 2, 600), 'mrp'],
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

describe('a change that would put a scheduled price above its MRP is refused', () => {
  /** 549 from the day after tomorrow, with the product's MRP. */
  const plan = async (from = 2, mrp: number | null = null, price = 549) =>
    (await schedule(from, null, price, mrp)).body.price_changes.at(0);
  const refusal = (at: string) => ({
    mrp: `₹549.00 is scheduled for ${formatDateTime(at)}: the MRP cannot be below it`,
  });

  test('a lower MRP of the product, unless the scheduled price has its own', async () => {
    const { id, starts_at } = await plan();
    expect((await setPrice(479, 499)).body.error.fields).toEqual(refusal(starts_at));
    expect((await setPrice(479, 549)).status).toBe(200);
    await withdraw(id);
    await plan(2, 599);
    expect((await setPrice(479, 499)).status).toBe(200);
    await after(3);
    expect(await product()).toMatchObject({ price: 549, mrp: 599 });
  });

  test('an earlier price with a lower MRP for good, or a price above the MRP at its time', async () => {
    const { starts_at } = await plan(5);
    const low = await schedule(1, null, 399, 449);
    expect(low.body.error.fields).toEqual(refusal(starts_at));
    await plan(6, 699, 649);
    expect(Object.keys((await schedule(7, null, 749)).body.error.fields)).toEqual(['mrp']);
  });

  test('the withdrawal of the price whose MRP it needs', async () => {
    const first = await plan(1, 699, 649);
    const { body } = await schedule(2, null, 679);
    const later = body.price_changes[0];
    const refusal = await withdraw(first.id);
    expect(refusal).toMatchObject(refused(409, 'changed_meanwhile'));
    expect(refusal.body.error.message).toContain('needs the MRP that comes before it');
    for (const { id } of [later, first]) expect((await withdraw(id)).status).toBe(204);
  });

  test('one of a new scheduled price and a concurrent correction of the MRP', async () => {
    await Promise.all([setPrice(479, 499), schedule(2, null, 549), schedule(3, null, 549)]);
    const { mrp, price_changes } = await product();
    expect(price_changes.length === 0).toBe(mrp === 499);
  });
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
