import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { refused, resetShop, stocks, submit, toCheckout } from '#test/checkout.ts';
import {
  begin,
  beginPaying,
  openPayingShop,
  type Paying,
  type PayingShop,
} from '#test/payments.ts';
import type { TestShopper } from '#test/shop.ts';

const LIMIT = 5;
let shop: PayingShop;
let asha: TestShopper;

beforeAll(async () => {
  shop = await openPayingShop(
    {},
    { unpaidLimit: LIMIT, cashLimits: { maxTotal: null, openOrders: 1 } },
  );
});

beforeEach(async () => {
  await shop.db.owner.query('truncate payment_intents cascade');
  await resetShop(shop.db.owner);
  asha = await shop.newShopper();
});

const payCash = (order: object) => submit(asha, { ...order, payment_method: 'cod' });
const WAYS: [string, (order: object) => ReturnType<typeof submit>][] = [
  ['with cash', payCash],
  ['by another payment', (order) => begin(asha, order)],
];

/** Adds to the cart of an open payment; returns the order that the shopper would send. */
async function putMore(lines: [string, number][]): Promise<Paying['order']> {
  const { payment_method: _, ...order } = await toCheckout(asha, lines);
  return order;
}

/** Whether the payment still holds the stock of its items; without it, it could not be paid in its other tab. */
async function expectOpen({ id }: Paying, held: Record<string, number>): Promise<void> {
  const { body } = await asha.request('GET', '/api/payments/open');
  expect(body.payment).toMatchObject({ id });
  expect(await stocks(shop.db.owner)).toMatchObject(held);
}

describe.each(WAYS)('an order %s that is refused leaves the open payment as it is', (_, order) => {
  test('because of an item that the payment does not hold', async () => {
    const paying = await beginPaying(shop, [['1', 2]], asha);
    const more = await putMore([['2', 1]]);
    await shop.rows(`update products set stock = 0 where id in ('1', '2')`);
    const { status, body } = await order(more);
    expect({ status, body }).toMatchObject(refused(409, 'out_of_stock'));
    // Not the item of which the shopper has all they want.
    expect(body.error.lines).toMatchObject([{ product_id: '2', stock: 0 }]);
    await expectOpen(paying, { 1: 0, 2: 0 });
  });

  test('because of more pieces than are left with those it holds', async () => {
    const paying = await beginPaying(shop, [['1', 2]], asha);
    const more = await putMore([['1', 2]]);
    await shop.rows(`update products set stock = 1 where id = '1'`);
    expect(await order(more)).toMatchObject({
      status: 409,
      body: { error: { code: 'out_of_stock', lines: [{ product_id: '1', stock: 3 }] } },
    });
    await expectOpen(paying, { 1: 1 });
  });

  test('because of a new price', async () => {
    const paying = await beginPaying(shop, [['1', 2]], asha);
    const more = await putMore([['2', 1]]);
    await shop.rows(
      `update products set stock = 0, price = price + 1, mrp = mrp + 1 where id = '1'`,
    );
    const { status, body } = await order(more);
    await shop.rows(`update products set price = price - 1 where id = '1'`);
    expect({ status, body }).toMatchObject(refused(409, 'price_changed'));
    await expectOpen(paying, { 1: 0 });
  });

  test('because its cart has changed in another tab', async () => {
    const paying = await beginPaying(shop, [['1', 2]], asha);
    await shop.rows(`update products set stock = 0 where id = '1'`);
    const changed = { ...paying.order, total_amount: paying.order.total_amount + 1 };
    expect(await order(changed)).toMatchObject(refused(409, 'cart_changed'));
    await expectOpen(paying, { 1: 0 });
  });

  test('because of the limit of unpaid units, without those of the payment', async () => {
    const paying = await beginPaying(shop, [['1', 3]], asha);
    expect(await order(await putMore([['1', LIMIT - 2]]))).toMatchObject(
      refused(409, 'unpaid_limit'),
    );
    await expectOpen(paying, { 1: 97 });
  });

  test('because of that limit, when the payment holds what is left', async () => {
    await payCash(await putMore([['1', 3]]));
    const paying = await beginPaying(shop, [['1', 2]], asha);
    const more = await putMore([['1', 1]]);
    await shop.rows(`update products set stock = 1 where id = '1'`);
    expect(await order(more)).toMatchObject(refused(409, 'unpaid_limit'));
    await expectOpen(paying, { 1: 1 });
  });
});

test.each([100, 0])(
  'one cash order too many leaves the open payment as it is, with %i pieces left',
  async (left) => {
    await payCash(await putMore([['2', 1]]));
    const paying = await beginPaying(shop, [['1', 1]], asha);
    await shop.rows(`update products set stock = $1 where id = '1'`, [left]);
    expect(await payCash(paying.order)).toMatchObject(refused(409, 'cash_limit'));
    await expectOpen(paying, { 1: left });
  },
);

test.each(WAYS)('an order %s of what the payment holds and more replaces it', async (_, order) => {
  await beginPaying(shop, [['1', 2]], asha);
  const more = await putMore([['1', 1]]);
  await shop.rows(`update products set stock = 1 where id = '1'`);
  expect(await order(more)).toMatchObject({ status: 201 });
  expect(await stocks(shop.db.owner)).toMatchObject({ 1: 0 });
});
