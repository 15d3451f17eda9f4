import { openPool } from '@aparajita/postgres/pool';
import type { CompiledQuery } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OrderListQuery, QUEUES } from '#contract/admin/orders.ts';
import { createLog } from '#server/log.ts';
import { fillOrders } from '#test/many-orders.ts';
import { insertShopper, openShopDatabase, type ShopDatabase } from '#test/shop-database.ts';
import * as audit from './audit/queries.ts';
import * as customers from './customers/queries.ts';
import * as messages from './messages/queries.ts';
import * as newsletter from './newsletter/queries.ts';
import * as orders from './orders/queries.ts';
import { searchTerms } from './orders/search-terms.ts';
import * as products from './products/queries.ts';
import * as staff from './staff/queries.ts';
import * as stock from './stock/queries.ts';

/** The lists and pages of staff over 50,000 orders, with the role and the row security that they have in the shop. */
let shop: ShopDatabase;
let client: pg.PoolClient;
let order: string;

beforeAll(async () => {
  shop = await openShopDatabase();
  await fillOrders(shop.db.owner, 50_000);
  const { userId } = await insertShopper(shop.db.owner);
  await shop.db.owner.query(
    `insert into staff (user_id, email, role) values ($1, 'o@example.in', 'owner')`,
    [userId],
  );
  order = (
    await shop.db.owner.query('select id from orders order by created_at limit 1 offset 777')
  ).rows[0].id;
  const pool = openPool({
    connection: shop.db.connection,
    role: 'shop_staff',
    pooled: false,
    size: 1,
    log: createLog('silent'),
  });
  client = await pool.connect();
  await client.query('begin');
  await client.query(
    `select set_config('shop.staff_id', $1, true), set_config('shop.staff_role', 'owner', true)`,
    [userId],
  );
  afterAll(async () => {
    await client.query('rollback');
    client.release();
    await pool.end();
  });
}, 120_000);

const list = (query: object) => {
  const parsed = OrderListQuery.parse(query);
  return orders.findOrderIds(parsed, parsed.q ? searchTerms(parsed.q) : null, 51);
};

const run = async <Row>({ sql, parameters }: CompiledQuery<Row>): Promise<Row[]> =>
  (await client.query(sql, [...parameters])).rows;

const GROWING = [
  'orders',
  'order_items',
  'order_events',
  'shipments',
  'stock_movements',
  'audit_log',
];

/** The growing tables that a statement read whole, as PostgreSQL counted it. */
async function readWhole(work: () => Promise<unknown>): Promise<string[]> {
  const scans = async () => {
    const { rows } = await client.query<{ relname: string; seq_scan: string }>(
      `select relname, seq_scan from pg_stat_xact_user_tables where relname = any($1)`,
      [GROWING],
    );
    return new Map(rows.map(({ relname, seq_scan }) => [relname, Number(seq_scan)]));
  };
  const before = await scans();
  await work();
  const after = await scans();
  return [...after]
    .filter(([name, count]) => count > (before.get(name) ?? 0))
    .map(([name]) => name);
}

describe('a list reads no growing table whole', () => {
  test.each([
    ...QUEUES.map((queue) => ({ queue })),
    { q: 'asha' },
    { q: 'mumbai' },
    { q: 'zzzz' },
    { q: '98' },
    { q: 'TR1234' },
    { q: 'asha mumbai', queue: 'to_pack' },
    { q: '900000' },
    { payment: 'cod' },
    { payment: 'refunded' },
    { product: '6' },
    { from: '2026-10-01', to: '2026-10-02' },
  ])('%o', async (query) => {
    expect(await readWhole(() => run(list(query)))).toEqual([]);
  });

  test('nor does a later page', async () => {
    expect(await readWhole(() => run(list({ after: order })))).toEqual([]);
    expect(await readWhole(() => run(list({ after: order, queue: 'delivered' })))).toEqual([]);
  });

  test('nor do the rows, an order’s page, a product’s ledger and the log', async () => {
    expect(await readWhole(() => run(orders.orderRows([order])))).toEqual([]);
    expect(await readWhole(() => run(orders.findOrderDetail(order)))).toEqual([]);
    expect(await readWhole(() => run(orders.findPresent(order)))).toEqual([]);
    expect(await readWhole(() => run(orders.findSeveralPresent([order])))).toEqual([]);
    expect(await readWhole(() => run(orders.itemPrices(order)))).toEqual([]);
  });

  test.each(['', 'asha', 'asha mumbai', '98', 'someone@example.in', 'zzzz'])(
    'nor does the search for customers: %j',
    async (typed) => {
      expect(await readWhole(() => run(customers.listCustomers(typed, 50)))).toEqual([]);
    },
  );

  test('nor does a customer’s page', async () => {
    const { user_id } = (
      await shop.db.owner.query('select user_id from orders where id = $1', [order])
    ).rows[0];
    expect(await run(customers.findCustomer(user_id))).toHaveLength(1);
    expect(await readWhole(() => run(customers.findCustomer(user_id)))).toEqual([]);
  });
});

describe('every order is found by', () => {
  const found = async (q: string) => (await run(list({ q }))).map(({ id }) => id);
  const of = async (column: string) =>
    (await shop.db.owner.query(`select ${column} as value from orders where id = $1`, [order]))
      .rows[0].value;

  test('its number, with and without # and dashes, whole or begun', async () => {
    const number = await of('order_number');
    for (const typed of [
      number,
      `#${number}`,
      number.slice(3),
      number.toLowerCase().replaceAll('-', ''),
    ]) {
      expect(await found(typed), typed).toContain(order);
    }
  });

  test('telephone, however it is written', async () => {
    const phone = await of(`shipping_address ->> 'phone'`);
    const digits = phone.replace('+91 ', '');
    for (const typed of [
      phone,
      digits,
      `0091${digits}`,
      `${digits.slice(0, 5)} ${digits.slice(5)}`,
    ]) {
      expect(await found(typed), typed).toContain(order);
    }
  });

  test('e-mail, PIN and tracking number', async () => {
    expect(await found(await of('email'))).toContain(order);
    expect((await found(await of(`shipping_address ->> 'postal_code'`))).length).toBeGreaterThan(0);
    const { rows } = await shop.db.owner.query(
      'select order_id, tracking_number from shipments order by length(tracking_number) desc limit 1',
    );
    expect(await found(rows[0].tracking_number.toLowerCase())).toContain(rows[0].order_id);
  });

  test('words of name and city together', async () => {
    const ids = await found('bina pune');
    const rows = (await run(orders.orderRows(ids))).map((each) => each.shipping_address);
    expect(rows).toHaveLength(51);
    for (const to of rows) expect([to.full_name.slice(0, 4), to.city]).toEqual(['Bina', 'Pune']);
  });

  test('the newest with a common word, without reading all that have it from the index', async () => {
    const scans = async () =>
      (await client.query(`select pg_stat_get_xact_numscans('orders_by_words'::regclass) as n`))
        .rows[0].n;
    const before = await scans();
    const { rows } = await shop.db.owner.query(
      `select id from orders where shipping_address ->> 'full_name' like 'Asha %'
       order by created_at desc, id desc limit 51`,
    );
    expect(await found('asha')).toEqual(rows.map(({ id }) => id));
    expect(await scans()).toBe(before);
    await found('98765');
    expect(await scans()).not.toBe(before);
  });

  test('nothing that is an operator of the search', async () => {
    for (const typed of [
      `o'x`,
      '\\',
      ':*',
      '& |',
      '!',
      '<->',
      `'''`,
      '()',
      '%',
      '_',
      '€',
      'नीली',
    ]) {
      await found(typed);
    }
  });
});

test('pages follow each other without gap or repetition', async () => {
  const seen: string[] = [];
  for (let after: string | undefined; ; ) {
    const page = await run(list({ queue: 'to_pack', ...(after && { after }) }));
    seen.push(...page.slice(0, 20).map(({ id }) => id));
    if (page.length <= 20) break;
    after = seen.at(-1);
  }
  const { rows } = await shop.db.owner.query(
    `select id from orders where fulfilment = 'confirmed' order by created_at, id`,
  );
  expect(seen).toEqual(rows.map(({ id }) => id));
});

test('every module’s statements can be run by the staff’s role', async () => {
  const statements = [
    audit.listAudit(
      { verb: 'x', subject_type: 'order', subject_id: 'x', from: '2026-01-01', to: '2027-01-01' },
      10,
    ),
    staff.findMe(),
    staff.listStaff(),
    staff.listInvitations(),
    stock.stockLevels(null, 10),
    stock.stockMovements('1', 10),
    products.listProducts(10),
    products.findProduct('1'),
    products.previewProduct('1'),
    products.claimPictures([]),
    messages.listMessages({ state: 'open', after: order }, 10),
    messages.listMessages({ state: 'open', q: 'T-7KQ-M2X' }, 10),
    messages.findMessage(order),
    messages.lockMessage(order),
    customers.exportCustomer(order),
    newsletter.countConfirmed(),
    newsletter.listConfirmed(),
    newsletter.listLetters(10),
  ];
  for (const statement of statements) await run(statement);
});
