import { LONG_TIMEOUTS } from '@aparajita/postgres/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { refused, resetShop, stocks, submit, toCheckout } from '#test/checkout.ts';
import { begin, beginPaying, openPayingShop, type Paying, pay, verify } from '#test/payments.ts';
import type { TestShopper } from '#test/shop.ts';

/** Of unpaid units of one product for each shopper. */
const LIMIT = 5;
let asha: TestShopper;

const shop = await openPayingShop({}, { terms: { unpaidUnits: LIMIT }, timeouts: LONG_TIMEOUTS });

beforeEach(async () => {
  await shop.db.owner.query('truncate payment_intents cascade');
  await resetShop(shop.db.owner);
  asha = await shop.newShopper();
});

/** Adds to the cart; returns the order that the shopper would send. */
async function put(...lines: [string, number][]): Promise<Paying['order']> {
  const { payment_method: _, ...order } = await toCheckout(asha, lines);
  return order;
}

const payCash = (order: object, who = asha) => submit(who, { ...order, payment_method: 'cod' });
const WAYS: [string, (order: object) => ReturnType<typeof submit>][] = [
  ['with cash', payCash],
  ['by another payment', (order) => begin(asha, order)],
];
const PLACED = { status: 201 };
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
  test.each(WAYS)(
    'in one order %s; a rejected one changes neither stock nor cart',
    async (_, order) => {
      expect(await order(await put(['2', 1], ['1', LIMIT + 1]))).toMatchObject(tooMany);
      expect(await stocks(shop.db.owner)).toMatchObject({ 1: 100, 2: 100 });
      expect((await asha.request('GET', '/api/cart')).body).toHaveLength(2);
    },
  );

  test('and the cart says how many one order can have', async () => {
    const item = { product_id: '1', quantity: LIMIT + 1 };
    const { body: added } = await asha.request('POST', '/api/cart/items', item);
    expect(added).toMatchObject({ quantity: LIMIT + 1, order_limit: LIMIT });
    const { body: cart } = await asha.request('GET', '/api/cart');
    expect(cart).toMatchObject([{ order_limit: LIMIT }]);
    const fewer = { quantity: LIMIT };
    const { body: changed } = await asha.request('PATCH', `/api/cart/items/${added.id}`, fewer);
    expect(changed).toMatchObject({ ...fewer, order_limit: LIMIT });
  });

  test('in all cash orders until they are delivered, counted by product and shopper', async () => {
    expect(await payCash(await put(['1', LIMIT], ['2', LIMIT]))).toMatchObject(PLACED);
    const bina = await shop.newShopper();
    expect(await payCash(await toCheckout(bina, [['1', LIMIT]]), bina)).toMatchObject(PLACED);
    const one = await put(['1', 1]);
    expect(await payCash(one)).toMatchObject(tooMany);
    await shop.rows(`update orders set fulfilment = 'delivered'`);
    expect(await payCash(one)).toMatchObject(PLACED);
  });

  test('in cash orders and an open payment together; paid units do not count', async () => {
    const paying = await beginPaying(shop, [['1', LIMIT]], asha);
    expect((await verify(asha, await pay(shop, paying))).body.status).toBe('paid');
    expect(await payCash(await put(['1', 3]))).toMatchObject(PLACED);
    expect(await begin(asha, await put(['1', 3]))).toMatchObject(tooMany);
  });
});

const setStock = (stock: number, ...ids: string[]) =>
  shop.rows('update products set stock = $1 where id = any($2)', [stock, ids]);

test.each(WAYS)(
  'an order %s of more pieces than are left with those that the open payment holds is refused, and leaves it as it is',
  async (_, order) => {
    const paying = await beginPaying(shop, [['1', 2]], asha);
    const more = await put(['2', 1]);
    const expectOpen = async (held: object) => {
      const { body } = await asha.request('GET', '/api/payments/open');
      expect(body.payment).toMatchObject({ id: paying.id });
      expect(await stocks(shop.db.owner)).toMatchObject(held);
    };
    await setStock(0, '1', '2');
    const { status, body } = await order(more);
    expect({ status, body }).toMatchObject(refused(409, 'out_of_stock'));
    // Not the item of which the shopper has all they want.
    expect(body.error.lines).toMatchObject([{ product_id: '2', stock: 0 }]);
    await expectOpen({ 1: 0, 2: 0 });

    await setStock(1, '1', '2');
    expect(await order(await put(['1', 2]))).toMatchObject({
      status: 409,
      body: { error: { code: 'out_of_stock', lines: [{ product_id: '1', stock: 3 }] } },
    });
    await expectOpen({ 1: 1 });
  },
);

test.each(WAYS)(
  'an order %s of what the payment holds and more replaces it and counts once',
  async (_, order) => {
    await beginPaying(shop, [['1', LIMIT - 1]], asha);
    const more = await put(['1', 1]);
    await setStock(1, '1');
    expect(await order(more)).toMatchObject(PLACED);
    expect(await stocks(shop.db.owner)).toMatchObject({ 1: 0 });
  },
);
