import { LONG_TIMEOUTS } from '@aparajita/postgres/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { refused, resetShop, stocks, submit, toCheckout } from '#test/checkout.ts';
import { begin, beginPaying, openPayingShop, type Paying, pay, verify } from '#test/payments.ts';
import type { TestShopper } from '#test/shop.ts';

/** Of unpaid units of one product, and of open cash orders, for each shopper. */
const LIMIT = 5;
const cashLimits = { maxTotal: null, openOrders: 3 };
let asha: TestShopper;

const shop = await openPayingShop({}, { unpaidLimit: LIMIT, cashLimits, timeouts: LONG_TIMEOUTS });

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

  test('and concurrent tabs cannot exceed the limit', async () => {
    const { shipping_address_id } = await put();
    const order = { shipping_address_id, total_amount: 998 };
    async function orderTwo(): Promise<void> {
      await asha.request('POST', '/api/cart/items', { product_id: '1', quantity: 2 });
      await payCash(order);
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
});

/** Whether the payment still holds the stock of its items; without it, it could not be paid in its other tab. */
async function expectOpen({ id }: Paying, held: Record<string, number>): Promise<void> {
  const { body } = await asha.request('GET', '/api/payments/open');
  expect(body.payment).toMatchObject({ id });
  expect(await stocks(shop.db.owner)).toMatchObject(held);
}

const setStock = (stock: number, ...ids: string[]) =>
  shop.rows('update products set stock = $1 where id = any($2)', [stock, ids]);

describe.each(WAYS)('an order %s that is refused leaves the open payment as it is', (_, order) => {
  test('because of an item that the payment does not hold, or more pieces than are left with those it holds', async () => {
    const paying = await beginPaying(shop, [['1', 2]], asha);
    const more = await put(['2', 1]);
    await setStock(0, '1', '2');
    const { status, body } = await order(more);
    expect({ status, body }).toMatchObject(refused(409, 'out_of_stock'));
    // Not the item of which the shopper has all they want.
    expect(body.error.lines).toMatchObject([{ product_id: '2', stock: 0 }]);
    await expectOpen(paying, { 1: 0, 2: 0 });

    await setStock(1, '1', '2');
    expect(await order(await put(['1', 2]))).toMatchObject({
      status: 409,
      body: { error: { code: 'out_of_stock', lines: [{ product_id: '1', stock: 3 }] } },
    });
    await expectOpen(paying, { 1: 1 });
  });

  test('because of a new price, or a cart that changed in another tab', async () => {
    const paying = await beginPaying(shop, [['1', 2]], asha);
    await setStock(0, '1');
    const changed = { ...paying.order, total_amount: paying.order.total_amount + 1 };
    expect(await order(changed)).toMatchObject(refused(409, 'cart_changed'));
    await expectOpen(paying, { 1: 0 });
    const more = await put(['2', 1]);
    await shop.rows(`update products set price = price + 1, mrp = mrp + 1 where id = '1'`);
    const answer = await order(more);
    await shop.rows(`update products set price = price - 1 where id = '1'`);
    expect(answer).toMatchObject(refused(409, 'price_changed'));
    await expectOpen(paying, { 1: 0 });
  });

  test('because of the limit of unpaid units, without those of the payment, also when it holds what is left', async () => {
    await payCash(await put(['1', 3]));
    const paying = await beginPaying(shop, [['1', 2]], asha);
    const more = await put(['1', 1]);
    for (const left of [95, 1]) {
      await setStock(left, '1');
      expect(await order(more)).toMatchObject(tooMany);
      await expectOpen(paying, { 1: left });
    }
  });
});

test('one cash order too many leaves the open payment as it is, however many pieces are left', async () => {
  for (const id of ['2', '3', '4']) await payCash(await put([id, 1]));
  const paying = await beginPaying(shop, [['1', 1]], asha);
  for (const left of [100, 0]) {
    await setStock(left, '1');
    expect(await payCash(paying.order)).toMatchObject(refused(409, 'cash_limit'));
    await expectOpen(paying, { 1: left });
  }
});

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
