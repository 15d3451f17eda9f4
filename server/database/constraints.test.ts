import { cloneDatabase, type TestDatabase } from '@aparajita/postgres/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertShopper, readyToOrder } from '#test/shop-database.ts';

/** Rows that not even the owner can write: constraints refuse them. */
let db: TestDatabase;

beforeAll(async () => {
  db = await cloneDatabase();
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
});

afterAll(() => db.drop());

const CHECK = '23514';
const UNIQUE = '23505';
const FOREIGN = '23503';
const MISSING = '23502';
const RESTRICT = '23001';

describe('a cart item', () => {
  test.each([
    ['with quantity 0', 'update cart_items set quantity = 0', CHECK],
    ['with a negative quantity', 'update cart_items set quantity = -1', CHECK],
    ['with quantity 1000', 'update cart_items set quantity = 1000', CHECK],
    ['with a negative price', 'update cart_items set price = -0.01', CHECK],
    ['of an unknown product', `update cart_items set product_id = 'none'`, FOREIGN],
    [
      'of a product that has an item already',
      `insert into cart_items (user_id, product_id, product_name, product_image, quantity, price)
       select user_id, product_id, 'X', 'x', 1, 1 from cart_items`,
      UNIQUE,
    ],
    ['without a shopper', 'update cart_items set user_id = null', MISSING],
  ])('%s', refused);
});

describe('a product', () => {
  test.each([
    ['with negative stock', 'update products set stock = -1', CHECK],
    ['with price 0', 'update products set price = 0', CHECK],
    ['without a name', `update products set name = ''`, CHECK],
    ['without a picture', `update products set images = '{}'`, CHECK],
    ['with fewer texts than pictures', `update products set image_texts = '{A pouch}'`, CHECK],
    [
      'with a picture whose text is missing',
      'update products set image_texts = array_fill(null::text, array[cardinality(images)])',
      CHECK,
    ],
    ['of an unknown kind', `update products set category = 'coffee'`, CHECK],
    ['without an id', `update products set id = '' where id = '6'`, CHECK],
    ['with an id too long', `update products set id = repeat('x', 65) where id = '6'`, CHECK],
    ['with MRP 0', 'update products set mrp = 0', CHECK],
    ['dearer than its MRP', 'update products set mrp = 1, price = 2', CHECK],
    ['with contents that are no list', `update products set contents = '{}'`, CHECK],
    ['from nowhere', `update products set country_of_origin = ''`, CHECK],
    ['with six stars', 'update products set rating = 6', CHECK],
    ['with less than no stars', 'update products set rating = -0.1', CHECK],
    ['with less than no reviews', 'update products set review_count = -1', CHECK],
    [
      'added at no price',
      `insert into products select (jsonb_populate_record(product, '{"id": "7", "price": 0, "creation_key": null}')).*
       from products product where id = '6'`,
      CHECK,
    ],
    ['deleted while an order has it', `delete from products where id = '1'`, RESTRICT],
  ])('%s', refused);
});

describe('an address', () => {
  test.each([
    ['with a phone number too short', `update addresses set phone = '123456789'`, CHECK],
    ['with a city too long', `update addresses set city = repeat('x', 101)`, CHECK],
    ['without a name', `update addresses set full_name = ''`, CHECK],
    ['without a country', 'update addresses set country = null', MISSING],
  ])('%s', refused);

  test('is the only default, even without the trigger', async () => {
    await db.owner.query('alter table addresses disable trigger clear_other_default_addresses');
    await refused(
      '',
      `with copies as (
         insert into addresses (user_id, full_name, phone, address_line1, city, state, postal_code, is_default)
         select user_id, full_name, phone, address_line1, city, state, postal_code, true
         from addresses, generate_series(1, 2) returning id
       ) select from copies`,
      UNIQUE,
    );
    await db.owner.query('alter table addresses enable trigger clear_other_default_addresses');
  });
});

describe('an order', () => {
  test.each([
    ['in an unknown state', `update orders set fulfilment = 'eaten'`, CHECK],
    ['paid in an unknown way', `update orders set payment_method = 'shells'`, CHECK],
    ['with an unknown payment state', `update orders set payment_status = 'maybe'`, CHECK],
    ['with a negative total', 'update orders set total_amount = -1', CHECK],
    ['without an address', 'update orders set shipping_address = null', MISSING],
    ['with a list for an address', `update orders set shipping_address = '[]'`, CHECK],
    ['to an address of another shopper', 'update orders set user_id = gen_random_uuid()', FOREIGN],
    [
      'with the number of another order',
      `insert into orders (user_id, order_number, total_amount, shipping_address, payment_method,
         idempotency_key, request_hash)
       select user_id, order_number, 1, '{}', 'cod', 'another-key', 'x' from orders`,
      UNIQUE,
    ],
    [
      'with a used idempotency key',
      `insert into orders (user_id, order_number, total_amount, shipping_address, payment_method,
         idempotency_key, request_hash)
       select user_id, 'AP-111-111', 1, '{}', 'cod', idempotency_key, 'x' from orders`,
      UNIQUE,
    ],
  ])('%s', refused);
});

describe('an order item', () => {
  test.each([
    ['with quantity 0', 'update order_items set quantity = 0', CHECK],
    ['with a negative price', 'update order_items set price = -1', CHECK],
    ['with a subtotal of its own', 'update order_items set subtotal = 1', '428C9'],
    [
      'in an order of another shopper',
      'update order_items set user_id = gen_random_uuid()',
      FOREIGN,
    ],
    ['of an unknown order', 'update order_items set order_id = gen_random_uuid()', FOREIGN],
  ])('%s', refused);

  test('has its price times its quantity as subtotal', async () => {
    const { rows } = await db.owner.query(
      'select subtotal::float, (price * quantity)::float as product from order_items',
    );
    expect(rows).toEqual([{ subtotal: 499, product: 499 }]);
  });
});

async function refused(_: string, statement: string, code: string): Promise<void> {
  await expect(db.owner.query(statement)).rejects.toMatchObject({ code });
}
