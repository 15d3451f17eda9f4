import { createHash, randomUUID } from 'node:crypto';
import { openPool } from '@aparajita/postgres/pool';
import { closeAfterFile, LONG_TIMEOUTS } from '@aparajita/postgres/testing';
import type { CompiledQuery } from 'kysely';
import type pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { OrderListQuery, QUEUES } from '#contract/admin/order-list.ts';
import { createStaffDatabase } from '#server/database/staff-database.ts';
import { statement } from '#server/database/tables.ts';
import { createLog } from '#server/log.ts';
import { fillOrders } from '#test/many-orders.ts';
import { insertShopper, openShopDatabase, type ShopDatabase } from '#test/shop-database.ts';
import * as audit from './audit/queries.ts';
import * as cash from './cash/queries.ts';
import * as customers from './customers/queries.ts';
import * as messages from './messages/queries.ts';
import * as newsletter from './newsletter/queries.ts';
import { correctAddressQuery } from './orders/correct-address.ts';
import { correctParcelQuery } from './orders/correct-parcel.ts';
import { exportedOrders, MAX_ORDERS } from './orders/export-orders.ts';
import { listPage, rowsOfPage } from './orders/list-page.ts';
import * as orders from './orders/queries.ts';
import { listOrders } from './orders/read-orders.ts';
import { findLastUpdate, noteSentAgain } from './orders/send-email-again.ts';
import * as products from './products/queries.ts';
import { reportRows } from './reports/queries.ts';
import * as staff from './staff/queries.ts';
import * as stock from './stock/queries.ts';

/** The lists and pages of staff over 50,000 orders, with the role and the row security that they have in the shop. */
let shop: ShopDatabase;
let client: pg.PoolClient;
let order: string;

beforeAll(async () => {
  shop = await openShopDatabase();
  const { userId } = await insertShopper(shop.db.owner);
  await shop.db.owner.query(
    `insert into staff (user_id, email, role) values ($1, 'o@example.in', 'owner')`,
    [userId],
  );
  await fillMessages();
  await fillOrders(shop.db.owner, 50_000); // and analyzes all tables
  await fillCash();
  await fillAuditLog();
  order = (
    await shop.db.owner.query('select id from orders order by created_at limit 1 offset 777')
  ).rows[0].id;
  const pool = openPool({
    connection: shop.db.connection,
    role: 'shop_staff',
    pooled: false,
    size: 1,
    timeouts: LONG_TIMEOUTS, // the transaction is idle while a test inserts or sums rows
    log: createLog('silent'),
  });
  client = await pool.connect();
  await client.query('begin');
  await client.query(
    `select set_config('shop.staff_id', $1, true), set_config('shop.staff_role', 'owner', true)`,
    [userId],
  );
  closeAfterFile(async () => {
    await client.query('rollback');
    client.release();
    await pool.end();
  });
}, 300_000);

/** That each order was confirmed. */
async function fillAuditLog(): Promise<void> {
  await shop.db.owner.query(`
    insert into audit_log (verb, subject_type, subject_id) select 'confirm', 'order', id from orders;
    analyze audit_log`);
}

/** The cash of all delivered orders; that of the last thousand is still to come. */
async function fillCash(): Promise<void> {
  await shop.db.owner.query(`
    insert into cod_collections (order_id, amount, due_at, state)
      select id, total_amount, now(),
        case when row_number() over (order by created_at desc) <= 1000 then 'due' else 'remitted' end
      from orders where fulfilment = 'delivered';
    analyze cod_collections`);
}

/** Two thousand answered messages. */
async function fillMessages(): Promise<void> {
  await shop.db.owner.query(`
    insert into contact_messages (id, name, email, subject, message, created_at)
      select gen_random_uuid(), (array['Asha', 'Bina', 'Chitra'])[1 + n % 3] || ' Rao', 'p' || n || '@example.in',
        'Question ' || n, 'Where is my parcel?' || case n when 177 then ' Saffron' else '' end,
        now() - n * interval '1 hour'
      from generate_series(1, 2000) n;
    insert into message_entries (message_id, kind, text, staff_id, idempotency_key)
      select contact_messages.id, 'answer', 'On its way' || case subject when 'Question 188' then ', cardamom' else '' end,
        user_id, 'x'
      from contact_messages, staff`);
}

const list = (query: object) => listPage(OrderListQuery.parse(query), 51);

const rowsOf = async (query: object) => (await run(list(query))).flatMap(rowsOfPage);

const run = async <Row>({ sql: text, parameters }: CompiledQuery<Row>): Promise<Row[]> =>
  (await client.query(text, [...parameters])).rows;

const GROWING = [
  'orders',
  'order_items',
  'order_events',
  'shipments',
  'stock_movements',
  'audit_log',
  'cod_collections',
  'contact_messages',
  'message_entries',
];

/** The same with the generic plan that a connection caches. */
const runPrepared = async <Row>({ sql: text, parameters }: CompiledQuery<Row>): Promise<Row[]> => {
  await client.query('set local plan_cache_mode = force_generic_plan');
  const name = createHash('md5').update(text).digest('hex');
  const { rows } = await client.query({ name, text, values: [...parameters] });
  await client.query('set local plan_cache_mode = auto');
  return rows;
};

/** The growing tables that a statement scanned completely, by PostgreSQL's counters. */
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

describe('a list and its rows need no full scan of a growing table', () => {
  test.each([
    ...QUEUES.map((queue) => ({ queue })),
    { q: 'asha' },
    { q: 'mumbai' },
    { q: 'zzzz' },
    { q: '98' },
    { q: '7919' },
    { q: 'TR1234' },
    { q: 'AP-7KQ-M2X TR10012345' },
    { q: 'asha mumbai', queue: 'to_pack' },
    { q: '900000' },
    { payment: 'cod' },
    { payment: 'refunded' },
    { product: '6' },
    { from: '2026-10-01', to: '2026-10-02' },
  ])('%o', async (query) => {
    for (const execute of [run, runPrepared])
      expect(await readWhole(() => execute(list(query)))).toEqual([]);
  });

  test('nor does a later page', async () => {
    expect(await readWhole(() => run(list({ after: order })))).toEqual([]);
    expect(await readWhole(() => run(list({ after: order, queue: 'delivered' })))).toEqual([]);
  });

  test.each([
    ['planned for these values', run],
    ['planned for all values', runPrepared],
  ])('nor does an order’s page, %s', async (_, execute) => {
    for (const query of [
      orders.findOrderDetails([order]),
      orders.findOrderDetails(Array.from({ length: 100 }, () => order)),
      orders.findCurrentOrders([order]),
      findLastUpdate(order),
      noteSentAgain(order, 0, { event: null, subject: 'Your order' }, 'a-key-of-this-test'),
      orders.itemPrices(order),
      customers.findCustomer(order),
    ] satisfies CompiledQuery<unknown>[])
      expect(await readWhole(() => execute<unknown>(query)), query.sql).toEqual([]);
  });

  test.each(['asha', 'asha mumbai', '98', '7919', 'someone@example.in', 'zzzz'])(
    'nor does the search for customers: %j',
    async (typed) => {
      for (const execute of [run, runPrepared])
        expect(await readWhole(() => execute(customers.searchCustomers(typed, 50)))).toEqual([]);
    },
  );

  test('nor do the pages of customers, the first and one in the middle', async () => {
    const { rows } = await shop.db.owner.query(
      'select id from orders order by created_at desc, id desc limit 1 offset 25000',
    );
    for (const after of [undefined, rows[0].id])
      for (const execute of [run, runPrepared])
        expect(await readWhole(() => execute(customers.listCustomers(after, 51)))).toEqual([]);
  });

  test('nor does a customer’s page', async () => {
    const { user_id } = (
      await shop.db.owner.query('select user_id from orders where id = $1', [order])
    ).rows[0];
    expect(await run(customers.findCustomer(user_id))).toHaveLength(1);
    expect(await readWhole(() => run(customers.findCustomer(user_id)))).toEqual([]);
  });
});

test('whether a product was ever sold needs no full scan, also of one that never was', async () => {
  const { rows } = await shop.db.owner.query(`
    insert into products (id, name, description, long_description, price, weight, image, images, category,
      ingredients, rating, review_count, popularity, stock, active)
    values ('never-sold', 'X', 'x', '', 100, '50g', '', '{}', 'gift-set', '', 4, 1, 1, 0, false) returning id`);
  for (const execute of [run, runPrepared]) {
    const find = products.findProduct(rows[0].id);
    expect(await readWhole(() => execute(find))).toEqual([]);
    expect((await execute(find)).map(({ removable }) => removable)).toEqual([true]);
  }
});

describe('a search in messages', () => {
  test.each(['saffron', 'cardamom', 'p211@example.in', 'T-7KQ-M2X', 'asha parcel saffron'])(
    'reads neither messages nor answers whole: %j',
    async (q) => {
      const scans = async () =>
        (
          await client.query(`
            select pg_stat_get_xact_numscans('contact_messages_by_words'::regclass)
              + pg_stat_get_xact_numscans('message_entries_by_words'::regclass) as n`)
        ).rows[0].n;
      for (const execute of [run, runPrepared]) {
        const before = Number(await scans());
        const search = messages.listMessages({ state: 'open', q }, 51);
        expect(await readWhole(() => execute(search))).toEqual([]);
        expect(Number(await scans()) - before).toBe(2);
      }
    },
  );

  test.each(['asha', 'where parcel', 'way'])('has a page of common words: %j', async (q) => {
    expect(await run(messages.listMessages({ state: 'open', q }, 51))).toHaveLength(51);
  });

  test('finds a message by words of its answer', async () => {
    const found = await run(messages.listMessages({ state: 'open', q: 'carda' }, 51));
    expect(found.map(({ subject }) => subject)).toEqual(['Question 188']);
  });
});

describe('a file of orders', () => {
  const file = (query: object) => exportedOrders(OrderListQuery.parse(query));
  const lengthOf = async (query: object) =>
    (await run(file(query))).flatMap(({ orders }) => orders ?? []).length;

  test.each([
    {},
    { queue: 'delivered' },
    { payment: 'cod' },
    { payment: 'razorpay' },
    { product: '6' },
    { product: 'unknown' },
    { courier: randomUUID() },
    { courier: randomUUID(), q: 'asha' },
    { q: 'asha' },
    { q: 'asha rao mumbai' },
    { q: 'asha rao mumbai', queue: 'closed' },
    { q: '9' },
    { q: 'TR1' },
  ])('needs no full scan of a growing table: %o', async (query) => {
    for (const execute of [run, runPrepared])
      expect(await readWhole(() => execute(file(query)))).toEqual([]);
  });

  test('has one more order than allowed, by which it is known to be too long', async () => {
    for (const query of [{}, { payment: 'cod' }, { q: '9' }, { queue: 'delivered' }])
      expect(await lengthOf(query), JSON.stringify(query)).toBe(MAX_ORDERS + 1);
  });

  test('has all orders with several common words, found by the index', async () => {
    const { rows } = await shop.db.owner.query(
      `select count(*)::integer as n from orders
       where shipping_address ->> 'full_name' = 'Asha Rao' and shipping_address ->> 'city' = 'Mumbai'`,
    );
    const before = await indexScans();
    expect(await lengthOf({ q: 'asha rao mumbai' })).toBe(rows[0].n);
    expect(await indexScans()).not.toBe(before);
  });
});

/** The number of scans of the word index. */
const indexScans = async () =>
  (await client.query(`select pg_stat_get_xact_numscans('orders_by_words'::regclass) as n`)).rows[0]
    .n;

describe('a search finds', () => {
  const found = async (q: string) => (await rowsOf({ q })).map(({ id }) => id);
  const of = async (column: string) =>
    (await shop.db.owner.query(`select ${column} as value from orders where id = $1`, [order]))
      .rows[0].value;

  test('an order by its number, with and without # and dashes, complete or not', async () => {
    const number = await of('order_number');
    for (const typed of [
      number,
      `#${number}`,
      number.slice(3),
      number.toLowerCase().replaceAll('-', ''),
      number.replaceAll('-', ' '),
    ]) {
      expect(await found(typed), typed).toContain(order);
    }
  });

  test('an order by telephone number in any spelling', async () => {
    const phone = await of(`shipping_address ->> 'phone'`);
    const digits = phone.replace('+91 ', '');
    for (const typed of [
      phone,
      digits,
      `0091${digits}`,
      `${digits.slice(0, 5)} ${digits.slice(5)}`,
      `+91‑${digits.slice(0, 5)}–${digits.slice(5)}`,
      digits.replace(/[0-9]/g, (digit: string) => '०१२३४५६७८९'[Number(digit)] ?? ''),
    ]) {
      expect(await found(typed), typed).toContain(order);
    }
  });

  test('an order by the last four digits of a telephone number, with the index', async () => {
    const phone: string = await of(`shipping_address ->> 'phone'`);
    const before = await indexScans();
    for (const typed of [phone.slice(-4), phone.slice(-5), phone.slice(-6)])
      expect(await found(typed), typed).toContain(order);
    expect(await indexScans()).not.toBe(before);
  });

  test('an order by the name of a product, also of a hidden one, with an index', async () => {
    await shop.db.owner.query(`
      insert into products (id, name, description, long_description, price, weight, image, images, category,
        ingredients, rating, review_count, popularity, stock, active)
      select 'hidden' || n, 'Old ' || md5(n::text), 'x', '', 100, '50g', 'x', '{x}', 'gift-set', '', 4, 1, 1, 0, false
      from generate_series(1, 2000) n;
      update products set name = 'Zafrani Kahwa', active = false
      where id = (select product_id from order_items where order_id = '${order}' limit 1)`);
    await shop.db.owner.query('vacuum analyze products'); // also merges the index's pending list
    const reads = async () =>
      (
        await client.query(
          `select pg_stat_get_xact_numscans('hidden_products_by_words_of_name'::regclass) as n`,
        )
      ).rows[0].n;
    const before = await reads();
    expect((await rowsOf({ q: 'zafrani' })).length).toBeGreaterThan(0);
    expect(await reads()).not.toBe(before);
    await shop.db.owner.query(`delete from products where id like 'hidden%'; analyze products`);
  });

  test('an order by email, PIN and tracking number', async () => {
    expect(await found(await of('email'))).toContain(order);
    expect((await found(await of(`shipping_address ->> 'postal_code'`))).length).toBeGreaterThan(0);
    const { rows } = await shop.db.owner.query(
      'select order_id, tracking_number from shipments order by length(tracking_number) desc limit 1',
    );
    expect(await found(rows[0].tracking_number.toLowerCase())).toContain(rows[0].order_id);
  });

  test('an order by words of name and city together', async () => {
    const rows = (await rowsOf({ q: 'bina pune' })).map((each) => each.shipping_address);
    expect(rows).toHaveLength(51);
    for (const to of rows) expect([to.full_name.slice(0, 4), to.city]).toEqual(['Bina', 'Pune']);
  });

  test('the newest orders with a common word without the index', async () => {
    const before = await indexScans();
    const { rows } = await shop.db.owner.query(
      `select id from orders where shipping_address ->> 'full_name' like 'Asha %'
       order by created_at desc, id desc limit 51`,
    );
    expect(await found('asha')).toEqual(rows.map(({ id }) => id));
    expect(await found('9')).toHaveLength(51); // the first digit of most telephone numbers
    expect(await found('asha rao mumbai')).toHaveLength(51); // each word is common, the combination less so
    expect(await indexScans()).toBe(before);
    await found('98765');
    expect(await indexScans()).not.toBe(before);
  });

  test('a page of a common word in a short scan, and an order number without samples', async () => {
    const ordersRead = async () =>
      (
        await client.query(
          `select idx_tup_fetch::integer as n from pg_stat_xact_user_tables where relname = 'orders'`,
        )
      ).rows[0].n;
    const before = await ordersRead();
    await found('asha'); // every seventh order has it
    const between = await ordersRead();
    expect(between - before).toBeLessThan(500);
    // One number in ten has letters only, and is searched as a name is.
    const { rows } = await shop.db.owner.query(
      `select order_number from orders where order_number ~ '\\d' order by created_at limit 1`,
    );
    await found(rows[0].order_number);
    expect((await ordersRead()) - between).toBeLessThan(10);
  });

  test('a rare combination of common words, and a common word with a rare one, with the index', async () => {
    const { rows } = await shop.db.owner.query(
      `with rare as (select id from orders where shipping_address ->> 'city' = 'Delhi' order by created_at limit 2)
       update orders set shipping_address = shipping_address || '{"full_name":"Asha Vellathottam"}'
       from rare where orders.id = rare.id returning orders.id`,
    );
    const ids = rows.map(({ id }) => id).sort();
    expect((await found('asha vellathottam')).sort()).toEqual(ids);
    expect((await found('vellathottam delhi asha')).sort()).toEqual(ids);
    await shop.db.owner.query(
      `update orders set shipping_address = shipping_address || '{"full_name":"Bina Rao", "city":"Pune"}' where id = $1`,
      [ids[0]],
    );
    expect(await found('asha vellathottam')).toEqual([ids[1]]);
  });

  test('a common combination of words, page by page without gap or repetition', async () => {
    const seen: string[] = [];
    for (let after: string | undefined; seen.length < 150; after = seen.at(-1)) {
      const page = await rowsOf({ q: 'asha mumbai', ...(after && { after }) });
      seen.push(...page.slice(0, 50).map(({ id }) => id));
    }
    const { rows } = await shop.db.owner.query(
      `select id from orders where shipping_address ->> 'full_name' like 'Asha %' and shipping_address ->> 'city' = 'Mumbai'
       order by created_at desc, id desc limit 150`,
    );
    expect(seen).toEqual(rows.map(({ id }) => id));
  });

  test('a word of only the newest orders without scanning the whole list', async () => {
    await shop.db.owner.query(
      `update orders set shipping_address = shipping_address || '{"city":"Ujjain"}'
       where id in (select id from orders order by created_at desc limit 10)`,
    );
    const before = await indexScans();
    expect(await found('ujjain')).toHaveLength(10);
    expect(await indexScans()).not.toBe(before);
  });

  test('customers too, sorted by their last order', async () => {
    const people = async (typed: string) =>
      (await run(customers.searchCustomers(typed, 50))).map(({ id }) => id);
    const before = await indexScans();
    const { rows } = await shop.db.owner.query(
      `select user_id from (
         select user_id, max(created_at) as at from orders
         where shipping_address ->> 'full_name' like 'Asha %' group by user_id
       ) people order by at desc limit 50`,
    );
    expect(await people('asha')).toEqual(rows.map(({ user_id }) => user_id));
    expect(await people('asha mumbai')).toHaveLength(50);
    expect(await indexScans()).toBe(before);
    expect(await people('ujjain')).not.toEqual([]);
    expect(await indexScans()).not.toBe(before);
  });

  test('nothing for the operators of a tsquery', async () => {
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
    const page = await rowsOf({ queue: 'to_pack', ...(after && { after }) });
    seen.push(...page.slice(0, 20).map(({ id }) => id));
    if (page.length <= 20) break;
    after = seen.at(-1);
  }
  const { rows } = await shop.db.owner.query(
    `select id from orders where fulfilment = 'confirmed' order by created_at, id`,
  );
  expect(seen).toEqual(rows.map(({ id }) => id));
});

test('a connection plans a list’s statement a few times, not for every page', async () => {
  const { userId, sessionId, email, fullName } = await insertShopper(shop.db.owner);
  await shop.db.owner.query(
    `insert into staff (user_id, email, role) values ($1, 's@example.in', 'owner')`,
    [userId],
  );
  const pool = openPool({
    connection: shop.db.connection,
    role: 'shop_staff',
    pooled: false,
    size: 3,
    log: createLog('silent'),
  });
  try {
    const member = { userId, sessionId, email, fullName };
    const staff = createStaffDatabase({ pool, enter: 'session', requireFactor: false }).as(member, {
      roles: ['owner'],
    });
    for (let page = 0; page < 8; page++) await listOrders(staff, OrderListQuery.parse({}));
    const plans = await staff.rows(
      statement<{ statement: string; custom_plans: number }>`
        select statement, custom_plans::integer from pg_prepared_statements`,
    );
    const rows = plans.find(({ statement }) => statement === list({}).sql);
    expect(rows?.custom_plans).toBe(5); // PostgreSQL's number of custom plans before it considers a generic one
  } finally {
    await pool.end();
  }
});

test('what couriers owe needs no full scan of all cash that ever came', async () => {
  for (const execute of [run, runPrepared]) {
    const owed = cash.sumCash();
    expect(await readWhole(() => execute(owed))).toEqual([]);
    const ages = (await execute(owed)).flatMap((courier) => courier.ages);
    expect(ages.reduce((sum, { orders }) => sum + orders, 0)).toBe(1_000);
  }
});

test('a report reads the changes once, also on a day with many', async () => {
  await shop.db.owner.query('select sum_days(1000)');
  await shop.db.owner.query(
    'insert into report_changes (day) select india_day(now()) from generate_series(1, 5000)',
  );
  await shop.db.owner.query('analyze report_changes');
  const read = async () =>
    (
      await client.query<{ rows: number }>(
        `select (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as rows from pg_stat_xact_user_tables
         where relname = 'report_changes'`,
      )
    ).rows[0]?.rows ?? 0;
  const before = await read();
  const range = { from: '2025-12-01', to: '2026-12-31' };
  expect(await run(reportRows('sales', range))).not.toEqual([]);
  expect((await read()) - before).toBeLessThanOrEqual(5_000);
});

test('the database role of staff may run the statements of every module', async () => {
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
    products.removeProduct('unknown', 0),
    messages.listMessages({ state: 'open', after: order }, 10),
    messages.listMessages({ state: 'open', q: 'T-7KQ-M2X' }, 10),
    messages.findMessage(order),
    messages.lockMessage(order),
    customers.exportCustomer(order),
    customers.blockCash(order),
    customers.unblockCash(order),
    newsletter.countConfirmed(),
    newsletter.listConfirmed(),
    newsletter.listCampaigns(10),
    correctAddressQuery(order, 0, {}),
    correctParcelQuery(order, { version: 0, courier: order }),
  ];
  for (const statement of statements) await run(statement);
});
