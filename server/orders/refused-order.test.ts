import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { refused, resetShop, type Submission, submit, toCheckout } from '#test/checkout.ts';
import { openTestShop, type TestShop, type TestShopper } from '#test/shop.ts';
import { tableFingerprints } from '#test/table-fingerprints.ts';

let shop: TestShop;
let asha: TestShopper;

beforeAll(async () => {
  shop = await openTestShop();
});

beforeEach(async () => {
  await resetShop(shop.db.owner);
  asha = await shop.newShopper();
});

describe('a rejected order changes nothing', () => {
  let order: Submission;
  let untouched: Record<string, string>;

  beforeEach(async () => {
    order = await toCheckout(asha, [
      ['1', 2],
      ['2', 1],
    ]);
  });

  /** Submits the order and compares all tables before and after. */
  async function refusedFor(submission: object, shopper = asha) {
    untouched = await tableFingerprints(shop.db.owner);
    const answer = await submit(shopper, submission);
    expect(await tableFingerprints(shop.db.owner)).toEqual(untouched);
    return answer;
  }

  test('a price has changed: the response has the old and the new price', async () => {
    await shop.db.owner.query(`update products set price = 549.5, mrp = 599 where id = '1'`);
    const answer = await refusedFor(order);
    await shop.db.owner.query(`update products set price = 499 where id = '1'`);
    expect(answer).toMatchObject(refused(409, 'price_changed'));
    expect(answer.body.error).toEqual({
      code: 'price_changed',
      message: 'The price of Dried Aparajita Flowers has changed.',
      lines: [
        {
          product_id: '1',
          product_name: 'Dried Aparajita Flowers',
          quantity: 2,
          stock: 100,
          price: 499,
          current_price: 549.5,
        },
      ],
    });
  });

  test('a changed price is rejected even when the total is the new one', async () => {
    await shop.db.owner.query(`update products set price = 549, mrp = 599 where id = '1'`);
    const answer = await refusedFor({ ...order, total_amount: 549 * 2 + 799 });
    await shop.db.owner.query(`update products set price = 499 where id = '1'`);
    expect(answer).toMatchObject(refused(409, 'price_changed'));
  });

  test('not enough stock: the response has the item and how many are left', async () => {
    await shop.db.owner.query(`update products set stock = 1 where id in ('1', '3')`);
    const answer = await refusedFor(order);
    expect(answer.status).toBe(409);
    expect(answer.body.error).toMatchObject({
      code: 'out_of_stock',
      message: 'Only 1 of Dried Aparajita Flowers left.',
      lines: [{ product_id: '1', quantity: 2, stock: 1 }],
    });
    expect(answer.body.error.lines).toHaveLength(1);
  });

  test('no stock: the message says sold out', async () => {
    await shop.db.owner.query(`update products set stock = 0 where id = '2'`);
    const answer = await refusedFor(order);
    expect(answer.body.error.message).toBe('Premium Blue Tea Pack is sold out.');
  });

  test('a product is no longer sold', async () => {
    await shop.db.owner.query(`update products set active = false, stock = 0 where id = '2'`);
    const answer = await refusedFor(order);
    expect(answer.status).toBe(409);
    expect(answer.body.error).toMatchObject({
      code: 'product_gone',
      message: 'Premium Blue Tea Pack is no longer sold.',
      lines: [{ product_id: '2' }],
    });
  });

  test.each([0, 1797.01, 1796.99, 998, 9_999_999_999.99])(
    'a total of %d differs from the cart’s total',
    async (total) => {
      const answer = await refusedFor({ ...order, total_amount: total });
      expect(answer).toMatchObject(refused(409, 'cart_changed'));
    },
  );

  test('something was added in another tab since the total was shown', async () => {
    await asha.request('POST', '/api/cart/items', { product_id: '5', quantity: 1 });
    expect(await refusedFor(order)).toMatchObject(refused(409, 'cart_changed'));
  });

  test('the cart is empty', async () => {
    await asha.request('DELETE', '/api/cart');
    const answer = await refusedFor(order);
    expect(answer).toMatchObject(refused(409, 'cart_empty'));
    expect(answer.body.error.message).toBe('Your cart is empty');
  });

  test('the address does not exist', async () => {
    const answer = await refusedFor({ ...order, shipping_address_id: randomUUID() });
    expect(answer).toMatchObject(refused(404, 'address_not_found'));
    expect(answer.body.error.message).toBe('Please select a shipping address');
  });

  test('the address is another shopper’s', async () => {
    const bina = await shop.newShopper();
    const { shipping_address_id } = await toCheckout(bina, []);
    expect(await refusedFor({ ...order, shipping_address_id })).toMatchObject(
      refused(404, 'address_not_found'),
    );
  });

  test.each([
    [{ shipping_address_id: '' }, { shipping_address_id: 'Please select a shipping address' }],
    [
      { shipping_address_id: undefined },
      { shipping_address_id: 'Please select a shipping address' },
    ],
    [{ payment_method: 'razorpay' }, { payment_method: 'Choose how you would like to pay' }],
    [{ total_amount: '1797' }, { total_amount: expect.any(String) }],
    [{ total_amount: -1 }, { total_amount: expect.any(String) }],
    [{ order_number: 'AP-000-000' }, { order_number: expect.any(String) }],
    [{ status: 'delivered' }, { status: expect.any(String) }],
    [{ user_id: randomUUID() }, { user_id: expect.any(String) }],
    ...[499.995, 1e12, 1e308].map((total_amount): [object, object] => [
      { total_amount },
      { total_amount: 'Not an amount in rupees and paise' },
    ]),
  ])('400: %o', async (change, fields) => {
    const answer = await refusedFor({ ...order, ...change });
    expect(answer).toMatchObject(refused(400, 'invalid_input'));
    expect(answer.body.error.fields).toEqual(fields);
  });

  test.each(['', 'short', 'x'.repeat(101), 'with spaces in it', 'semi;colons', 'ünï-cödé-key'])(
    '400: the key %o',
    async (key) => {
      untouched = await tableFingerprints(shop.db.owner);
      const headers = new Headers();
      headers.set('idempotency-key', Buffer.from(key).toString('latin1'));
      const answer = await asha.request('POST', '/api/orders', order, Object.fromEntries(headers));
      expect(answer).toMatchObject(refused(400, 'idempotency_key_missing'));
      expect(await tableFingerprints(shop.db.owner)).toEqual(untouched);
    },
  );

  test('the idempotency key is missing', async () => {
    const answer = await asha.request('POST', '/api/orders', order);
    expect(answer).toMatchObject(refused(400, 'idempotency_key_missing'));
  });

  test('the session has ended', async () => {
    await asha.request('POST', '/auth/v1/logout');
    expect(await refusedFor(order)).toMatchObject(refused(401, 'not_signed_in'));
  });
});
