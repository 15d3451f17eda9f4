import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { resetShop, stocks, submit, toCheckout } from '#test/checkout.ts';
import {
  begin,
  beginPaying,
  openPayingShop,
  type PayingShop,
  pay,
  verify,
} from '#test/payments.ts';
import type { TestShopper } from '#test/shop.ts';

const LIMIT = 5;
let shop: PayingShop;
let asha: TestShopper;

beforeAll(async () => {
  shop = await openPayingShop({}, { unpaidLimit: LIMIT });
});

beforeEach(async () => {
  await shop.db.owner.query('truncate payment_intents cascade');
  await resetShop(shop.db.owner);
  asha = await shop.newShopper();
});

const tooMany = {
  status: 409,
  body: {
    error: {
      code: 'unpaid_limit',
      message:
        'You can order at most 5 of Dried Aparajita Flowers at a time; cash orders on their way count too. Please order fewer, or write to us.',
    },
  },
};

describe('the unpaid units of one product per shopper are limited', () => {
  test('in one order; a rejected order changes neither stock nor cart', async () => {
    const order = await toCheckout(asha, [
      ['2', 1],
      ['1', LIMIT + 1],
    ]);
    expect(await submit(asha, order)).toMatchObject(tooMany);
    expect(await stocks(shop.db.owner)).toMatchObject({ 1: 100, 2: 100 });
    expect((await asha.request('GET', '/api/cart')).body).toHaveLength(2);
  });

  test('and the cart says how many one order can have', async () => {
    const { body: added } = await asha.request('POST', '/api/cart/items', {
      product_id: '1',
      quantity: LIMIT + 1,
    });
    expect(added).toMatchObject({ quantity: LIMIT + 1, order_limit: LIMIT });
    const { body: cart } = await asha.request('GET', '/api/cart');
    expect(cart).toMatchObject([{ order_limit: LIMIT }]);
    const { body: changed } = await asha.request('PATCH', `/api/cart/items/${added.id}`, {
      quantity: LIMIT,
    });
    expect(changed).toMatchObject({ quantity: LIMIT, order_limit: LIMIT });
  });

  test('in all cash orders until they are delivered', async () => {
    expect(await submit(asha, await toCheckout(asha, [['1', LIMIT]]))).toMatchObject({
      status: 201,
    });
    const one = await toCheckout(asha, [['1', 1]]);
    expect(await submit(asha, one)).toMatchObject(tooMany);
    await shop.rows(`update orders set fulfilment = 'delivered'`);
    expect(await submit(asha, one)).toMatchObject({ status: 201 });
  });

  test('in a payment that is open', async () => {
    const { payment_method: _, ...order } = await toCheckout(asha, [['1', LIMIT + 1]]);
    expect(await begin(asha, order)).toMatchObject(tooMany);
    expect(await stocks(shop.db.owner)).toMatchObject({ 1: 100 });
  });

  test('in cash orders and an open payment together', async () => {
    await submit(asha, await toCheckout(asha, [['1', 3]]));
    const { payment_method: _, ...order } = await toCheckout(asha, [['1', 3]]);
    expect(await begin(asha, order)).toMatchObject(tooMany);
  });
});

test('paid units do not count', async () => {
  const paying = await beginPaying(shop, [['1', LIMIT]], asha);
  expect(await verify(asha, await pay(shop, paying))).toMatchObject({ body: { status: 'paid' } });
  expect(await submit(asha, await toCheckout(asha, [['1', LIMIT]]))).toMatchObject({ status: 201 });
});

test('cash instead of an open payment replaces it and counts once', async () => {
  const { order } = await beginPaying(shop, [['1', LIMIT]], asha);
  expect(await submit(asha, { ...order, payment_method: 'cod' })).toMatchObject({ status: 201 });
});

test('products and shoppers are counted separately', async () => {
  const bina = await shop.newShopper();
  const both = [
    ['1', LIMIT],
    ['2', LIMIT],
  ] satisfies [string, number][];
  expect(await submit(asha, await toCheckout(asha, both))).toMatchObject({ status: 201 });
  expect(await submit(bina, await toCheckout(bina, both))).toMatchObject({ status: 201 });
});

test('concurrent tabs cannot exceed the limit', async () => {
  const { shipping_address_id } = await toCheckout(asha, []);
  const order = { shipping_address_id, payment_method: 'cod', total_amount: 998 };
  async function orderTwo(): Promise<void> {
    await asha.request('POST', '/api/cart/items', { product_id: '1', quantity: 2 });
    await submit(asha, order);
    await asha.request('DELETE', '/api/cart');
  }
  for (let round = 0; round < 5; round += 1) await Promise.all([1, 2, 3].map(orderTwo));
  await orderTwo(); // concurrent tabs may all be rejected; a single one within the limit is not
  const [{ ordered } = { ordered: 0 }] = await shop.rows<{ ordered: number }>(
    'select coalesce(sum(quantity), 0)::int as ordered from order_items',
  );
  expect(ordered).toBeGreaterThan(0);
  expect(ordered).toBeLessThanOrEqual(LIMIT);
});
