import { LONG_TIMEOUTS } from '@aparajita/postgres/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { reconcile } from '#server/payments/reconcile/reconcile.ts';
import { openAuditedShop } from '#test/audited-shop.ts';
import { refused } from '#test/checkout.ts';
import { beginPaying, type Paying, paidOrder, pay, payAgain, verify } from '#test/payments.ts';

const { shop, ordersOf, refundsOf, stateOf } = openAuditedShop({ timeouts: LONG_TIMEOUTS });

const DUPLICATE = [{ reason: 'duplicate', status: 'processed' }];
test('a captured payment of a wrong amount is refunded, and the shopper can still pay', async () => {
  const paying = await beginPaying(shop());
  const wrong = await pay(shop(), paying, { amount: 100 });
  expect(await verify(paying.shopper, wrong)).toMatchObject(refused(409, 'payment_refunded'));
  const view = await paying.shopper.request('GET', `/api/payments/${paying.id}`);
  expect(view.body.state).toBe('open');
  await shop().settle();
  expect(await ordersOf(paying.id)).toEqual([]);
  expect(await refundsOf(wrong.razorpay_payment_id)).toEqual([
    { reason: 'mismatch', status: 'processed' },
  ]);
  const right = await pay(shop(), paying, { again: true });
  expect((await verify(paying.shopper, right)).body.status).toBe('paid');
});

test('a refund whose response is lost is made once', async () => {
  const { paying } = await paidOrder(shop());
  const { razorpay_payment_id: id } = await pay(shop(), paying, { again: true });
  shop().failNext('reset_after', 'POST', /refund$/, 2);
  do await shop().settle();
  while ((await shop().rows(`select from refunds where status = 'queued'`)).length > 0);
  expect(await refundsOf(id)).toEqual(DUPLICATE);
  const made = await shop().rows('select from sandbox_gateway.refunds where payment_id = $1', [id]);
  expect(made).toHaveLength(1);
});

describe('reconciliation', () => {
  test('finds a second captured payment whose webhooks are lost and refunds it once', async () => {
    const { paying } = await paidOrder(shop());
    const second = await payAgain(shop(), paying);
    await shop().settle();
    expect(await refundsOf(second.razorpay_payment_id)).toEqual([]);
    await Promise.all([reconcile(shop().payments.context), reconcile(shop().payments.context)]);
    await shop().settle();
    expect(await refundsOf(second.razorpay_payment_id)).toEqual(DUPLICATE);
    expect(await ordersOf(paying.id)).toMatchObject([{ payment_status: 'paid' }]);
  });

  describe('queues a job that is missing', () => {
    const loseJobs = () =>
      shop().rows(
        `delete from jobs.job where name in ('payment-event', 'payment-check', 'payment-refund')`,
      );
    async function reconcileAndSettle(): Promise<void> {
      await reconcile(shop().payments.jobContext);
      await shop().settle();
    }

    test('for an open payment, whose stock is then released, and for an expired one, which is then completed', async () => {
      const paying = await beginPaying(shop());
      await shop().age(paying.id, 31);
      await loseJobs();
      await shop().settle();
      expect(await stateOf(paying.id)).toBe('open');
      await reconcileAndSettle();
      expect(await stateOf(paying.id)).toBe('expired');
      await loseJobs();
      shop().loseWebhooks(true);
      await pay(shop(), paying);
      await reconcileAndSettle();
      expect(await ordersOf(paying.id)).toHaveLength(1);
    });

    test('for a refund that is not made, and none beside one that waits or is retried', async () => {
      const { paying, shopper } = await paidOrder(shop());
      const second = await payAgain(shop(), paying);
      await verify(shopper, second);
      await loseJobs();
      shop().failNext('server_error', 'POST', /refund$/, 10);
      const jobs = () =>
        shop().rows(
          `select state from jobs.job where name = 'payment-refund' and state <> 'completed'`,
        );
      await reconcile(shop().payments.jobContext);
      await reconcile(shop().payments.jobContext);
      expect(await jobs()).toEqual([{ state: 'created' }]);
      await shop().round();
      await reconcile(shop().payments.jobContext);
      expect(await jobs()).toEqual([{ state: 'retry' }]);
      shop().answerAll();
      await shop().settle();
      expect(await refundsOf(second.razorpay_payment_id)).toEqual(DUPLICATE);
    });
  });
});

describe('a payment has one check that waits,', () => {
  let paying: Paying;
  beforeEach(async () => {
    paying = await beginPaying(shop());
  });
  const checks = () =>
    shop().rows(
      `select id, start_after from jobs.job where singleton_key = $1 and state = 'created'`,
      [paying.id],
    );
  function reschedule(afterSeconds: number): Promise<void> {
    const { owner } = shop().db;
    const tx = { executeSql: (text: string, values?: unknown[]) => owner.query(text, values) };
    const intent = { id: paying.id, user_id: paying.shopper.shopper.userId };
    return shop().payments.jobContext.jobs.reschedule(tx, 'payment-check', intent, afterSeconds);
  }

  test('which reconciliation leaves alone, and which is only pulled forward', async () => {
    const planned = await checks();
    await reconcile(shop().payments.jobContext);
    expect(await checks()).toEqual(planned);
    for (const [seconds, minutes] of [
      [3600, 2],
      [60, 1],
      [0.0000005, 0],
    ] as const) {
      await reschedule(seconds);
      expect(await shop().minutesUntilJob(paying.id)).toBe(minutes);
    }
    expect(await checks()).toHaveLength(1);
  });

  test('and one that is asked for at once is not put off by the one that is running', async () => {
    await shop().rows(`update jobs.job set state = 'active' where singleton_key = $1`, [paying.id]);
    await reschedule(0);
    await reschedule(600); // the plan of the running one
    expect(await shop().minutesUntilJob(paying.id)).toBe(0);
  });
});

test('a payment that cannot be processed does not stop reconciliation of the payments after it', async () => {
  const { paying } = await paidOrder(shop());
  const second = await payAgain(shop(), paying);
  const odd = await beginPaying(shop());
  await shop().sandbox.pay(odd.gatewayOrder, { outcome: 'fail', method: 'upi' });
  const check = () => odd.shopper.request('POST', `/api/payments/${odd.id}/check`);
  await check();
  // Of a payment that we have saved, the gateway reports another amount, which should never happen.
  const set = (amount: number) =>
    shop().rows(
      `update sandbox_gateway.payments set status = 'captured', amount = $2 where order_id = $1`,
      [odd.gatewayOrder, amount],
    );
  await set(odd.amount - 100);
  await reconcile(shop().payments.context);
  await shop().runJobs();
  expect(await refundsOf(second.razorpay_payment_id)).toMatchObject([{ reason: 'duplicate' }]);
  await set(odd.amount);
  await check();
});
