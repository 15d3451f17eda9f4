import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { formatDateTime } from '#domain/day.ts';
import { applyPriceChanges } from '#server/catalogue/apply-price-changes.ts';
import { refused, submit, toCheckout } from '#test/checkout.ts';
import { openTestShop, send, type TestShop, type TestShopper } from '#test/shop.ts';
import { newStaff } from '#test/staff.ts';

let shop: TestShop;
let owner: TestShopper;
const PATH = '/api/admin/products/1';

beforeAll(async () => {
  shop = await openTestShop();
  owner = await newStaff(shop, 'owner');
});
beforeEach(async () => {
  await shop.db.owner.query(
    `delete from price_changes; update products set price = 499, mrp = 599, stock = 1000 where id = '1'`,
  );
});

const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();
const schedule = (starts: number, ends: number | null, price = 399, mrp: number | null = null) =>
  owner.request('POST', `${PATH}/price-changes`, {
    price,
    mrp,
    starts_at: inHours(starts),
    ends_at: ends === null ? null : inHours(ends),
  });
/** Moves the scheduled prices this many hours into the past. */
const wait = (hours: number) =>
  shop.db.owner.query(
    `update price_changes set starts_at = starts_at - $1 * interval '1 hour', ends_at = ends_at - $1 * interval '1 hour'`,
    [hours],
  );
const apply = () => applyPriceChanges(shop.database);
const price = async () => (await send(shop.app, 'GET', '/api/products/1')).body.price;
const states = async () =>
  (await owner.request('GET', PATH)).body.price_changes.map(
    ({ state }: { state: string }) => state,
  );

test('a scheduled price starts at its time, and the former price returns at its end', async () => {
  expect(await schedule(1, 2)).toMatchObject({ status: 201 });
  await apply();
  expect(await price()).toBe(499);
  await wait(1);
  await apply();
  expect([await price(), await states()]).toEqual([399, ['active']]);
  await wait(1);
  await apply();
  expect([await price(), await states()]).toEqual([499, ['done']]);
});

test('a price’s start and end are queued as two jobs', async () => {
  const { body } = await schedule(1, 2);
  const [{ starts_at, ends_at }] = body.price_changes;
  const { rows } = await shop.db.owner.query(
    `select start_after from jobs.job where name = 'price-changes' and start_after > now() + interval '1 minute'
     order by created_on desc, start_after limit 2`,
  );
  const late = rows.map((row, n) => row.start_after - Date.parse([starts_at, ends_at][n]));
  for (const ms of late) expect(Math.abs(ms)).toBeLessThan(2000);
  expect(late).toHaveLength(2);
});

test('a late job makes all due changes at once, in their order', async () => {
  await schedule(1, 2, 399);
  await schedule(3, null, 449, 579);
  await wait(5);
  await apply();
  expect(await price()).toBe(449);
  expect((await owner.request('GET', PATH)).body).toMatchObject({ price: 449, mrp: 579 });
  const { body } = await owner.request('GET', '/api/admin/audit?subject_type=product&subject_id=1');
  expect(body.entries.slice(0, 3)).toMatchObject([
    { verb: 'start_price_change', staff: null, before: { price: 499 }, after: { price: 449 } },
    { verb: 'end_price_change', after: { price: 499 } },
    { verb: 'start_price_change', after: { price: 399 } },
  ]);
});

test('overlapping prices are refused, also in concurrent requests; adjacent ones are not', async () => {
  const answers = await Promise.all([schedule(1, 3), schedule(2, 4), schedule(2, 4)]);
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.find(({ status }) => status !== 201)?.body.error.fields).toEqual({
    starts_at: 'Another price is scheduled for this time',
  });
  const [{ ends_at }] = (await owner.request('GET', PATH)).body.price_changes;
  const next = { price: 450, mrp: null, starts_at: new Date(ends_at).toISOString(), ends_at: null };
  expect((await owner.request('POST', `${PATH}/price-changes`, next)).status).toBe(201);
});

test('a price in the past, with an end before its start or above the MRP is refused at its field', async () => {
  const fields = async (answer: ReturnType<typeof schedule>) =>
    Object.keys((await answer).body.error.fields);
  expect(await fields(schedule(-1, null))).toEqual(['starts_at']);
  expect(await fields(schedule(2, 1))).toEqual(['ends_at']);
  expect(await fields(schedule(1, 2, 600))).toEqual(['mrp']);
  expect(await fields(schedule(1, 2, 600, 599))).toEqual(['mrp']);
  expect(await fields(schedule(9000, null))).toEqual(['starts_at']);
});

test('a price that somebody sets while a scheduled one runs stays after its end', async () => {
  await schedule(1, 2);
  await wait(1);
  await apply();
  const { version } = (await owner.request('GET', PATH)).body;
  await owner.request('PATCH', `${PATH}/price`, { version, price: 420, mrp: 599 });
  await wait(1);
  await apply();
  expect([await price(), await states()]).toEqual([420, ['replaced']]);
});

async function setPrice(next: { price: number; mrp: number; keeps?: string; resumes?: string }) {
  const { version } = (await owner.request('GET', PATH)).body;
  return owner.request('PATCH', `${PATH}/price`, { version, ...next });
}

test('undoing a mistyped price restores the running scheduled price with its end', async () => {
  await schedule(1, 2);
  await wait(1);
  await apply();
  const { running } = (await owner.request('GET', PATH)).body;
  expect(running).toMatchObject({ former_price: 499 });
  const { body: listed } = await owner.request('GET', '/api/admin/products');
  expect(listed.find(({ id }: { id: string }) => id === '1').running).toEqual(running);
  expect((await setPrice({ price: 39, mrp: 599 })).body).toMatchObject({ running: null });
  const undone = await setPrice({ price: 399, mrp: 599, resumes: running.id });
  expect(undone).toMatchObject({ status: 200, body: { price: 399, running } });
  await wait(1);
  await apply();
  expect([await price(), await states()]).toEqual([499, ['done']]);
});

test('a running price that is kept for good stays after its end, unless that is undone', async () => {
  await schedule(1, 3);
  await wait(1);
  await apply();
  const { running, mrp } = (await owner.request('GET', PATH)).body;
  const kept = await setPrice({ price: 399, mrp, keeps: running.id });
  expect(kept).toMatchObject({ status: 200, body: { price: 399, mrp, running: null } });
  const { body: log } = await owner.request(
    'GET',
    '/api/admin/audit?subject_type=product&subject_id=1',
  );
  expect(log.entries[0]).toMatchObject({
    verb: 'change_price',
    before: { ends_at: running.ends_at },
    after: { ends_at: null },
  });
  // It does not run any more: somebody else was faster, or the answer was lost.
  const refusedAs = refused(409, 'product_changed');
  expect(await setPrice({ price: 399, mrp, keeps: running.id })).toMatchObject(refusedAs);
  const undone = await setPrice({ price: 399, mrp, resumes: running.id });
  expect(undone.body).toMatchObject({ price: 399, running });
  await setPrice({ price: 399, mrp, keeps: running.id });
  await wait(2);
  await apply();
  expect([await price(), await states()]).toEqual([399, ['replaced']]);
});

test('a scheduled price cannot resume at another price, twice, or over another scheduled one', async () => {
  await schedule(1, 3);
  await wait(1);
  await apply();
  const { running } = (await owner.request('GET', PATH)).body;
  await setPrice({ price: 39, mrp: 599 });
  const refusedAs = refused(409, 'product_changed');
  expect(await setPrice({ price: 398, mrp: 599, resumes: running.id })).toMatchObject(refusedAs);
  expect(await price()).toBe(39);
  await schedule(1, 2, 299);
  expect(await setPrice({ price: 399, mrp: 599, resumes: running.id })).toMatchObject(refusedAs);
  expect([await price(), await states()]).toEqual([39, ['scheduled', 'replaced']]);
});

test('correcting the MRP does not end a running price, and the MRP stays after its end', async () => {
  await schedule(1, 2);
  await wait(1);
  await apply();
  const { running } = (await owner.request('GET', PATH)).body;
  const low = await setPrice({ price: 399, mrp: 450 });
  expect(low.body.error.fields).toEqual({
    mrp: `₹499.00 comes back at the end, ${formatDateTime(running.ends_at)}: the MRP cannot be below it`,
  });
  expect(await setPrice({ price: 399, mrp: 649 })).toMatchObject({ status: 200 });
  await wait(1);
  await apply();
  const { body } = await owner.request('GET', PATH);
  expect(body).toMatchObject({ price: 499, mrp: 649, price_changes: [{ state: 'done' }] });
});

test('the MRP of a scheduled price ends with it', async () => {
  await schedule(1, 2, 399, 449);
  await wait(1);
  await apply();
  expect((await owner.request('GET', PATH)).body).toMatchObject({ price: 399, mrp: 449 });
  await wait(1);
  await apply();
  expect((await owner.request('GET', PATH)).body).toMatchObject({ price: 499, mrp: 599 });
});

test('the MRP of the product stays while a lower price without one of its own runs', async () => {
  await schedule(1, 2);
  await wait(1);
  await apply();
  expect((await owner.request('GET', PATH)).body).toMatchObject({ price: 399, mrp: 599 });
  await wait(1);
  await apply();
  expect((await owner.request('GET', PATH)).body).toMatchObject({ price: 499, mrp: 599 });
});

describe('a change that would put a scheduled price above its MRP is refused', () => {
  /** 549 from the day after tomorrow, with the product's MRP. */
  const plan = async (from = 2, mrp: number | null = null) => {
    const { status, body } = await schedule(from, null, 549, mrp);
    expect(status).toBe(201);
    return body.price_changes[0];
  };
  const refusal = (at: string) =>
    `₹549.00 is scheduled for ${formatDateTime(at)}: the MRP cannot be below it`;

  test('a lower MRP of the product, with a message that names the price and time', async () => {
    const { starts_at } = await plan();
    const low = await setPrice({ price: 479, mrp: 499 });
    expect(low.body.error.fields).toEqual({ mrp: refusal(starts_at) });
    expect(await setPrice({ price: 479, mrp: 549 })).toMatchObject({ status: 200 });
    await wait(3);
    await apply();
    expect((await owner.request('GET', PATH)).body).toMatchObject({ price: 549, mrp: 549 });
  });

  test('but not a lower MRP if the scheduled price has its own', async () => {
    await plan(2, 599);
    expect(await setPrice({ price: 479, mrp: 499 })).toMatchObject({ status: 200 });
  });

  test('an earlier price with a lower MRP for good, but not one for a time', async () => {
    const { starts_at } = await plan(5);
    const low = await schedule(1, null, 399, 449);
    expect(low.body.error.fields).toEqual({ mrp: refusal(starts_at) });
    expect(await schedule(1, 2, 399, 449)).toMatchObject({ status: 201 });
  });

  test('a scheduled price is checked with the MRP at its time instead of today’s', async () => {
    expect(await schedule(1, null, 399, 449)).toMatchObject({ status: 201 });
    const high = await schedule(2, null, 549);
    expect(high.body.error.fields).toEqual({
      mrp: 'The price is above this MRP. Enter the MRP that is printed on the packs',
    });
    expect(await schedule(3, null, 649, 699)).toMatchObject({ status: 201 });
    expect(await schedule(4, null, 699)).toMatchObject({ status: 201 });
  });

  test('the withdrawal of the price whose MRP it needs', async () => {
    const { body } = await schedule(1, null, 649, 699);
    const later = (await schedule(2, null, 679)).body.price_changes[0];
    const withdraw = (id: string) => owner.request('DELETE', `/api/admin/price-changes/${id}`);
    expect((await withdraw(body.price_changes[0].id)).body.error).toMatchObject({
      code: 'changed_meanwhile',
      message: `₹679.00 is scheduled for ${formatDateTime(later.starts_at)}, and needs the MRP that comes before it: withdraw it first.`,
    });
    expect(await withdraw(later.id)).toMatchObject({ status: 204 });
    expect(await withdraw(body.price_changes[0].id)).toMatchObject({ status: 204 });
  });

  test('but not the withdrawal of prices that are above the MRP already, in any order', async () => {
    const planned = [await plan(1), await plan(2)];
    await shop.db.owner.query(`update products set price = 399, mrp = 499 where id = '1'`);
    for (const { id } of planned) {
      expect(await owner.request('DELETE', `/api/admin/price-changes/${id}`)).toMatchObject({
        status: 204,
      });
    }
  });

  test('a running price that resumes with a lower MRP', async () => {
    await schedule(1, 2);
    await wait(1);
    await apply();
    const { running } = (await owner.request('GET', PATH)).body;
    await setPrice({ price: 39, mrp: 599 });
    const low = await setPrice({ price: 399, mrp: 450, resumes: running.id });
    expect(Object.keys(low.body.error.fields)).toEqual(['mrp']);
    expect(await setPrice({ price: 399, mrp: 599, resumes: running.id })).toMatchObject({
      status: 200,
    });
  });

  test('one of a new scheduled price and a concurrent correction of the MRP', async () => {
    const { version } = (await owner.request('GET', PATH)).body;
    const correct = { version, price: 479, mrp: 499 };
    await Promise.all([
      owner.request('PATCH', `${PATH}/price`, correct),
      schedule(2, null, 549),
      schedule(3, null, 549),
    ]);
    const { mrp, price_changes } = (await owner.request('GET', PATH)).body;
    if (mrp === 499) expect(price_changes).toEqual([]);
    else expect(price_changes).not.toEqual([]);
  });
});

test('repeating a request after a lost answer schedules a price once', async () => {
  const form = { price: 399, mrp: null, starts_at: inHours(1), ends_at: inHours(2) };
  const send = () => owner.request('POST', `${PATH}/price-changes`, form);
  const answers = [...(await Promise.all([send(), send()])), await send()];
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(await states()).toEqual(['scheduled']);
  expect(
    (await owner.request('POST', `${PATH}/price-changes`, { ...form, price: 398 })).status,
  ).toBe(400);
});

test('a time has at most nanoseconds', async () => {
  const form = { price: 399, mrp: null, ends_at: null };
  const startAt = (decimals: number) =>
    owner.request('POST', `${PATH}/price-changes`, {
      ...form,
      starts_at: `${inHours(1).slice(0, 19)}.${'0'.repeat(decimals)}Z`,
    });
  expect(await startAt(201)).toMatchObject(refused(400, 'invalid_input'));
  expect(await startAt(10)).toMatchObject(refused(400, 'invalid_input'));
  expect((await startAt(9)).status).toBe(201);
});

test('a scheduled price can be withdrawn until it begins', async () => {
  const { body } = await schedule(1, 2);
  const path = `/api/admin/price-changes/${body.price_changes[0].id}`;
  expect((await owner.request('DELETE', path)).status).toBe(204);
  await wait(1);
  await apply();
  expect(await price()).toBe(499);
  expect(await owner.request('DELETE', path)).toMatchObject(refused(404, 'not_found'));
});

test('at the time of a change each checkout pays the price it was shown, or is refused', async () => {
  const shoppers = await Promise.all(Array.from({ length: 30 }, () => shop.newShopper()));
  const orders = await Promise.all(
    shoppers.map(async (shopper) => ({ shopper, order: await toCheckout(shopper, [['1', 1]]) })),
  );
  await schedule(1, null);
  await wait(1);
  const [late, ...racing] = orders;
  const placing = racing.map(async ({ shopper, order }, place) => {
    await new Promise((resolve) => setTimeout(resolve, place * 5));
    return submit(shopper, order);
  });
  await new Promise((resolve) => setTimeout(resolve, 60));
  await Promise.all([apply(), apply()]);
  // This checkout begins after the change.
  expect(late && (await submit(late.shopper, late.order))).toMatchObject(
    refused(409, 'price_changed'),
  );
  const answers = await Promise.all(placing);
  const placed = answers.filter(({ status }) => status === 201);
  for (const { body } of placed) expect(body.total_amount).toBe(499);
  for (const answer of answers.filter(({ status }) => status !== 201)) {
    expect(answer).toMatchObject(refused(409, 'price_changed'));
  }
  const { rows } = await shop.db.owner.query(
    'select distinct price::float as price from order_items order by 1',
  );
  expect(rows).toEqual([{ price: 499 }]);
});

test('the database role of staff cannot start a scheduled price', async () => {
  const { rows } = await shop.db.owner.query(
    `select has_function_privilege('shop_staff', 'apply_price_change()', 'execute') as may,
       has_column_privilege('shop_staff', 'price_changes', 'price', 'update') as rewrite`,
  );
  expect(rows).toEqual([{ may: false, rewrite: false }]);
});
