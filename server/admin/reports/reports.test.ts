import { LONG_TIMEOUTS } from '@aparajita/postgres/testing';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { REPORT_NAMES, REPORTS, type ReportName } from '#contract/admin/reports.ts';
import { refused } from '#test/checkout.ts';
import { holdLock, untilWaiting } from '#test/locks.ts';
import { fillOrders } from '#test/many-orders.ts';
import { openTestShop, type TestShop, type TestShopper } from '#test/shop.ts';
import { newStaff } from '#test/staff.ts';
import { sumDays } from './sum-days.ts';

let shop: TestShop;
let owner: TestShopper;
let accountant: TestShopper;

beforeAll(async () => {
  shop = await openTestShop({ timeouts: LONG_TIMEOUTS });
  owner = await newStaff(shop, 'owner');
  accountant = await newStaff(shop, 'accountant');
  await fillOrders(shop.db.owner, 2_000); // eleven days
  // Every parcel that came back was with one courier, who also delivered every third of the others.
  await shop.db.owner.query(`
    insert into shipments (order_id, user_id, courier, tracking_number)
      select id, user_id, (${SECOND_COURIER}), 'BACK' || row_number() over () from orders where fulfilment = 'returned'`);
  await shop.db.owner.query(`
    update shipments set courier = (${SECOND_COURIER}) where order_id in (
      select id from orders where fulfilment = 'delivered' and hashtext(id::text) % 3 = 0)`);
});
const SECOND_COURIER = 'select id from couriers order by name offset 1 limit 1';
beforeEach(() => shop.db.owner.query('truncate report_days, report_changes cascade'));

const dayOf = async (text: string): Promise<string> =>
  (await shop.db.owner.query(`select india_day(${text})::text as day`)).rows[0].day;
const read = async (name: ReportName, query = '', who = accountant) => {
  const [from, to] = [await dayOf(`now() - interval '15 days'`), await dayOf('now()')];
  return who.request('GET', `/api/admin/reports/${name}?from=${from}&to=${to}${query}`);
};
const summed = async () =>
  Number((await shop.db.owner.query('select count(*) from report_days')).rows[0].count);

describe('the sums of the job equal those of the orders', () => {
  test.each(REPORT_NAMES)('%s', async (name) => {
    const { status, body: live } = await read(name);
    expect(status).toBe(200);
    await sumDays(shop.database);
    expect(await summed()).toBeGreaterThan(9);
    expect((await read(name)).body).toEqual(live);
  });

  test('right after an order of a past day has changed', async () => {
    await sumDays(shop.database);
    const before = (await read('sales')).body;
    await shop.db.owner.query(`
      update orders set fulfilment = 'returned' where id = (
        select id from orders where fulfilment = 'delivered' and created_at < now() - interval '3 days' limit 1)`);
    const after = (await read('sales')).body;
    expect(after.totals[1]).toBe(before.totals[1] - 1);
    await sumDays(shop.database);
    expect((await read('sales')).body).toEqual(after);
    const left = await shop.db.owner.query('select from report_changes');
    expect(left.rowCount).toBe(0);
  });

  test('also with a change that is committed while the job runs', async () => {
    await sumDays(shop.database);
    const client = await shop.db.owner.connect();
    await client.query('begin');
    await client.query(`
      update orders set fulfilment = 'returned' where id = (
        select id from orders where fulfilment = 'delivered' and created_at < now() - interval '3 days' limit 1)`);
    await sumDays(shop.database);
    await client.query('commit');
    client.release();
    const live = (await read('returns')).body;
    await sumDays(shop.database);
    expect((await read('returns')).body).toEqual(live);
  });
});

test('only staff who may read a report wait for it', async () => {
  const shopper = await shop.newShopper();
  const held = await holdLock(shop.db.owner, 'lock table report_days');
  const report = read('sales');
  await untilWaiting(shop.db.owner, { words: 'report_sales' });
  expect((await read('sales', '', shopper)).status).toBe(404);
  await held.release();
  expect((await report).status).toBe(200);
});

test('a file of orders waits for the report that is being made, and is refused with a retry time', async () => {
  const held = await holdLock(shop.db.owner, 'lock table report_days');
  const report = read('sales');
  await untilWaiting(shop.db.owner, { words: 'report_sales' });
  expect(await accountant.request('GET', '/api/admin/orders/export')).toMatchObject(
    refused(503, 'unavailable'),
  );
  await held.release();
  expect((await report).status).toBe(200);
  expect((await accountant.request('GET', '/api/admin/orders/export')).status).toBe(200);
});

test('sales are counted by days in India, without cancelled and returned orders', async () => {
  const { body } = await read('sales');
  const { rows } = await shop.db.owner.query(`
    select (created_at at time zone 'Asia/Kolkata')::date::text as day,
      count(*) filter (where status <> 'cancelled')::int as orders
    from orders group by 1 order by 1`);
  expect(body.rows.map((row: unknown[]) => row.slice(0, 2))).toEqual(
    rows.map(({ day, orders }) => [day, orders]),
  );
});

test('orders of 23:59 and 00:00 in India count on two days', async () => {
  await shop.db.owner.query(`
    insert into orders (user_id, order_number, total_amount, shipping_address, payment_method, idempotency_key,
      request_hash, created_at)
    select gen_random_uuid(), generate_order_number(), n, '{}', 'cod', 'key-of-night-' || n, 'x',
      '2025-03-31 23:59:59+05:30'::timestamptz + (n - 1) * interval '1 second'
    from generate_series(1, 2) n`);
  const { body } = await accountant.request(
    'GET',
    '/api/admin/reports/sales?from=2025-03-31&to=2025-04-01',
  );
  expect(body.rows).toEqual([
    ['2025-03-31', 1, 1, 0],
    ['2025-04-01', 1, 2, 0],
  ]);
  await shop.db.owner.query(`delete from orders where created_at < '2025-05-01'`);
});

test('reports include 29 February', async () => {
  await shop.db.owner.query(`
    insert into orders (user_id, order_number, total_amount, shipping_address, payment_method, idempotency_key,
      request_hash, created_at)
    select gen_random_uuid(), generate_order_number(), 10.01, '{}', 'cod', 'key-of-leap-' || n, 'x',
      '2024-02-28 23:30+05:30'::timestamptz + n * interval '1 day'
    from generate_series(0, 2) n`);
  const { body } = await accountant.request(
    'GET',
    '/api/admin/reports/sales?from=2024-02-28&to=2024-03-01',
  );
  await shop.db.owner.query(`delete from orders where created_at < '2024-05-01'`);
  expect(body.rows.map(([day]: [string]) => day)).toEqual([
    '2024-02-28',
    '2024-02-29',
    '2024-03-01',
  ]);
  expect(body.totals.slice(1)).toEqual([3, 30.03, 0]);
});

test('sales by day, by product and by payment method have the same sum, to the paisa', async () => {
  await shop.db.owner.query(`
    update order_items set price = 99.99 where product_id in ('1', '2', '3');
    update orders set total_amount = (
      select sum(subtotal) from order_items where order_id = orders.id and user_id = orders.user_id)`);
  const { rows } = await shop.db.owner.query(
    `select sum(total_amount)::float8 as amount, count(*) filter (where total_amount % 1 <> 0)::integer as with_paise
     from orders where status <> 'cancelled'`,
  );

  expect(rows[0].with_paise).toBeGreaterThan(100);
  for (const name of ['sales', 'products', 'payments'] as const) {
    const place = REPORTS[name].columns.findIndex(({ key }) => key === 'amount');
    expect((await read(name)).body.totals[place], name).toBe(rows[0].amount);
  }
});

test('a refund counts on its own day, not on the day of its order', async () => {
  await shop.db.owner.query(
    `insert into manual_refunds (order_id, user_id, amount, way, reference, reason, staff_id, idempotency_key, created_at)
     select id, user_id, 0.07, 'upi', 'UTR-' || at, 'goodwill', $1, 'refund-' || at, at::timestamptz
     from (select id, user_id from orders where fulfilment = 'delivered' order by created_at limit 1) one,
       (values ('2025-05-31 23:59:59+05:30'), ('2025-06-01 00:00+05:30'), ('2025-06-30 23:59:59+05:30')) given (at)`,
    [owner.shopper.userId],
  );
  const refunds = async (days: string) =>
    (await accountant.request('GET', `/api/admin/reports/refunds?${days}`)).body.rows;
  expect(await refunds('from=2025-06-01&to=2025-06-30')).toEqual([
    ['2025-06-01', 0, 0, 1, 0.07, 0.07],
    ['2025-06-30', 0, 0, 1, 0.07, 0.07],
  ]);
  expect(await refunds('from=2025-05-31&to=2025-05-31')).toHaveLength(1);
});

test('the rate of returns is returned ÷ (delivered + returned)', async () => {
  const { body } = await read('returns');
  const { rows } = await shop.db.owner.query(`
    select count(*) filter (where fulfilment = 'delivered')::int as delivered,
      count(*) filter (where fulfilment = 'returned')::int as returned from orders`);
  const [{ delivered, returned }] = rows;
  expect(returned).toBeGreaterThan(0);
  expect(body.totals.slice(2)).toEqual([
    delivered,
    returned,
    Math.round((returned / (delivered + returned)) * 1000) / 1000,
  ]);
});

describe('the reports on couriers’ parcels', () => {
  /** The same numbers from the parcels themselves: [courier, month, delivered, returned, lost, rate]. */
  async function counted(): Promise<unknown[][]> {
    const { rows } = await shop.db.owner.query({
      rowMode: 'array',
      text: `
        select couriers.name, to_char(created_at at time zone 'Asia/Kolkata', 'YYYY-MM'),
          count(*) filter (where fulfilment = 'delivered')::int, count(*) filter (where fulfilment = 'returned')::int,
          count(*) filter (where fulfilment = 'lost')::int,
          round(count(*) filter (where fulfilment = 'returned')::numeric
            / nullif(count(*) filter (where fulfilment <> 'lost'), 0), 3)::float8
        from orders join shipments on shipments.order_id = orders.id and state <> 'taken_back'
          join couriers on couriers.id = courier
        where fulfilment in ('delivered', 'returned', 'lost') group by 1, 2 order by 1, 2`,
    });
    return rows;
  }
  test('count those of each courier and month, with the rate of those that came back', async () => {
    await shop.db.owner.query(`
      update orders set fulfilment = 'lost' where id in (
        select order_id from shipments join orders on orders.id = order_id
        where fulfilment = 'delivered' and courier = (${SECOND_COURIER}) order by created_at limit 3)`);
    const months = (await read('courier_months')).body;
    expect(months.rows).toEqual(await counted());
    expect(months.rows.flatMap(([, , , , lost]: number[]) => lost)).toContain(3);
    const { body: couriers } = await read('couriers');
    expect(couriers.rows).toHaveLength(2);
    expect(couriers.totals.slice(1)).toEqual(months.totals.slice(2));
    const [most, least] = couriers.rows;
    expect(most[1] + most[2] + most[3]).toBeGreaterThan(least[1] + least[2] + least[3]);
    expect(least[4]).toBeGreaterThan(most[4]);
  });

  test('count as many delivered and returned ones as the report by payment method', async () => {
    const [couriers, returns] = [await read('couriers'), await read('returns')];
    expect(couriers.body.totals.slice(1, 3)).toEqual(returns.body.totals.slice(2, 4));
  });

  test('count them for the courier who had them last, not for one they were taken back from', async () => {
    const { rows } = await shop.db.owner.query(`
      insert into shipments (order_id, user_id, courier, tracking_number, state)
      select order_id, user_id, (select id from couriers order by name offset 2 limit 1), 'TAKEN-BACK', 'taken_back'
      from shipments where tracking_number like 'BACK%' limit 1 returning order_id`);
    expect(rows).toHaveLength(1);
    expect((await read('couriers')).body.rows).toHaveLength(2);
  });

  test('count them for another courier once the courier of a delivered one is corrected, also of a day that is summed', async () => {
    await sumDays(shop.database);
    const { rows } = await shop.db.owner.query(`
      select orders.id, version, second.id as courier
      from orders join shipments on shipments.order_id = orders.id and state <> 'taken_back'
        cross join (${SECOND_COURIER}) second
      where fulfilment = 'delivered' and courier <> second.id and created_at < now() - interval '3 days'
        and orders.id not in (select order_id from cod_collections where state <> 'due')
      limit 1`);
    const { id, ...body } = rows[0];
    const { status } = await owner.request('PATCH', `/api/admin/orders/${id}/parcel`, {
      ...body,
      tracking_number: 'RIGHT12345',
    });
    expect(status).toBe(200);
    const right = await counted();
    expect((await read('courier_months')).body.rows).toEqual(right);
    await sumDays(shop.database);
    expect((await read('courier_months')).body.rows).toEqual(right);
  });
});

describe('as a CSV file', () => {
  const range = '?from=2026-01-01&to=2026-01-02';

  test('a report requires a recent second factor and is logged', async () => {
    const stale = await newStaff(shop, 'accountant', { shownAgo: 601 });
    const path = `/api/admin/reports/products/export${range}`;
    expect(await stale.request('GET', path)).toMatchObject(refused(403, 'stale_factor'));
    expect(await accountant.request('GET', path)).toMatchObject({ status: 200 });
    const { body } = await owner.request('GET', '/api/admin/audit?verb=export_report');
    expect(body.entries[0]).toMatchObject({
      subject_id: 'products',
      after: { from: '2026-01-01' },
    });
  });

  test('a product’s name cannot be a formula', async () => {
    await shop.db.owner.query(`update order_items set product_name = '=1+1,"x"'`);
    const today = await dayOf('now()');
    const from = await dayOf(`now() - interval '15 days'`);
    const { body } = await accountant.request(
      'GET',
      `/api/admin/reports/products/export?from=${from}&to=${today}`,
    );
    expect(body.csv).toContain(`\r\n"'=1+1,""x""",`);
    expect(body.filename).toBe(`products-${from}-to-${today}.csv`);
  });
});

test.each([
  'from=2026-02-01&to=2026-01-01',
  'from=2020-01-01&to=2026-01-01',
  'from=2026-02-31&to=2026-03-01',
  'from=x&to=y',
  '',
])('a report for %j is refused', async (query) => {
  expect(await accountant.request('GET', `/api/admin/reports/sales?${query}`)).toMatchObject(
    refused(400, 'invalid_input'),
  );
});

test('the database’s functions for reports return nothing to packers', async () => {
  const client = await shop.db.owner.connect();
  await client.query('begin');
  await client.query(
    `set local role shop_staff; select set_config('shop.staff_role', 'packer', true)`,
  );
  for (const name of ['sales', 'products', 'parcels', 'areas', 'hand_overs']) {
    const { rows } = await client.query(`select * from report_${name}('2020-01-01', '2030-01-01')`);
    expect(rows, name).toEqual([]);
  }
  await client.query('rollback');
  client.release();
});

describe('what was paid with test money', () => {
  /** Orders of a mode are made here without the payments that they belong to. */
  const WITHOUT_PAYMENTS = `
    alter table orders drop constraint orders_payment_mode_fkey, drop constraint checked_order`;

  test.each([
    ['is no sale in a shop', true, 40],
    ['is a sale in demo mode, which knows no other money', false, 44],
  ])('%s', async (_, staffFactor, orders) => {
    const other = await openTestShop({ staffFactor });
    const member = await newStaff(other, 'owner');
    await fillOrders(other.db.owner, 44);
    await other.db.owner.query(`
      ${WITHOUT_PAYMENTS};
      update orders set fulfilment = 'pending', total_amount = 100,
        created_at = greatest(now() - interval '30 minutes', date_trunc('day', now(), 'Asia/Kolkata'));
      update orders set payment_mode = (array['sandbox', 'test'])[1 + id_place % 2], payment_method = 'razorpay',
        payment_status = 'paid'
      from (select id as test_id, row_number() over (order by id) as id_place from orders limit 4) tested
      where orders.id = test_id`);
    const sum = orders * 100;
    const { body: today } = await member.request('GET', '/api/admin/today');
    expect(today.today_so_far).toMatchObject({ orders, amount: sum });
    const sales = async () => {
      const day = await dayOf('now()');
      const { body } = await member.request(
        'GET',
        `/api/admin/reports/sales?from=${day}&to=${day}`,
      );
      return body.totals.slice(1, 3);
    };
    expect(await sales()).toEqual([orders, sum]);
  });

  test('is no sale either once its day is over and summed', async () => {
    await shop.db.owner.query(WITHOUT_PAYMENTS);
    const before = (await read('sales')).body.totals;
    const products = (await read('products')).body.totals;
    const { rows } = await shop.db.owner.query(`
      update orders set payment_mode = 'test', fulfilment = 'confirmed' where id = (
        select id from orders where fulfilment = 'delivered' and created_at between now() - interval '9 days'
          and now() - interval '3 days' order by id limit 1) returning total_amount::float8 as amount`);
    for (const _ of ['from the orders', 'from the sums']) {
      const { body } = await read('sales');
      expect(body.totals[1]).toBe(before[1] - 1);
      expect(body.totals[2]).toBeCloseTo(before[2] - rows[0].amount);
      expect((await read('products')).body.totals[2]).toBe(products[2] - 2);
      await sumDays(shop.database);
    }
  });

  test.each([
    ['is no refund in a shop', true, []],
    ['is a refund in demo mode', false, [[1, 4.99, 0, 0, 4.99]]],
  ])('and given back without an order %s', async (_, staffFactor, given) => {
    const other = await openTestShop({ staffFactor });
    const member = await newStaff(other, 'accountant');
    await other.db.owner.query(`
      insert into payment_intents (user_id, email, idempotency_key, request_hash, order_number, amount_paise,
        shipping_address, mode, key_id, expires_at)
        values (gen_random_uuid(), 'a@example.in', 'a-key-of-mine', 'x', 'AP-AAA-AAA', 499, '{}', 'sandbox', 'x', now());
      insert into payments (id, intent_id, user_id, amount_paise, status)
        select 'pay_AAAAAAAAAAAAAA', id, user_id, amount_paise, 'captured' from payment_intents;
      insert into refunds (payment_id, user_id, amount_paise, reason, idempotency_key)
        select id, user_id, amount_paise, 'duplicate', 'a-key-of-mine' from payments`);
    const day = await dayOf('now()');
    const { body } = await member.request(
      'GET',
      `/api/admin/reports/refunds?from=${day}&to=${day}`,
    );
    expect(body.rows).toEqual(given.map((row) => [day, ...row]));
  });
});
