import { beforeAll, expect, test } from 'vitest';
import { reconcile } from '#server/payments/reconcile/reconcile.ts';
import { refused } from '#test/checkout.ts';
import {
  beginPaying,
  openPayingShop,
  type PayingShop,
  pay,
  refundInDashboard,
} from '#test/payments.ts';
import type { TestShopper } from '#test/shop.ts';
import { newStaff } from '#test/staff.ts';

let shop: PayingShop;
let owner: TestShopper;
let accountant: TestShopper;

beforeAll(async () => {
  shop = await openPayingShop();
  owner = await newStaff(shop, 'owner');
  accountant = await newStaff(shop, 'accountant');
});

async function paidOrder() {
  const paying = await beginPaying(shop, [['1', 2]]);
  const paid = await pay(shop, paying);
  await shop.settle();
  const [placed] = await shop.rows<{ id: string }>('select id from orders where intent_id = $1', [
    paying.id,
  ]);
  return { order: placed?.id ?? '', payment: paid.razorpay_payment_id, paid };
}

/** What the gateway can still refund of a payment: nothing, or all. */
const setAccount = (payment: string, money: 'empty' | 'full') =>
  shop.rows(
    `update sandbox_gateway.payments set amount_refunded = case $2 when 'empty' then amount else 0 end where id = $1`,
    [payment, money],
  );

const post = (who: TestShopper, order: string, path: string, body: object, key: string) =>
  who.request('POST', `/api/admin/orders/${order}/${path}`, body, { 'idempotency-key': key });
const refund = (order: string, version: number, amount: number) =>
  post(owner, order, 'refunds', { version, amount, reason: 'goodwill' }, crypto.randomUUID());
const byHand = (
  order: string,
  version: number,
  amount: number,
  { who = owner, key = crypto.randomUUID() }: { who?: TestShopper; key?: string } = {},
) => {
  const body = { version, amount, way: 'upi', reference: 'UTR 1', reason: 'goodwill' };
  return post(who, order, 'manual-refunds', body, key);
};

const page = async (order: string, who = owner) =>
  (await who.request('GET', `/api/admin/orders/${order}`)).body;
const isFailed = async (order: string): Promise<boolean> => {
  const { body: list } = await owner.request('GET', '/api/admin/orders?queue=refunds_failed');
  const { body: today } = await owner.request('GET', '/api/admin/today');
  expect(today.refunds.count).toBe(list.orders.length);
  return list.orders.some(({ id }: { id: string }) => id === order);
};

test('a refund that failed is sent by hand, and no longer waits under Today', async () => {
  const { order, payment } = await paidOrder();
  expect(await page(order)).toMatchObject({ refundable_by_hand: 0 });
  expect(await byHand(order, 0, 1)).toMatchObject(refused(409, 'not_allowed_now'));
  await setAccount(payment, 'empty');
  await refund(order, 0, 100);
  expect(await byHand(order, 1, 1)).toMatchObject(refused(409, 'not_allowed_now'));
  await shop.round();
  expect(await isFailed(order)).toBe(true);
  expect(await page(order)).toMatchObject({ refundable: 998, refundable_by_hand: 100 });
  expect(await page(order, accountant)).toMatchObject({ refundable_by_hand: 0 });
  expect(await byHand(order, 1, 100, { who: accountant })).toMatchObject(
    refused(409, 'not_allowed_now'),
  );
  expect(await byHand(order, 1, 100.01)).toMatchObject(refused(409, 'refund_too_large'));
  const key = 'sent-by-hand-once';
  for (const _ of ['first', 'again'])
    expect((await byHand(order, 1, 100, { key })).body).toMatchObject({
      version: 2,
      payment_status: 'partially_refunded',
      refundable: 898,
      refundable_by_hand: 0,
    });
  expect(await isFailed(order)).toBe(false);

  await setAccount(payment, 'empty');
  await refund(order, 2, 50);
  await shop.round();
  expect(await page(order)).toMatchObject({
    payment_status: 'partially_refunded',
    refundable_by_hand: 50,
  });
});

test('the rest is then refunded by the gateway, and the order is refunded', async () => {
  const { order, payment } = await paidOrder();
  await setAccount(payment, 'empty');
  await refund(order, 0, 100);
  await shop.round();
  await byHand(order, 1, 100);
  await setAccount(payment, 'full');
  expect(await refund(order, 2, 898.01)).toMatchObject(refused(409, 'refund_too_large'));
  await refund(order, 2, 898);
  expect(await page(order)).toMatchObject({ payment_status: 'refund_pending' });
  await shop.settle();
  expect(await page(order)).toMatchObject({ payment_status: 'refunded', refundable: 0 });
});

test('of a cancelled order all that is left is sent by hand, and the gateway refunds nothing more', async () => {
  const { order, payment } = await paidOrder();
  await setAccount(payment, 'empty');
  const cancel = { verb: 'cancel', version: 0, reason: 'other' };
  await owner.request('POST', `/api/admin/orders/${order}/actions`, cancel);
  await shop.round();
  expect(await isFailed(order)).toBe(true);
  expect((await byHand(order, 1, 500)).body).toMatchObject({
    payment_status: 'partially_refunded',
    refundable_by_hand: 498,
  });
  expect(await isFailed(order)).toBe(true);
  expect((await byHand(order, 2, 498)).body).toMatchObject({
    payment_status: 'refunded',
    refundable: 0,
  });
  expect(await isFailed(order)).toBe(false);
  await setAccount(payment, 'full');
  expect(await refund(order, 3, 1)).toMatchObject(refused(409, 'refund_too_large'));
  await reconcile(shop.payments.jobContext);
  await shop.settle();
  expect(await page(order)).toMatchObject({ payment_status: 'refunded' });
});

test('what was sent by hand counts where somebody also refunds in the gateway’s dashboard', async () => {
  const { order, payment, paid } = await paidOrder();
  await setAccount(payment, 'empty');
  await refund(order, 0, 100);
  await shop.round();
  await byHand(order, 1, 100);
  await setAccount(payment, 'full');
  await refund(order, 2, 898);
  await refundInDashboard(shop, paid, 10_000);
  await shop.settle(); // news of that come first
  const [given] = await shop.rows<{ paise: number }>(
    `select sum(amount)::int as paise from sandbox_gateway.refunds where payment_id = $1 and status <> 'failed'`,
    [payment],
  );
  expect(given?.paise).toBe(10_000);
  expect(await page(order)).toMatchObject({
    payment_status: 'partially_refunded',
    refundable: 798,
  });
});

test('two who record it at once record it once', async () => {
  const { order, payment } = await paidOrder();
  await setAccount(payment, 'empty');
  await refund(order, 0, 100);
  await shop.round();
  const answers = await Promise.all([byHand(order, 1, 100), byHand(order, 1, 100)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});
