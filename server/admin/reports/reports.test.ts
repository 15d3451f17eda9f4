import { LONG_TIMEOUTS } from '@aparajita/postgres/testing';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { REPORTS, type ReportName } from '#contract/admin/reports.ts';
import { keysOf } from '#domain/keys-of.ts';
import { refused } from '#test/checkout.ts';
import { fillOrders } from '#test/many-orders.ts';
import { openStaffedShop } from '#test/staff.ts';
import { reportMutex, sumDays } from './routes.ts';

const staffed = await openStaffedShop({ timeouts: LONG_TIMEOUTS });
const { shop, owner, accountant, rows, logged } = staffed;
const SECOND_COURIER = 'select id from couriers order by name offset 1 limit 1';
/** Orders of a mode are made here without the payments that they belong to. */
const WITHOUT_PAYMENTS = `
  alter table orders drop constraint orders_payment_mode_fkey, drop constraint checked_order`;
const ONE_OF_A_PAST_DAY = `(
  select id from orders where fulfilment = 'delivered' and created_at < now() - interval '3 days' order by id limit 1)`;

beforeAll(async () => {
  await fillOrders(shop.db.owner, 2_000); // eleven days
  // Every parcel that came back was with one courier, who also delivered every third of the others.
  await rows(`
    insert into shipments (order_id, user_id, courier, tracking_number)
      select id, user_id, (${SECOND_COURIER}), 'BACK' || row_number() over () from orders where fulfilment = 'returned'`);
  await rows(`
    update shipments set courier = (${SECOND_COURIER}) where order_id in (
      select id from orders where fulfilment = 'delivered' and hashtext(id::text) % 3 = 0);
    ${WITHOUT_PAYMENTS};
    update orders set payment_mode = 'test', fulfilment = 'confirmed' where id = ${ONE_OF_A_PAST_DAY}`);
});
beforeEach(() => rows('truncate report_days, report_changes cascade'));

const dayOf = async (text: string): Promise<string> =>
  (await rows(`select india_day(${text})::text as day`))[0].day;
const range = async () =>
  `from=${await dayOf(`now() - interval '15 days'`)}&to=${await dayOf('now()')}`;
const request = (name: ReportName | string, days: string) =>
  accountant.request('GET', `/api/admin/reports/${name}?${days}`);
const read = async (name: ReportName, days?: string) =>
  (await request(name, days ?? (await range()))).body;

/** Rows of the reports from the orders themselves. */
const FROM_ORDERS = {
  sales: `
    select india_day(created_at)::text, count(*) filter (where status <> 'cancelled')::int,
      coalesce(sum(total_amount) filter (where status <> 'cancelled'), 0)::float8,
      count(*) filter (where fulfilment = 'cancelled')::int
    from orders where payment_mode is null group by 1 order by 1`,
  products: `
    select product_name, count(*)::int, sum(quantity)::int, sum(subtotal)::float8
    from orders join order_items item on order_id = orders.id
    where status <> 'cancelled' and payment_mode is null
    group by product_id, product_name order by 4 desc, product_name, product_id`,
  payments: `
    select payment_method, count(*)::int, sum(total_amount)::float8 from orders
    where status <> 'cancelled' and payment_mode is null group by 1 order by 3 desc`,
};

describe('the sums of the job equal those of the orders', () => {
  test.each(keysOf(FROM_ORDERS))('%s', async (name) => {
    const text = FROM_ORDERS[name];
    const { rows: expected } = await shop.db.owner.query({ rowMode: 'array', text });
    await sumDays(shop.database);
    expect((await rows('select from report_days')).length).toBeGreaterThan(9);
    const shown = (await read(name)).rows.filter(([, ...sums]: number[]) => sums.some(Boolean));
    expect(shown).toEqual(expected);
  });

  test('right after an order of a past day has changed, also while the job runs', async () => {
    await sumDays(shop.database);
    const before = await read('sales');
    const client = await shop.db.owner.connect();
    await client.query('begin');
    await client.query(`update orders set fulfilment = 'returned' where id = ${ONE_OF_A_PAST_DAY}`);
    await sumDays(shop.database);
    await client.query('commit');
    client.release();
    const after = await read('sales');
    expect(after.totals[1]).toBe(before.totals[1] - 1);
    await sumDays(shop.database);
    expect(await read('sales')).toEqual(after);
    expect(await rows('select from report_changes')).toEqual([]);
  });
});

test('reports run one after the other, also if one fails; one that waits too long is refused with a retry time', async () => {
  const impatient = reportMutex(1);
  const { promise: ended, reject: fail } = Promise.withResolvers<string>();
  const first = impatient(() => ended);
  const refusal = { code: 'unavailable', retryAfter: 5 };
  await expect(impatient(async () => 'second')).rejects.toMatchObject(refusal);
  fail(new Error('This one fails'));
  await expect(first).rejects.toThrow('This one fails');
  await expect.poll(() => impatient(async () => 'third')).toBe('third');
});

test('orders of 23:59 and 00:00 in India count on two days, and 29 February is one', async () => {
  const times = ['2025-03-31 23:59:59', '2025-04-01 00:00', '2024-02-29 23:30'];
  await rows(
    `insert into orders (user_id, order_number, total_amount, shipping_address, payment_method, idempotency_key,
       request_hash, created_at)
     select gen_random_uuid(), generate_order_number(), 10.01, '{}', 'cod', 'key-of-' || at, 'x',
       at::timestamp at time zone 'Asia/Kolkata' from unnest($1::text[]) at`,
    [times],
  );
  const spring = await read('sales', 'from=2025-03-31&to=2025-04-01');
  const leap = await read('sales', 'from=2024-02-29&to=2024-02-29');
  await rows(`delete from orders where created_at < '2025-05-01'`);
  expect(spring.rows).toEqual([
    ['2025-03-31', 1, 10.01, 0],
    ['2025-04-01', 1, 10.01, 0],
  ]);
  expect(leap.rows).toEqual([['2024-02-29', 1, 10.01, 0]]);
});

test('days without orders or refunds are rows of zeros, those that have not begun are none', async () => {
  const days = ['2024-02-28', '2024-02-29', '2024-03-01'];
  for (const [name, zeros] of [
    ['sales', [0, 0, 0]],
    ['refunds', [0, 0, 0, 0, 0]],
  ] as const)
    expect((await read(name, 'from=2024-02-28&to=2024-03-01')).rows).toEqual(
      days.map((day) => [day, ...zeros]),
    );
  const today = await dayOf('now()');
  const { rows: begun } = await read(
    'sales',
    `from=${today}&to=${await dayOf(`now() + interval '9 days'`)}`,
  );
  expect(begun.map(([day]: string[]) => day)).toEqual([today]);
});

test('sales by day, by product and by payment method have the same sum, to the paisa, without cancelled orders', async () => {
  await rows(`
    update order_items set price = 99.99 where product_id in ('1', '2', '3');
    update orders set total_amount = (
      select sum(subtotal) from order_items where order_id = orders.id and user_id = orders.user_id)`);
  const [sum] = await rows(
    `select sum(total_amount)::float8 as amount from orders where status <> 'cancelled' and payment_mode is null`,
  );
  for (const name of ['sales', 'products', 'payments'] as const) {
    const place = REPORTS[name].columns.findIndex(({ key }) => key === 'amount');
    expect((await read(name)).totals[place], name).toBe(sum.amount);
  }
});

test('a refund counts on its own day, not on the day of its order', async () => {
  await rows(
    `insert into manual_refunds (order_id, user_id, amount, way, reference, reason, staff_id, idempotency_key, created_at)
     select id, user_id, 0.07, 'upi', 'UTR-' || at, 'goodwill', $1, 'refund-' || at, at::timestamptz
     from (select id, user_id from orders where fulfilment = 'delivered' order by created_at limit 1) one,
       (values ('2025-05-31 23:59:59+05:30'), ('2025-06-01 00:00+05:30'), ('2025-06-30 23:59:59+05:30')) given (at)`,
    [owner.shopper.userId],
  );
  const refunded = async (days: string) =>
    (await read('refunds', days)).rows.filter(([, , , byHand]: number[]) => byHand);
  expect(await refunded('from=2025-06-01&to=2025-06-30')).toEqual([
    ['2025-06-01', 0, 0, 1, 0.07, 0.07],
    ['2025-06-30', 0, 0, 1, 0.07, 0.07],
  ]);
  expect(await refunded('from=2025-05-31&to=2025-05-31')).toHaveLength(1);
});

describe('the report on couriers', () => {
  /** The same numbers from the parcels themselves, by the courier's name: [delivered, returned, lost, rate]. */
  const counted = async () =>
    (
      await shop.db.owner.query({
        rowMode: 'array',
        text: `
          select couriers.name, count(*) filter (where fulfilment = 'delivered')::int,
            count(*) filter (where fulfilment = 'returned')::int, count(*) filter (where fulfilment = 'lost')::int,
            round(count(*) filter (where fulfilment = 'returned')::numeric
              / nullif(count(*) filter (where fulfilment <> 'lost'), 0), 3)::float8
          from orders join shipments on shipments.order_id = orders.id and state <> 'taken_back'
            join couriers on couriers.id = courier
          where fulfilment in ('delivered', 'returned', 'lost') group by 1 order by count(*) desc`,
      })
    ).rows;

  test('counts parcels for the courier who had them last, with the RTO rate as returned ÷ (delivered + returned)', async () => {
    await rows(`
      update orders set fulfilment = 'lost' where id in (
        select order_id from shipments join orders on orders.id = order_id
        where fulfilment = 'delivered' and courier = (${SECOND_COURIER}) order by created_at limit 3)`);
    await rows(`
      insert into shipments (order_id, user_id, courier, tracking_number, state)
      select order_id, user_id, (select id from couriers order by name offset 2 limit 1), 'TAKEN-BACK', 'taken_back'
      from shipments where tracking_number like 'BACK%' limit 1`);
    const expected = await counted();
    expect(expected).toHaveLength(2);
    expect(expected[1]).toContain(3);
    expect((await read('couriers')).rows).toEqual(expected);
  });

  test('counts a parcel for another courier once that of a delivered one is corrected, also of a day that is summed', async () => {
    await sumDays(shop.database);
    const [{ id, ...body }] = await rows(`
      select orders.id, version, second.id as courier
      from orders join shipments on shipments.order_id = orders.id and state <> 'taken_back'
        cross join (${SECOND_COURIER}) second
      where fulfilment = 'delivered' and courier <> second.id and created_at < now() - interval '3 days'
        and orders.id not in (select order_id from cod_collections where state <> 'due')
      limit 1`);
    const right = { ...body, tracking_number: 'RIGHT12345' };
    await owner.request('PATCH', `/api/admin/orders/${id}/parcel`, right);
    const expected = await counted();
    for (const _ of ['from the orders', 'from the sums']) {
      expect((await read('couriers')).rows).toEqual(expected);
      await sumDays(shop.database);
    }
  });
});

test('a report as a CSV file is logged; a product’s name is no formula', async () => {
  await rows(`update order_items set product_name = '=1+1,"x"'`);
  const days = await range();
  const { csv, filename } = (await request('products/export', days)).body;
  expect(csv).toContain(`\r\n"'=1+1,""x""",`);
  const { from = '', to = '' } = Object.fromEntries(new URLSearchParams(days));
  expect(filename).toBe(`products-${from}-to-${to}.csv`);
  const entry = { subject_id: 'products', after: { from } };
  expect(await logged('verb=export_report')).toMatchObject([entry]);
});

test.each([
  ['backwards', 'from=2026-02-01&to=2026-01-01'],
  ['six years', 'from=2020-01-01&to=2026-01-01'],
])('a report for %s is refused', async (_, query) => {
  expect(await request('sales', query)).toMatchObject(refused(400, 'invalid_input'));
});

test('a day that was summed is counted again after each step', async () => {
  const steps = ['cancel', 'undo', 'hand_over', 'deliver', 'undo'];
  const { id } = await staffed.place([['1', 1]]);
  await rows(`update orders set created_at = now() - interval '3 days' where id = $1`, [id]);
  const sold = async () => [await read('sales'), await read('couriers')];
  for (const verb of [...steps, 'return_to_origin', 'receive_back']) {
    await sumDays(shop.database);
    const before = await sold();
    await staffed.go(id, verb);
    const after = await sold();
    if (!['hand_over', 'return_to_origin'].includes(verb)) expect(after, verb).not.toEqual(before);
    await rows('truncate report_days, report_changes cascade');
    expect(await sold(), verb).toEqual(after);
  }
});

test.each([
  ['is no sale, no refund and not spent in a shop', true],
  ['is one in demo mode, which knows no other money', false],
])('what was paid with test money %s', async (_, staffFactor) => {
  const other = await openStaffedShop({ staffFactor });
  await fillOrders(other.shop.db.owner, 44);
  await other.rows(`
    ${WITHOUT_PAYMENTS};
    update orders set fulfilment = 'pending', payment_status = 'pending', total_amount = 100,
      created_at = greatest(now() - interval '30 minutes', date_trunc('day', now(), 'Asia/Kolkata'));
    update orders set payment_mode = (array['sandbox', 'test'])[1 + id_place % 2], payment_method = 'razorpay',
      payment_status = 'paid'
    from (select id as test_id, row_number() over (order by id) as id_place from orders limit 4) tested
    where orders.id = test_id;
    insert into payment_intents (user_id, email, idempotency_key, request_hash, order_number, amount_paise,
      shipping_address, mode, key_id, expires_at)
      values (gen_random_uuid(), 'a@example.in', 'a-key-of-mine', 'x', 'AP-AAA-AAA', 499, '{}', 'sandbox', 'x', now());
    insert into payments (id, intent_id, user_id, amount_paise, status)
      select 'pay_AAAAAAAAAAAAAA', id, user_id, amount_paise, 'captured' from payment_intents;
    insert into refunds (payment_id, user_id, amount_paise, reason, idempotency_key)
      select id, user_id, amount_paise, 'duplicate', 'a-key-of-mine' from payments`);
  const orders = staffFactor ? 40 : 44;
  const sum = orders * 100;
  expect((await other.get('today')).today_so_far).toMatchObject({ orders, amount: sum });
  const day = await dayOf('now()');
  const today = `from=${day}&to=${day}`;
  const { totals } = await other.get(`reports/sales?${today}`);
  expect(totals.slice(1, 3)).toEqual([orders, sum]);
  const [{ id, user_id }] = await other.rows(
    `select id, user_id from orders where payment_status = 'paid' limit 1`,
  );
  const { customer } = await other.get(`orders/${id}`);
  for (const { spent } of [customer, await other.get(`customers/${user_id}`)])
    expect(spent > 0).toBe(!staffFactor);
  const refund = [day, 1, 4.99, 0, 0, 4.99];
  expect((await other.get(`reports/refunds?${today}`)).rows).toEqual([
    staffFactor ? [day, 0, 0, 0, 0, 0] : refund,
  ]);
});
