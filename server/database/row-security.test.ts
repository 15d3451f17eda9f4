import { beforeAll, describe, expect, test } from 'vitest';
import { placeOrder } from '#server/orders/place-order.ts';
import type { Shopper } from '#server/shopper.ts';
import {
  fillCart,
  insertShopper,
  openShopDatabase,
  readyToOrder,
  type ShopDatabase,
} from '#test/shop-database.ts';

/** Public tables, which belong to no shopper. Every other table must have row security. */
const EVERYBODYS = ['catalogue_revision', 'demo_emails', 'search_synonyms', 'search_words'];

let shop: ShopDatabase;
let asha: Shopper;
let bina: Shopper;
let ofBina: { order: string; address: string };
/** Tables with shoppers' data and the column that names the shopper, from the system catalogue. */
let owned: { table: string; column: string }[];

beforeAll(async () => {
  shop = await openShopDatabase();
  asha = await insertShopper(shop.db.owner);
  bina = await insertShopper(shop.db.owner);
  for (const shopper of [asha, bina]) await insertShoppersRows(shopper);
  const { rows } = await shop.db.owner.query(`
    select relname as table, attname as column
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and (attname = 'user_id' or (relname = 'profiles' and attname = 'id'))
      and has_any_column_privilege('shop_app', pg_class.oid, 'select') -- not those of staff
    order by relname`);
  owned = rows;
  const { rows: ids } = await shop.db.owner.query(
    `select orders.id as order, addresses.id as address from orders join addresses using (user_id)
     where user_id = $1`,
    [bina.userId],
  );
  ofBina = ids[0];
});

const TABLES = `relkind in ('r', 'p', 'v', 'm')`;

/** The names of relations for which this holds. */
async function tablesWhere(
  condition: string,
  schemas = "'public'::regnamespace",
): Promise<string[]> {
  const { rows } = await shop.db.owner.query(
    `select relname as name from pg_class
     where relnamespace in (${schemas}) and (${condition}) order by 1`,
  );
  return rows.map(({ name }) => name);
}

describe('every table of the shop', () => {
  test('with a shopper’s data has row security and a policy', async () => {
    const names = owned.map(({ table }) => table);
    expect(names).toEqual(
      expect.arrayContaining(['addresses', 'cart_items', 'order_items', 'orders', 'profiles']),
    );
    expect(
      await tablesWhere(
        'relrowsecurity and exists (select from pg_policy where polrelid = pg_class.oid)',
      ),
    ).toEqual(expect.arrayContaining(names));
  });

  test.each([
    [
      'the accounts of a shop may not reach',
      `${TABLES} and has_table_privilege('shop_auth', oid, 'select, insert, update, delete, truncate')`,
      `'public'::regnamespace`,
      [],
    ],
    [
      'the shop may read without row security',
      `${TABLES} and not relrowsecurity and has_any_column_privilege('shop_app', oid, 'select, insert, update')`,
      `'public'::regnamespace`,
      EVERYBODYS,
    ],
    [
      'a role without grants may not reach',
      'exists (select from aclexplode(relacl) where grantee = 0)',
      `'public'::regnamespace, 'auth'::regnamespace`,
      [],
    ],
    [
      'the shop may not reach, also when the accounts add one',
      `${TABLES} and (has_any_column_privilege('shop_app', oid, 'select, insert, update')
         or has_table_privilege('shop_app', oid, 'delete, truncate'))`,
      `'auth'::regnamespace`,
      [],
    ],
  ])('that %s is listed here', async (_, condition, schemas, names) => {
    expect(await tablesWhere(condition, schemas)).toEqual(names);
  });

  test('is owned by another role than the shop’s, which cannot bypass row security', async () => {
    const { rows } = await shop.db.owner.query(`
      select rolsuper, rolbypassrls from pg_roles where rolname in ('shop_app', 'shop_auth')`);
    const role = { rolsuper: false, rolbypassrls: false };
    expect(rows).toEqual([role, role]);
  });
});

describe('without a shopper', () => {
  test('no rows are visible, though there are some', async () => {
    for (const { table } of owned) {
      expect(await shop.pool.query(`select from ${table}`), table).toMatchObject({ rowCount: 0 });
      const all = await shop.db.owner.query(`select from ${table}`);
      expect(all.rowCount, table).toBeGreaterThan(1);
    }
  });

  test('no rows can be written', async () => {
    await expect(shop.pool.query(insertAddress(asha))).rejects.toThrow(/row-level security/);
    expect(await shop.pool.query('delete from cart_items')).toMatchObject({ rowCount: 0 });
  });

  test('the shopper of one transaction is unset in the next on the same connection', async () => {
    const client = await shop.pool.connect();
    try {
      await client.query('begin');
      await client.query('select auth.enter($1, $2)', [asha.sessionId, asha.userId]);
      expect(await client.query('select from orders')).toMatchObject({ rowCount: 1 });
      await client.query('commit');
      expect(await client.query('select from orders')).toMatchObject({ rowCount: 0 });
    } finally {
      client.release();
    }
  });
});

describe('a shopper', () => {
  test('sees only their own rows, though the query has no filter', async () => {
    for (const { table, column } of owned) {
      const rows = await as(asha, `select distinct ${column} as whose from ${table}`);
      expect(rows, table).toEqual([{ whose: asha.userId }]);
    }
  });

  test('changes only their own rows, though the query has no filter', async () => {
    await undone(asha, async (query) => {
      for (const statement of [
        `update addresses set city = 'Elsewhere' returning user_id as whose`,
        `update profiles set full_name = 'Changed' returning id as whose`,
        'delete from cart_items returning user_id as whose',
      ])
        expect(await query(statement)).toEqual([{ whose: asha.userId }]);
    });
  });

  const DENIED = { message: expect.stringMatching(/row-level security/) };
  const FOREIGN = { code: '23503' };
  const ITEM = `insert into order_items (order_id, user_id, product_id, product_name, product_image, quantity,
    price)`;
  const ORDER = `insert into orders (shipping_address_id, user_id, order_number, total_amount,
    shipping_address, payment_method, idempotency_key, request_hash)`;

  test.each([
    ['an address', () => insertAddress(bina), DENIED],
    [
      'a cart item',
      () => `insert into cart_items (user_id, product_id, product_name, product_image, quantity, price)
             values ('${bina.userId}', '5', 'X', 'x', 1, 1)`,
      DENIED,
    ],
    [
      'an item of their own in the order',
      () => `${ITEM} values ('${ofBina.order}', '${asha.userId}', '1', 'X', 'x', 1, 1)`,
      FOREIGN,
    ],
    [
      'an order of their own to the address',
      () =>
        `${ORDER} values ('${ofBina.address}', '${asha.userId}', 'X', 1, '{}', 'cod', 'some-key', 'x')`,
      FOREIGN,
    ],
  ])('cannot write %s of another shopper', async (_, statement, error) => {
    await expect(as(asha, statement())).rejects.toMatchObject(error);
  });
});

describe('the shop itself cannot', () => {
  test.each([
    'select from auth.users',
    'select from auth.sessions',
    'select from auth.signing_keys',
    'select from auth.audit_log',
    'select from rate_limits',
    'update rate_limits set points = 0',
    `insert into auth.sessions (user_id) values (gen_random_uuid())`,
    'select from order_number_key',
    'select from newsletter_token_key',
    `select setval('order_number_sequence', 1)`,
    'update products set price = 1',
    `update products set name = 'X'`,
    `insert into products (id) values ('7')`,
    'delete from products',
    'update orders set total_amount = 1',
    `update orders set payment_id = null`,
    'update payments set amount_paise = 1',
    'update payment_intents set amount_paise = 100',
    'update orders set paid_amount = 1',
    'delete from payments',
    'delete from disputes',
    'update refunds set amount_paise = 1',
    'select from contact_messages',
    `update contact_messages set message = 'X'`,
    'delete from contact_messages',
    'select from newsletter_subscriptions',
    `insert into newsletter_subscriptions (email) values ('a@b.in')`,
    'delete from orders',
    'update order_items set quantity = 1',
    'update catalogue_revision set revision = 1',
    `update demo_emails set text = 'X'`,
    'delete from applied_migrations',
    'create table mine (id integer)',
  ])('%s', async (statement) => {
    await expect(as(asha, statement)).rejects.toMatchObject({ code: '42501' });
  });
});

/** Inserts an order, a cart item, an address, a profile and the rest that a shopper may have. */
async function insertShoppersRows(shopper: Shopper): Promise<void> {
  const order = await readyToOrder(shop.db.owner, shopper, [{ product_id: '1', quantity: 1 }]);
  await placeOrder(shop, shopper, order, 'first-order');
  await fillCart(shop.db.owner, shopper, [{ product_id: '2', quantity: 1 }]);
  await shop.db.owner.query('insert into profiles (id, full_name) values ($1, $2)', [
    shopper.userId,
    shopper.fullName,
  ]);
  await shop.db.owner.query('insert into cash_blocks (user_id) values ($1)', [shopper.userId]);
  await insertPaymentRows(shopper);
  await shop.db.owner.query(
    `with member as (
       insert into staff (user_id, email, role) values (gen_random_uuid(), 'o@example.in', 'owner') returning user_id
     ), event as (
       insert into order_events (order_id, user_id, kind, actor, shown_to_shopper)
       select id, user_id, 'confirm', 'system', true from orders where user_id = $1
     ), parcel as (
       insert into shipments (order_id, user_id, courier, tracking_number)
       select orders.id, user_id, couriers.id, left($1::text, 30) from orders, couriers where user_id = $1 limit 1
     )
     insert into manual_refunds (order_id, user_id, amount, way, reference, reason, staff_id, idempotency_key)
     select orders.id, orders.user_id, 1, 'upi', 'x', 'goodwill', member.user_id, 'x' from orders, member
     where orders.user_id = $1`,
    [shopper.userId],
  );
}

/** Inserts a payment that was begun, paid, refunded and disputed. */
async function insertPaymentRows({ userId, email }: Shopper): Promise<void> {
  await shop.db.owner.query(
    `with intent as (
       insert into payment_intents (user_id, email, idempotency_key, request_hash, order_number, amount_paise,
         shipping_address, mode, key_id, expires_at)
       values ($1::uuid, $2, 'some-key', 'x', 'AP-' || $1::uuid, 100, '{}', 'sandbox', 'x', now()) returning id
     ), item as (
       insert into payment_intent_items (intent_id, user_id, product_id, product_name, product_image, quantity,
         unit_paise)
       select id, $1::uuid, '1', 'X', 'x', 1, 100 from intent
     ), payment as (
       insert into payments (id, intent_id, user_id, amount_paise, status)
       select 'pay_' || left(md5($1::uuid::text), 14), id, $1::uuid, 100, 'captured' from intent returning id
     ), dispute as (
       insert into disputes (id, payment_id, user_id, amount_paise, deducted_paise, reason, phase, status, created_at)
       select 'disp_' || left(md5($1::uuid::text), 14), id, $1::uuid, 100, 0, 'x', 'x', 'open', now() from payment
     )
     insert into refunds (payment_id, user_id, amount_paise, reason, idempotency_key)
     select id, $1::uuid, 100, 'duplicate', 'auto-' || id from payment`,
    [userId, email],
  );
}

function insertAddress(shopper: Shopper): string {
  return `insert into addresses (user_id, full_name, phone, address_line1, city, state, postal_code)
    values ('${shopper.userId}', 'X', '9876543210', 'X', 'X', 'X', 'X')`;
}

/** Runs one statement as the shop does for this shopper, and rolls it back. */
async function as(shopper: Shopper, statement: string): Promise<unknown[]> {
  return undone(shopper, (query) => query(statement));
}

async function undone<T>(
  shopper: Shopper,
  work: (query: (statement: string) => Promise<unknown[]>) => Promise<T>,
): Promise<T> {
  const client = await shop.pool.connect();
  try {
    await client.query('begin');
    await client.query('select auth.enter($1, $2)', [shopper.sessionId, shopper.userId]);
    return await work(async (statement) => (await client.query(statement)).rows);
  } finally {
    await client.query('rollback');
    client.release();
  }
}
