import { beforeEach, describe, expect, test } from 'vitest';
import { reconcile } from '#server/payments/reconcile/reconcile.ts';
import {
  beginPaying,
  openPayingShop,
  paidOrder,
  pay,
  refundInDashboard,
  verify,
} from '#test/payments.ts';
import { hireStaff } from '#test/staff.ts';

const shop = await openPayingShop();
const { owner, accountant, get, act, refund, page } = await hireStaff(shop);

beforeEach(() => {
  shop.loseWebhooks(false);
  shop.answerAll();
});

/** An order of 998, of which staff refund parts. */
async function openOrder() {
  const { order, payment, paid, shopper } = await paidOrder(shop, [['1', 2]]);
  const isIn = async (queue: string) => {
    const { orders } = await get(`orders?queue=${queue}`);
    return orders.some(({ id }: { id: string }) => id === order);
  };
  return {
    ...{ order, payment, paid, shopper },
    async refund(...amounts: number[]): Promise<void> {
      for (const amount of amounts) expect((await refund(order, amount)).status).toBe(200);
    },
    async cancel(): Promise<void> {
      expect((await act(order, 'cancel', { reason: 'out_of_stock' })).status).toBe(200);
    },
    refunds: () =>
      shop.rows(
        `select amount_paise::int / 100 as amount, status from refunds where payment_id = $1 order by created_at`,
        [payment],
      ),
    paymentStatus: async () => (await page(order)).payment_status,
    /** Whether it is owed money under Today. */
    owed: () => isIn('refunds_failed'),
    /** Whether it is listed under Refunds. */
    listed: () => isIn('refunds'),
    /** How often the shop was asked to look at it. */
    notices: async () => {
      const sql = `select from jobs.job where name = 'payment-attention' and data ->> 'payment_id' = $1`;
      return (await shop.rows(sql, [payment])).length;
    },
  };
}

/** Makes the gateway refuse refunds of a payment, as it does when the shop's balance there is too small. */
const emptyAccount = (payment: string) =>
  shop.rows('update sandbox_gateway.payments set amount_refunded = amount where id = $1', [
    payment,
  ]);
const fillAccount = (payment: string) =>
  shop.rows('update sandbox_gateway.payments set amount_refunded = 0 where id = $1', [payment]);

test('a refund that the gateway refuses leaves the order paid, the shop gets an email, and it is under Today until it is made after all', async () => {
  const { order, payment, shopper, ...the } = await openOrder();
  const step = async () => {
    const { body } = await shopper.request('GET', `/api/orders/${order}`);
    return body.events.findLast(({ kind }: { kind: string }) => kind === 'refund');
  };
  await emptyAccount(payment);
  await the.refund(100);
  expect(await step()).toMatchObject({ amount: 100, refund_status: 'queued' });
  expect([await the.listed(), await the.owed()]).toEqual([true, false]);
  // Tried again when the gateway does not list what was refunded.
  shop.failNext('server_error', 'GET', /refunds$/);
  await shop.round();
  expect(await the.refunds()).toEqual([{ amount: 100, status: 'queued' }]);
  await shop.round();
  expect(await the.refunds()).toEqual([{ amount: 100, status: 'failed' }]);
  expect(await step()).toMatchObject({ amount: 100, refund_status: 'failed' });
  expect(await the.paymentStatus()).toBe('paid');
  expect(await the.notices()).toBe(1);
  expect([await the.listed(), await the.owed()]).toEqual([true, true]);
  const { orders } = await get('orders?queue=refunds_failed');
  expect((await get('today')).refunds.count).toBe(orders.length);
  await fillAccount(payment);
  await the.refund(100);
  expect(await the.listed()).toBe(true);
  await shop.round();
  expect(await the.refunds()).toMatchObject([{ status: 'failed' }, { status: 'processed' }]);
  expect([await the.listed(), await the.owed()]).toEqual([false, false]);
});

describe('what is still owed is counted under Today', () => {
  test('a part that failed while the order was cancelled, though the rest was refunded later', async () => {
    const { payment, ...the } = await openOrder();
    await the.refund(200);
    await the.cancel();
    await emptyAccount(payment);
    const setDue = (when: string, which: string) =>
      shop.rows(
        `update jobs.job set start_after = ${when} where name = 'payment-refund' and state = 'created' and singleton_key
           in (select id::text from refunds where payment_id = $1 and amount_paise ${which} 20000)`,
        [payment],
      );
    await setDue(`now() + interval '1 hour'`, '<>');
    await shop.runJobs();
    await fillAccount(payment);
    await setDue('now()', '<>');
    await shop.round();
    expect(await the.refunds()).toEqual([
      { amount: 200, status: 'failed' },
      { amount: 798, status: 'processed' },
    ]);
    expect(await the.owed()).toBe(true);
    await the.refund(200);
    await shop.round();
    expect(await the.owed()).toBe(false);
  });

  test.each([
    ['until as much was refunded since', [[200]], [150, 50]],
    ['together, if it failed together', [[300, 200]], [300, 200]],
    ['once, however often the same money failed', [[200], [200], [200]], [200]],
  ])('of an order that goes on: %s', async (_, failures, payments) => {
    const { payment, ...the } = await openOrder();
    await emptyAccount(payment);
    for (const amounts of failures) {
      await the.refund(...amounts);
      await shop.round();
    }
    await fillAccount(payment);
    for (const amount of payments) {
      expect(await the.owed()).toBe(true);
      await the.refund(amount);
      await shop.round();
    }
    expect(await the.owed()).toBe(false);
  });

  test('a payment without an order, for the owner alone', async () => {
    const paying = await beginPaying(shop, [['1', 2]]);
    const { razorpay_payment_id: payment_id, ...rest } = await pay(shop, paying, { amount: 100 });
    expect(
      (await verify(paying.shopper, { razorpay_payment_id: payment_id, ...rest })).status,
    ).toBe(409);
    await emptyAccount(payment_id);
    await shop.round();
    const seenBy = async (who = owner) => (await get('today', who)).refunds_without_order;
    expect(await seenBy()).toMatchObject({ count: 1, payments: [{ payment_id, amount: 1 }] });
    expect(await seenBy(accountant)).toBeNull();
  });
});

test('two refunds wait and the dashboard refunds a part: what still fits is made, the shop hears of the rest', async () => {
  const { paid, ...the } = await openOrder();
  shop.loseWebhooks(true);
  await the.refund(499, 499);
  await refundInDashboard(shop, paid, 40_000);
  await reconcile(shop.payments.jobContext);
  const after = (status: string) => [
    { amount: 499, status },
    { amount: 499, status: 'failed' },
    { amount: 400, status: 'processed' },
  ];
  expect(await the.refunds()).toEqual(after('queued'));
  expect(await the.notices()).toBe(1);
  await shop.round();
  expect(await the.refunds()).toEqual(after('processed'));
});

test('a refund that was given up, though made, counts when the owner asks for another one', async () => {
  const the = await openOrder();
  shop.loseWebhooks(true);
  await the.refund(998);
  shop.failNext('reset_after', 'POST', /refund$/);
  await shop.round();
  await shop.rows(
    `update jobs.job set retry_count = retry_limit where name = 'payment-refund' and state = 'retry'`,
  );
  shop.failNext('server_error', 'POST', /refund$/);
  await shop.round();
  expect(await the.refunds()).toEqual([{ amount: 998, status: 'failed' }]);
  await the.refund(998);
  shop.answerAll();
  await shop.round();
  expect(await the.refunds()).toEqual([
    { amount: 998, status: 'processed' },
    { amount: 998, status: 'failed' },
  ]);
  expect(await the.paymentStatus()).toBe('refunded');
});
