import { LONG_TIMEOUTS } from '@aparajita/postgres/testing';
import { beforeEach, expect, test } from 'vitest';
import { refused, resetShop, submit, toCheckout } from '#test/checkout.ts';
import { asPaying, begin, openPayingShop, pay, verify } from '#test/payments.ts';
import type { TestShopper } from '#test/shop.ts';
import { hireStaff } from '#test/staff.ts';

/** ₹49 for delivery below ₹999, ₹30 for cash, and five percent off what is paid online. */
const TERMS = {
  shipping: { fee: 4_900, freeFrom: 99_900 },
  cashFee: 3_000,
  onlinePercent: 5,
};
const shop = await openPayingShop({}, { terms: TERMS, timeouts: LONG_TIMEOUTS });
const { act, go, rows } = await hireStaff(shop);
// The sandbox's payments count as live here, because no parcel is sent for a test payment.
await rows('alter table orders drop constraint orders_payment_mode_fkey');
let asha: TestShopper;

beforeEach(async () => {
  await shop.db.owner.query('truncate payment_intents cascade');
  await resetShop(shop.db.owner);
  asha = await shop.newShopper();
});

const NO_CODE = { coupon_code: null, coupon_discount: 0 };
const readOrder = async (id: string) => (await asha.request('GET', `/api/orders/${id}`)).body;

test('the shopper is told what the shop charges', async () => {
  expect((await asha.request('GET', '/api/checkout/terms')).body).toMatchObject({
    ...{ mode: 'sandbox', online_percent: 5 },
    cash: { refused: null, fee: 30, min_total: null, max_total: null, first_max_total: null },
    delivery: { serves: true, cash: true, fee: 49, free_from: 999 },
    own_code: null,
  });
});

test('an order in cash costs its goods, delivery and the fee, and is refused at any other total', async () => {
  const order = await toCheckout(asha, [['1', 1]]);
  for (const total_amount of [499, 548, 529, 577, 579])
    expect(await submit(asha, { ...order, total_amount })).toMatchObject(
      refused(409, 'cart_changed'),
    );
  const placed = await submit(asha, { ...order, total_amount: 578 });
  expect(placed).toMatchObject({ status: 201, body: { total_amount: 578 } });
  expect(await readOrder(placed.body.id)).toMatchObject({
    total_amount: 578,
    charges: { ...NO_CODE, online_discount: 0, shipping_fee: 49, cash_fee: 30 },
    order_items: [{ price: 499, subtotal: 499 }],
  });
});

test('what is paid online costs less, item by item to the paisa, and a return is worth what it cost', async () => {
  const { payment_method: _, ...order } = await toCheckout(asha, [
    ['1', 2],
    ['3', 1],
  ]);
  expect(await begin(asha, order)).toMatchObject(refused(409, 'cart_changed'));
  const agreed = { ...order, total_amount: 2182.15 };
  const paying = asPaying(asha, agreed, await begin(asha, agreed));
  expect(paying.amount).toBe(218_215);
  const paid = await verify(asha, await pay(shop, paying));
  expect(paid.body.status).toBe('paid');
  const id: string = paid.body.order_id;
  expect(await readOrder(id)).toMatchObject({
    total_amount: 2182.15,
    charges: { ...NO_CODE, online_discount: 114.85, shipping_fee: 0, cash_fee: 0 },
  });
  const items = await rows('select id, discount::float8 from order_items order by product_id');
  expect(items.map(({ discount }) => discount)).toEqual([49.9, 64.95]);

  await rows(`update orders set payment_mode = 'live' where id = $1`, [id]);
  await go(id, 'hand_over', 'deliver');
  const [first] = items;
  const returned = [{ item: first?.id, good: 1, damaged: 0 }];
  expect((await act(id, 'receive_return', { returned })).body.refund_due).toBe(474.05);
});

test('no order says that it was charged what its kind is not', async () => {
  const placed = await submit(asha, { ...(await toCheckout(asha, [['1', 1]])), total_amount: 578 });
  for (const wrong of [
    'cash_fee = -1',
    'shipping_fee = -1',
    'online_discount = 1',
    'coupon_discount = 1',
    `coupon_code = 'X'`,
  ])
    await expect(
      rows(`update orders set ${wrong} where id = $1`, [placed.body.id]),
      wrong,
    ).rejects.toThrow('orders_charges_check');
});
