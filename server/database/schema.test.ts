import { randomUUID } from 'node:crypto';
import { migrate, readMigrations } from '@aparajita/postgres/migrate';
import { cloneDatabase } from '@aparajita/postgres/testing';
import { withClient } from '@aparajita/postgres/with-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertShopper, readyToOrder } from '#test/shop-database.ts';
import { SHOP_SCHEMA } from './shop-schema.ts';

const db = await cloneDatabase();

afterAll(() => db.drop());

test('the files of the shop and of its accounts have a number of their own each', async () => {
  const once = (await readMigrations(SHOP_SCHEMA)).filter(({ repeatable }) => !repeatable);
  const numbers = once.map(({ name }) => name.split(/[-_]/)[0]);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(once.map(({ name }) => name)).toContain('10-accounts.sql');
});

test('every revision can be applied once more, and changes nothing by that', async () => {
  const revisions = (await readMigrations(SHOP_SCHEMA)).filter(({ repeatable }) => repeatable);
  const before = await catalogue();
  // With their bodies checked now: while a database is made, a function may come before what it calls.
  await db.owner.query(revisions.map(({ sql }) => sql).join('\n'));
  expect(await catalogue()).toEqual(before);

  async function catalogue() {
    const { rows } = await db.owner.query(`
      select pg_get_functiondef(oid) || coalesce(proacl::text, '') as made
      from pg_proc where pronamespace in ('public'::regnamespace, 'auth'::regnamespace) and prokind = 'f'
      union all select pg_get_triggerdef(oid) from pg_trigger
      union all select pg_get_constraintdef(oid) || convalidated from pg_constraint
      union all select concat(oid::regclass, relacl, relrowsecurity) from pg_class
        where relnamespace in ('public'::regnamespace, 'auth'::regnamespace)
      union all select concat(attrelid::regclass, attname, attacl) from pg_attribute where attacl is not null
      union all select concat(polrelid::regclass, polname, polcmd, polroles, pg_get_expr(polqual, polrelid),
        pg_get_expr(polwithcheck, polrelid)) from pg_policy
      order by 1`);
    return rows.map(({ made }) => made);
  }
});

test('an owner that is no superuser makes the schema, and applies its revisions in a later session', async () => {
  const owner = `owner_${randomUUID().replaceAll('-', '')}`;
  const connection = { ...db.connection, database: owner, user: owner, password: 'x' };
  await db.owner.query(`create role ${owner} login createrole password 'x'`);
  await db.owner.query(`grant shop_app, shop_auth, shop_staff, shop_worker to ${owner}`);
  await db.owner.query(`create database ${owner} owner ${owner} template template0`);
  try {
    const made = await migrate(connection, SHOP_SCHEMA);
    await withClient(connection, (client) =>
      client.query(`delete from applied_migrations where name like '% revision %'`),
    );
    const applied = await migrate(connection, SHOP_SCHEMA);
    expect(applied).toEqual(made.filter((name) => name.includes(' revision ')));
  } finally {
    await db.owner.query(`drop database ${owner} with (force)`);
    await db.owner.query(`drop role ${owner}`);
  }
});

test('a security definer function searches pg_temp last, or qualifies every name, and PUBLIC may execute none', async () => {
  const { rows } = await db.owner.query<{ name: string; path: string | null; open: boolean }>(
    `select oid::regprocedure::text as name, has_function_privilege('public', oid, 'execute') as open,
       (select setting from unnest(proconfig) setting where setting like 'search\\_path=%') as path
     from pg_proc where prosecdef and pronamespace in ('public'::regnamespace, 'auth'::regnamespace)`,
  );
  expect(rows.length).toBeGreaterThan(5);
  const unsafe = rows.filter(({ path }) => !/^search_path=(""|.*, pg_temp)$/.test(path ?? ''));
  expect(unsafe).toEqual([]);
  expect(rows.filter(({ open }) => open)).toEqual([]);
});

describe('not even the owner can write', () => {
  beforeAll(async () => {
    const shopper = await insertShopper(db.owner);
    await readyToOrder(db.owner, shopper, [{ product_id: '1', quantity: 1 }]);
    await db.owner.query(
      `with placed as (
         insert into orders (user_id, order_number, total_amount, shipping_address_id, shipping_address,
           payment_method, idempotency_key, request_hash)
         select user_id, 'AP-000-000', 499, id, '{}', 'cod', 'key-of-the-first', 'x' from addresses
         returning id, user_id
       )
       insert into order_items (order_id, user_id, product_id, product_name, product_image, quantity, price)
       select id, user_id, '1', 'X', 'x', 1, 499 from placed`,
    );
    const { rows } = await db.owner.query(
      'select subtotal::float, (price * quantity)::float as product from order_items',
    );
    expect(rows, 'the subtotal is the price times the quantity').toEqual([
      { subtotal: 499, product: 499 },
    ]);
  });

  const CHECK = '23514';
  const UNIQUE = '23505';
  const FOREIGN = '23503';
  const MISSING = '23502';
  const RESTRICT = '23001';
  const GENERATED = '428C9';
  const COPY_ORDER = `insert into orders (user_id, order_number, total_amount, shipping_address,
    payment_method, idempotency_key, request_hash) select user_id,`;

  test.each([
    ['update cart_items set quantity = 0', CHECK],
    ['update cart_items set quantity = 1000', CHECK],
    ['update cart_items set price = -0.01', CHECK],
    [`update cart_items set product_id = 'none'`, FOREIGN],
    [
      `insert into cart_items (user_id, product_id, product_name, product_image, quantity, price)
       select user_id, product_id, 'X', 'x', 1, 1 from cart_items`,
      UNIQUE,
    ],
    ['update products set stock = -1', CHECK],
    ['update products set price = 0', CHECK],
    [`update products set id = repeat('x', 65) where id = '6'`, CHECK],
    ['update products set mrp = 0', CHECK],
    ['update products set mrp = 1, price = 2', CHECK],
    [
      `insert into products select (jsonb_populate_record(product, '{"id": "7", "price": 0, "creation_key": null}')).*
       from products product where id = '6'`,
      CHECK,
    ],
    [`delete from products where id = '1'`, RESTRICT], // an order has it
    [`update orders set fulfilment = 'eaten'`, CHECK],
    [`update orders set payment_method = 'shells'`, CHECK],
    [`update orders set payment_status = 'maybe'`, CHECK],
    ['update orders set total_amount = -1', CHECK],
    ['update orders set shipping_address = null', MISSING],
    [`update orders set shipping_address = '[]'`, CHECK],
    ['update orders set user_id = gen_random_uuid()', FOREIGN], // its address is another shopper's
    [`${COPY_ORDER} order_number, 1, '{}', 'cod', 'another-key', 'x' from orders`, UNIQUE],
    [`${COPY_ORDER} 'AP-111-111', 1, '{}', 'cod', idempotency_key, 'x' from orders`, UNIQUE],
    ['update order_items set quantity = 0', CHECK],
    ['update order_items set price = -1', CHECK],
    ['update order_items set subtotal = 1', GENERATED],
    ['update order_items set user_id = gen_random_uuid()', FOREIGN],
    ['update order_items set order_id = gen_random_uuid()', FOREIGN],
  ])('%s: %s', async (statement, code) => {
    await expect(db.owner.query(statement)).rejects.toMatchObject({ code });
  });

  test('two default addresses of a shopper', async () => {
    await expect(
      db.owner.query(
        `insert into addresses (user_id, full_name, phone, address_line1, city, state, postal_code, is_default)
         select user_id, full_name, phone, address_line1, city, state, postal_code, true
         from addresses, generate_series(1, 2)`,
      ),
    ).rejects.toMatchObject({ code: UNIQUE });
  });
});
