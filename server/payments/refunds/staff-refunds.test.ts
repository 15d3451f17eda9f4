import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { reconcile } from '#server/payments/reconcile/reconcile.ts';
import {
  beginPaying,
  openPayingShop,
  type PayingShop,
  pay,
  refundInDashboard,
  verify,
} from '#test/payments.ts';
import type { TestShopper } from '#test/shop.ts';
import { newStaff } from '#test/staff.ts';

let shop: PayingShop;
let owner: TestShopper;

beforeAll(async () => {
  shop = await openPayingShop();
  owner = await newStaff(shop, 'owner');
});

beforeEach(() => {
  shop.loseWebhooks(false);
  shop.failNext('hang', 'NEVER', /^$/);
});

test('a refund that the gateway refuses leaves the order paid, and the shop gets an email', async () => {
  const { order, payment, shopper } = await paidOrder();
  const step = async () =>
    (await shopper.request('GET', `/api/orders/${order}`)).body.events.findLast(
      ({ kind }: { kind: string }) => kind === 'refund',
    );
  await emptyAccount(payment);
  await refund(order, 0, 100);
  expect(await step()).toMatchObject({ amount: 100, refund_status: 'queued' });
  await shop.round();
  expect(await refundsOf(payment)).toEqual([{ amount: 10_000, status: 'failed' }]);
  expect(await step()).toMatchObject({ amount: 100, refund_status: 'failed' });
  expect(await paymentStatusOf(order)).toBe('paid');
  expect(await attentionJobs(payment)).toHaveLength(1);
});

test('a failed refund is counted under Today, and its order is listed, until it is made after all', async () => {
  const countFailed = async () =>
    (await owner.request('GET', '/api/admin/today')).body.refunds.count;
  const listed = async (): Promise<string[]> => {
    const { body } = await owner.request('GET', '/api/admin/orders?queue=refunds');
    return body.orders.map(({ id }: { id: string }) => id);
  };
  const before = await countFailed();
  const { order, payment } = await paidOrder();
  await emptyAccount(payment);
  await refund(order, 0, 100);
  await shop.round();
  expect(await countFailed()).toBe(before + 1);
  expect(await listed()).toContain(order);
  await shop.rows('update sandbox_gateway.payments set amount_refunded = 0 where id = $1', [
    payment,
  ]);
  await refund(order, 1, 100);
  expect(await listed()).toContain(order);
  await shop.round();
  expect(await refundsOf(payment)).toMatchObject([{ status: 'failed' }, { status: 'processed' }]);
  expect(await countFailed()).toBe(before);
  expect(await listed()).not.toContain(order);
});

describe('what is still owed is counted under Today, and the list behind the count is the same', () => {
  const owed = async (order: string): Promise<boolean> => {
    const { body: today } = await owner.request('GET', '/api/admin/today');
    const { body: list } = await owner.request('GET', '/api/admin/orders?queue=refunds_failed');
    expect(list.orders).toHaveLength(today.refunds.count);
    return list.orders.some(({ id }: { id: string }) => id === order);
  };
  /** Refunds made in the gateway's dashboard, or with its account filled up again. */
  const fill = (payment: string, refunded: number) =>
    shop.rows('update sandbox_gateway.payments set amount_refunded = $2 where id = $1', [
      payment,
      refunded,
    ]);
  const cancel = async (order: string, version: number) => {
    const { status } = await owner.request('POST', `/api/admin/orders/${order}/actions`, {
      verb: 'cancel',
      version,
      reason: 'out_of_stock',
    });
    expect(status).toBe(200);
  };

  test('a part that failed while the order was cancelled, though the rest was refunded later', async () => {
    const { order, payment } = await paidOrder();
    await refund(order, 0, 200);
    await cancel(order, 1);
    await emptyAccount(payment);
    const [part] = await shop.rows<{ id: string }>(
      'select id from refunds where payment_id = $1 and amount_paise = 20000',
      [payment],
    );
    await shop.rows(
      `update jobs.job set start_after = now() + interval '1 hour'
       where name = 'payment-refund' and state = 'created' and singleton_key <> $1`,
      [part?.id],
    );
    await shop.runJobs();
    await fill(payment, 0);
    await shop.rows(
      `update jobs.job set start_after = now() where name = 'payment-refund' and state = 'created'`,
    );
    await shop.round();
    expect(await refundsOf(payment)).toEqual([
      { amount: 20_000, status: 'failed' },
      { amount: 79_800, status: 'processed' },
    ]);
    expect(await owed(order)).toBe(true);
    await refund(order, 2, 200);
    await shop.round();
    expect(await owed(order)).toBe(false);
  });

  test('what is left of a cancelled order after a smaller refund by hand', async () => {
    const { order, payment } = await paidOrder();
    await emptyAccount(payment);
    await cancel(order, 0);
    await shop.round();
    expect(await owed(order)).toBe(true);
    await fill(payment, 0);
    await refund(order, 1, 100);
    await shop.round();
    expect(await owed(order)).toBe(true);
    await refund(order, 2, 898);
    await shop.round();
    expect(await paymentStatusOf(order)).toBe('refunded');
    expect(await owed(order)).toBe(false);
  });

  test('of an order that goes on: until as much was refunded since', async () => {
    const { order, payment } = await paidOrder();
    await emptyAccount(payment);
    await refund(order, 0, 200);
    await shop.round();
    await fill(payment, 0);
    await refund(order, 1, 150);
    await shop.round();
    expect(await owed(order)).toBe(true);
    await refund(order, 2, 50);
    await shop.round();
    expect(await owed(order)).toBe(false);
  });

  test('of an order that goes on: what failed together is owed together', async () => {
    const { order, payment } = await paidOrder();
    await refund(order, 0, 300);
    await refund(order, 1, 200);
    await emptyAccount(payment);
    await shop.round();
    expect(await refundsOf(payment)).toMatchObject([{ status: 'failed' }, { status: 'failed' }]);
    await fill(payment, 0);
    await refund(order, 2, 300);
    await shop.round();
    expect(await owed(order)).toBe(true);
    await refund(order, 3, 200);
    await shop.round();
    expect(await owed(order)).toBe(false);
  });

  test('of an order that goes on: the same money once, however often it failed', async () => {
    const { order, payment } = await paidOrder();
    await emptyAccount(payment);
    for (const version of [0, 1, 2]) {
      await refund(order, version, 200);
      await shop.round();
    }
    expect(await owed(order)).toBe(true);
    await fill(payment, 0);
    await refund(order, 3, 200);
    await shop.round();
    expect(await refundsOf(payment)).toHaveLength(4);
    expect(await owed(order)).toBe(false);
  });

  test('a waiting refund stands under Refunds, and not under those that failed', async () => {
    const { order } = await paidOrder();
    await refund(order, 0, 100);
    expect(await owed(order)).toBe(false);
    const { body } = await owner.request('GET', '/api/admin/orders?queue=refunds');
    expect(body.orders.map(({ id }: { id: string }) => id)).toContain(order);
    await shop.round();
  });

  test('a payment without an order, for the owner alone', async () => {
    const paying = await beginPaying(shop, [['1', 2]]);
    const wrong = await pay(shop, paying, { amount: 100 });
    expect((await verify(paying.shopper, wrong)).status).toBe(409);
    await emptyAccount(wrong.razorpay_payment_id);
    await shop.round();
    const { body } = await owner.request('GET', '/api/admin/today');
    expect(body.refunds_without_order).toMatchObject({
      count: 1,
      payments: [{ payment_id: wrong.razorpay_payment_id, amount: 1 }],
    });
    const accountant = await newStaff(shop, 'accountant');
    const { body: others } = await accountant.request('GET', '/api/admin/today');
    expect(others.refunds_without_order).toBeNull();
  });
});

test('a refused refund is tried again when the gateway does not list what was refunded', async () => {
  const { order, payment } = await paidOrder();
  await emptyAccount(payment);
  await refund(order, 0, 100);
  shop.failNext('server_error', 'GET', /refunds$/);
  await shop.round();
  expect(await refundsOf(payment)).toEqual([{ amount: 10_000, status: 'queued' }]);
  await shop.round();
  expect(await refundsOf(payment)).toEqual([{ amount: 10_000, status: 'failed' }]);
});

test('two refunds wait and the dashboard refunds a part: what still fits is made, the shop hears of the rest', async () => {
  const { order, payment, paid } = await paidOrder();
  shop.loseWebhooks(true);
  await refund(order, 0, 499);
  await refund(order, 1, 499);
  await refundInDashboard(shop, paid, 40_000);
  await reconcile(shop.payments.jobContext);
  expect(await refundsOf(payment)).toEqual([
    { amount: 49_900, status: 'queued' },
    { amount: 49_900, status: 'failed' },
    { amount: 40_000, status: 'processed' },
  ]);
  expect(await attentionJobs(payment)).toHaveLength(1);
  await shop.round();
  expect(await refundsOf(payment)).toMatchObject([
    { status: 'processed' },
    { status: 'failed' },
    { status: 'processed' },
  ]);
});

test('a refund that was given up, though made, counts when the owner asks for another one', async () => {
  const { order, payment } = await paidOrder();
  shop.loseWebhooks(true);
  await refund(order, 0, 998);
  shop.failNext('reset_after', 'POST', /refund$/);
  await shop.round();
  await shop.rows(
    `update jobs.job set retry_count = retry_limit where name = 'payment-refund' and state = 'retry'`,
  );
  shop.failNext('server_error', 'POST', /refund$/);
  await shop.round();
  expect(await refundsOf(payment)).toEqual([{ amount: 99_800, status: 'failed' }]);
  await refund(order, 1, 998);
  shop.failNext('hang', 'NEVER', /^$/);
  await shop.round();
  expect(await refundsOf(payment)).toEqual([
    { amount: 99_800, status: 'processed' },
    { amount: 99_800, status: 'failed' },
  ]);
  expect(await paymentStatusOf(order)).toBe('refunded');
});

async function paidOrder() {
  const paying = await beginPaying(shop, [['1', 2]]);
  const paid = await pay(shop, paying);
  await shop.settle();
  const [order] = await shop.rows<{ id: string }>('select id from orders where intent_id = $1', [
    paying.id,
  ]);
  const { shopper } = paying;
  return { order: order?.id ?? '', paid, payment: paid.razorpay_payment_id, shopper };
}

async function refund(order: string, version: number, amount: number): Promise<void> {
  const { status } = await owner.request(
    'POST',
    `/api/admin/orders/${order}/refunds`,
    { version, amount, reason: 'goodwill' },
    { 'idempotency-key': `refund-${order}-${version}` },
  );
  expect(status).toBe(200);
}

/** Makes the gateway refuse refunds of a payment, as it does when the shop's balance there is too small. */
function emptyAccount(payment: string) {
  return shop.rows('update sandbox_gateway.payments set amount_refunded = amount where id = $1', [
    payment,
  ]);
}

function refundsOf(payment: string) {
  return shop.rows(
    `select amount_paise::int as amount, status from refunds where payment_id = $1 order by created_at`,
    [payment],
  );
}

async function paymentStatusOf(order: string) {
  const [row] = await shop.rows('select payment_status from orders where id = $1', [order]);
  return row?.payment_status;
}

function attentionJobs(payment: string) {
  return shop.rows(
    `select from jobs.job where name = 'payment-attention' and data ->> 'payment_id' = $1`,
    [payment],
  );
}
