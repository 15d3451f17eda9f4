import { createHash, randomUUID } from 'node:crypto';
import { closeAfterFile, LONG_TIMEOUTS } from '@aparajita/postgres/testing';
import type { CompiledQuery } from 'kysely';
import type pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { OrderListQuery, QUEUES } from '#contract/admin/order-list.ts';
import { fillOrders } from '#test/many-orders.ts';
import {
  insertShopper,
  openShopDatabase,
  openStaffPool,
  type ShopDatabase,
} from '#test/shop-database.ts';
import * as cash from './cash/queries.ts';
import * as customers from './customers/routes.ts';
import * as messages from './messages/routes.ts';
import { exportedOrders } from './orders/export-orders.ts';
import { findOrderRows } from './orders/list-orders.ts';
import * as orders from './orders/queries.ts';
import { findLastUpdate, findSending } from './orders/send-email-again.ts';
import * as products from './products/queries.ts';
import { reportRows } from './reports/routes.ts';

/** The lists and pages of staff over 50,000 orders, with the role and the row security that they have in the shop. */
let shop: ShopDatabase;
let client: pg.PoolClient;
/** An old order, and one in the middle. */
let order: string;
let middle: string;
const owner = async (sql: string, values?: unknown[]) =>
  (await shop.db.owner.query(sql, values)).rows;

beforeAll(async () => {
  shop = await openShopDatabase();
  const { userId } = await insertShopper(shop.db.owner);
  await owner(`insert into staff (user_id, email, role) values ($1, 'o@example.in', 'owner')`, [
    userId,
  ]);
  // Two thousand answered messages, and as many hidden products that nobody has ordered.
  await owner(`
    insert into products (id, name, description, long_description, price, weight, image, images, category,
      ingredients, rating, review_count, popularity, stock, active)
      select 'hidden' || n, 'Old ' || md5(n::text), 'x', '', 100, '50g', 'x', '{x}', 'gift-set', '', 4, 1, 1, 0, false
      from generate_series(1, 2000) n;
    insert into contact_messages (id, name, email, subject, message, created_at)
      select gen_random_uuid(), (array['Asha', 'Bina', 'Chitra'])[1 + n % 3] || ' Rao', 'p' || n || '@example.in',
        'Question ' || n, 'Where is my parcel?' || case n when 177 then ' Saffron' else '' end,
        now() - n * interval '1 hour'
      from generate_series(1, 2000) n;
    insert into message_entries (message_id, kind, text, staff_id, idempotency_key)
      select contact_messages.id, 'answer', 'On its way' || case subject when 'Question 188' then ', cardamom' else '' end,
        user_id, 'x'
      from contact_messages, staff`);
  await fillOrders(shop.db.owner, 50_000); // and analyzes all tables
  // An old order of a rare name, with a product that is hidden by now.
  await owner(`
    update orders set shipping_address = shipping_address || '{"full_name":"Asha Vellathottam", "city":"Delhi"}'
    where id = (select id from orders order by created_at limit 1);
    update products set name = 'Zafrani Kahwa', active = false where id = (
      select product_id from order_items join orders on orders.id = order_id order by orders.created_at limit 1)`);
  await owner('vacuum analyze products'); // also merges the index's pending list
  // The cash of all delivered orders, of which that of the last thousand is still to come; each order was confirmed.
  await owner(`
    insert into cod_collections (order_id, amount, due_at, state)
      select id, total_amount, now(),
        case when row_number() over (order by created_at desc) <= 1000 then 'due' else 'remitted' end
      from orders where fulfilment = 'delivered';
    insert into audit_log (verb, subject_type, subject_id) select 'confirm', 'order', id from orders;
    analyze cod_collections, audit_log`);
  [{ id: order }] = await owner('select id from orders order by created_at limit 1 offset 777');
  [{ id: middle }] = await owner(
    'select id from orders order by created_at desc, id desc limit 1 offset 25000',
  );
  // The transaction is idle while a test inserts or sums rows.
  const pool = openStaffPool(shop.db, 1, LONG_TIMEOUTS);
  client = await pool.connect();
  await client.query('begin');
  await client.query(
    `select set_config('shop.staff_id', $1, true), set_config('shop.staff_role', 'owner', true)`,
    [userId],
  );
  closeAfterFile(async () => {
    await client.query('rollback');
    client.release();
  });
}, 300_000);

const list = (query: object) => findOrderRows(OrderListQuery.parse(query), 51);
const file = (query: object) => exportedOrders(OrderListQuery.parse(query));

const run = async <Row>({ sql, parameters }: CompiledQuery<Row>): Promise<Row[]> =>
  (await client.query(sql, [...parameters])).rows;
/** The same with the generic plan that a connection caches. */
const runPrepared = async <Row>({ sql: text, parameters }: CompiledQuery<Row>): Promise<Row[]> => {
  await client.query('set local plan_cache_mode = force_generic_plan');
  const name = createHash('md5').update(text).digest('hex');
  const { rows } = await client.query({ name, text, values: [...parameters] });
  await client.query('set local plan_cache_mode = auto');
  return rows;
};

const rowsOf = (query: object) => run(list(query));

const GROWING = [
  ...['orders', 'order_items', 'order_events', 'shipments', 'stock_movements', 'audit_log'],
  ...['cod_collections', 'contact_messages', 'message_entries'],
];
/** How often each growing table was scanned completely, by PostgreSQL's counters. */
const scans = async () =>
  (
    await client.query(
      'select relname, seq_scan from pg_stat_xact_user_tables where relname = any($1) order by 1',
      [GROWING],
    )
  ).rows;
/** How many rows of a table this transaction has read. */
async function rowsRead(table: string): Promise<number> {
  const { rows } = await client.query(
    `select (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as n from pg_stat_xact_user_tables where relname = $1`,
    [table],
  );
  return rows[0]?.n ?? 0;
}
/** Fails if the statement scans a growing table completely, or reads more orders, planned for its values or for all. */
async function expectNoScan(query: CompiledQuery<unknown>, orders = Infinity): Promise<void> {
  for (const execute of [run, runPrepared]) {
    const before = await scans();
    const read = await rowsRead('orders');
    await execute(query);
    expect(await scans(), query.sql).toEqual(before);
    expect((await rowsRead('orders')) - read, query.sql).toBeLessThan(orders);
  }
}

describe('no growing table is scanned completely for', () => {
  test.each([
    ...QUEUES.map((queue) => ({ queue })),
    // Common words, a rare combination of them, a rare one, a product's name; numbers.
    ...['asha', 'asha rao mumbai', 'asha vellathottam', 'zzzz', 'zafrani'].map((q) => ({ q })),
    ...['98', '43210', 'TR1234', 'AP-7KQ-M2X TR10012345'].map((q) => ({ q })),
    { q: 'asha mumbai', queue: 'to_pack' },
    { payment: 'cod' },
    { payment: 'refunded' },
    { product: '6' },
    { from: '2026-10-01', to: '2026-10-02' },
  ])('a list and its rows: %o', (query) => expectNoScan(list(query), 25_000));

  test.each([
    {},
    { queue: 'delivered' },
    { payment: 'razorpay' },
    { product: 'unknown' },
    { courier: randomUUID() },
    { q: 'asha rao mumbai', queue: 'closed' },
  ])('a file of orders: %o', (query) => expectNoScan(file(query)));

  test('a later page, an order’s page, and the pages of customers', async () => {
    const [{ user_id }] = await owner('select user_id from orders where id = $1', [order]);
    for (const query of [
      list({ after: order, queue: 'delivered' }),
      orders.findOrderDetails(Array.from({ length: 100 }, () => order)),
      orders.findCurrentOrders([order]),
      findLastUpdate(order),
      findSending(order, 'a-key-of-this-test', null),
      customers.findCustomer(user_id),
      customers.listCustomers(undefined, 51),
      customers.listCustomers(middle, 51),
    ] satisfies CompiledQuery<unknown>[])
      await expectNoScan(query);
  });

  test.each(['asha mumbai', '98', 'someone@example.in', 'zzzz'])(
    'the search for customers: %j',
    (typed) => expectNoScan(customers.searchCustomers(typed, 50)),
  );

  test.each(['cardamom', 'asha parcel saffron'])('the search in messages: %j', (q) =>
    expectNoScan(messages.listMessages({ state: 'open', q }, 51)),
  );

  test('whether a product was ever sold, also of one that never was', () =>
    expectNoScan(products.findProduct('hidden1')));

  test('what couriers owe', () => expectNoScan(cash.sumCash()));
});

test.each([
  [{ queue: 'to_pack' }, 20, `where fulfilment = 'confirmed' order by created_at, id`],
  [
    { q: 'asha mumbai' },
    50,
    `where shipping_address ->> 'full_name' like 'Asha %' and shipping_address ->> 'city' = 'Mumbai'
     order by created_at desc, id desc limit 150`,
  ],
])('pages follow each other without gap or repetition: %o', async (query, size, sql) => {
  const expected = (await owner(`select id from orders ${sql}`)).map(({ id }) => id);
  const seen: string[] = [];
  while (seen.length < expected.length) {
    const after = seen.at(-1);
    const page = await rowsOf({ ...query, ...(after && { after }) });
    seen.push(...page.slice(0, size).map(({ id }) => id));
  }
  expect(seen).toEqual(expected);
});

test('a report reads the changes once, also on a day with many', async () => {
  await owner('select sum_days(1000)');
  await owner(
    'insert into report_changes (day) select india_day(now()) from generate_series(1, 5000)',
  );
  await owner('analyze report_changes');
  const before = await rowsRead('report_changes');
  const range = { from: '2025-12-01', to: '2026-12-31' };
  expect(await run(reportRows('sales', range))).not.toEqual([]);
  expect((await rowsRead('report_changes')) - before).toBeLessThanOrEqual(5_000);
});
