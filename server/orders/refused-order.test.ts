import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { refused, resetShop, type Submission, submit, toCheckout } from '#test/checkout.ts';
import { tableFingerprints } from '#test/refusals.ts';
import { openTestShop, type TestShopper } from '#test/shop.ts';

const shop = await openTestShop();
const bina = await shop.newShopper();
await shop.db.owner.query('create table first_prices as select id, price from products');
let asha: TestShopper;

beforeEach(async () => {
  await resetShop(shop.db.owner);
  await query('update products set price = f.price from first_prices f where f.id = products.id');
  asha = await shop.newShopper();
});

const query = (sql: string) => shop.db.owner.query(sql);

/** Expects that this changes no table; returns its answer. */
async function changingNothing<T>(act: () => Promise<T>): Promise<T> {
  const untouched = await tableFingerprints(shop.db.owner);
  const answer = await act();
  expect(await tableFingerprints(shop.db.owner)).toEqual(untouched);
  return answer;
}

describe('a rejected order changes nothing', () => {
  let order: Submission;

  beforeEach(async () => {
    order = await toCheckout(asha, [
      ['1', 2],
      ['2', 1],
    ]);
  });

  const refusedFor = (change: object) =>
    changingNothing(() => submit(asha, { ...order, ...change }));

  test('a price has changed: the response has the old and the new price, even if the total is the new one', async () => {
    await query(`update products set price = 549.5, mrp = 599 where id = '1'`);
    for (const total_amount of [order.total_amount, 549.5 * 2 + 799]) {
      const answer = await refusedFor({ total_amount });
      expect(answer.status).toBe(409);
      expect(answer.body.error).toEqual({
        code: 'price_changed',
        message: 'The price of Dried Aparajita Flowers has changed.',
        lines: [
          {
            ...{ product_id: '1', product_name: 'Dried Aparajita Flowers', quantity: 2 },
            ...{ stock: 100, price: 499, current_price: 549.5 },
          },
        ],
      });
    }
  });

  test.each([
    [
      'not enough stock: the response has the item and how many are left',
      `stock = 1 where id in ('1', '3')`,
      'out_of_stock',
      'Only 1 of Dried Aparajita Flowers left.',
      [{ product_id: '1', quantity: 2, stock: 1 }],
    ],
    [
      'no stock: the message says sold out',
      `stock = 0 where id = '2'`,
      'out_of_stock',
      'Premium Blue Tea Pack is sold out.',
      [{ product_id: '2', stock: 0 }],
    ],
    [
      'a product is no longer sold',
      `active = false, stock = 0 where id = '2'`,
      'product_gone',
      'Premium Blue Tea Pack is no longer sold.',
      [{ product_id: '2' }],
    ],
  ])('%s', async (_, change, code, message, lines) => {
    await query(`update products set ${change}`);
    const answer = await refusedFor({});
    expect(answer).toMatchObject({ status: 409, body: { error: { code, message, lines } } });
  });

  test('something was added in another tab since the total was shown, or the cart was emptied', async () => {
    await asha.request('POST', '/api/cart/items', { product_id: '5', quantity: 1 });
    expect(await refusedFor({})).toMatchObject(refused(409, 'cart_changed'));
    await asha.request('DELETE', '/api/cart');
    const { status, body } = await refusedFor({});
    expect([status, body.error]).toEqual([
      409,
      { code: 'cart_empty', message: 'Your cart is empty' },
    ]);
  });

  test('the address does not exist, or is another shopper’s', async () => {
    const hers = await toCheckout(bina, []);
    for (const shipping_address_id of [randomUUID(), hers.shipping_address_id]) {
      const { status, body } = await refusedFor({ shipping_address_id });
      expect([status, body.error]).toEqual([
        404,
        { code: 'address_not_found', message: 'Please select a shipping address' },
      ]);
    }
  });

  test('no address is chosen, or another field is wrong', async () => {
    const choose = 'Please select a shipping address';
    for (const [change, fields] of [
      [{ shipping_address_id: '' }, { shipping_address_id: choose }],
      [{ shipping_address_id: undefined }, { shipping_address_id: choose }],
      [{ payment_method: 'razorpay' }, { payment_method: 'Choose how you would like to pay' }],
      [{ total_amount: 499.995 }, { total_amount: 'Not an amount in rupees and paise' }],
    ] as const) {
      const answer = await refusedFor(change);
      expect(answer, JSON.stringify(change)).toMatchObject(refused(400, 'invalid_input'));
      expect(answer.body.error.fields).toEqual(fields);
    }
  });

  test('the idempotency key is missing or no key', async () => {
    for (const key of [undefined, 'short', 'x'.repeat(101), 'with spaces in it']) {
      const headers = key === undefined ? undefined : { 'idempotency-key': key };
      const answer = await changingNothing(() =>
        asha.request('POST', '/api/orders', order, headers),
      );
      expect(answer, key).toMatchObject(refused(400, 'idempotency_key_missing'));
    }
  });
});

describe('the same key', () => {
  const KEY = 'a-key-of-mine';

  test('with the same body returns the same order and changes nothing', async () => {
    const order = await toCheckout(asha, [['1', 1]]);
    const first = await submit(asha, order, KEY);
    await asha.request('POST', '/api/cart/items', { product_id: '2', quantity: 1 });
    const { total_amount, ...rest } = order;
    const again = await changingNothing(() => submit(asha, { total_amount, ...rest }, KEY));
    expect([again.status, again.body]).toEqual([201, first.body]);
  });

  test('with another body is rejected, and nothing is ordered', async () => {
    await submit(asha, await toCheckout(asha, [['1', 1]]), KEY);
    const next = await toCheckout(asha, [['2', 1]]);
    const answer = await changingNothing(() => submit(asha, next, KEY));
    expect(answer).toMatchObject(refused(409, 'idempotency_key_reused'));
  });

  test('is separate for each shopper, and can be used again after a rejected order', async () => {
    const order = await toCheckout(asha, [['1', 3]]);
    await query(`update products set stock = 2 where id = '1'`);
    expect(await submit(asha, order, KEY)).toMatchObject({ status: 409 });
    await query(`update products set stock = 4 where id = '1'`);
    const first = await submit(asha, order, KEY);
    const second = await submit(bina, await toCheckout(bina, [['1', 1]]), KEY);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body.id).not.toBe(first.body.id);
  });
});
