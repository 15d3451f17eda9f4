import { LONG_TIMEOUTS } from '@aparajita/postgres/testing';
import { NO_FAULTS, type Paid } from '@aparajita/razorpay/sandbox';
import { describe, expect, test } from 'vitest';
import { timelineTokens } from '#server/orders/order-tokens.ts';
import { onBehalfOf } from '#server/shopper.ts';
import { openAuditedShop } from '#test/audited-shop.ts';
import { holdLock, untilWaiting } from '#test/locks.ts';
import {
  beginPaying,
  type Paying,
  paidOrder,
  pay,
  refundInDashboard,
  verify,
} from '#test/payments.ts';
import { SECRET } from '#test/shop.ts';
import { queueRefund } from './record-refunds.ts';

const { shop, ordersOf, refundsOf, stateOf } = openAuditedShop({ timeouts: LONG_TIMEOUTS });

const paymentStatus = async ({ id }: Paying) => (await ordersOf(id))[0]?.payment_status;
const setAtGateway = ({ razorpay_payment_id: id }: Paid, status: string) =>
  shop().rows('update sandbox_gateway.refunds set status = $2 where payment_id = $1', [id, status]);

/** A paid order with a second payment. */
async function paidTwice() {
  const { paying, shopper } = await paidOrder(shop());
  const second = await pay(shop(), paying, { again: true });
  return { shopper, second, payment: second.razorpay_payment_id };
}

/** During `work`, refunds stay pending at the gateway. */
async function slowRefunds(work: () => Promise<void>): Promise<void> {
  const setDefault = (status: string) =>
    shop().rows(`alter table sandbox_gateway.refunds alter status set default '${status}'`);
  await setDefault('pending');
  await work();
  await setDefault('processed');
}

async function makeRefundDue({ razorpay_payment_id: id }: Paid): Promise<void> {
  const refunds = await shop().rows<{ id: string }>(
    'select id from refunds where payment_id = $1',
    [id],
  );
  for (const refund of refunds) await shop().makeDue(refund.id);
}

const attentionJobs = ({ razorpay_payment_id: id }: Paid) =>
  shop().rows(
    `select from jobs.job where name = 'payment-attention' and data ->> 'payment_id' = $1`,
    [id],
  );

/** Resets the gateway for the ledger check after each test: it holds the money of an order. */
async function resetAtGateway({ razorpay_payment_id: id }: Paid): Promise<void> {
  await shop().rows('delete from sandbox_gateway.refunds where payment_id = $1', [id]);
  await shop().rows(
    `update sandbox_gateway.payments set status = 'captured', amount_refunded = 0 where id = $1`,
    [id],
  );
}

describe('a refund made in the gateway’s dashboard', () => {
  test('of a part and then of the rest shows on the order, however often its events arrive', async () => {
    const { paying, paid, shopper, order } = await paidOrder(shop());
    const link = `/api/order-timelines/${timelineTokens(SECRET, Date.now).make(order)}`;
    const refundAnd = async (amount: number) => {
      await refundInDashboard(shop(), paid, amount);
      await shop().settle();
      const shared = await (await shop().app.request(link)).json();
      return [await paymentStatus(paying), shared.status, shared.refunded];
    };
    expect(await refundAnd(20_000)).toEqual(['partially_refunded', 'confirmed', false]);
    expect(await refundAnd(29_900)).toEqual(['refunded', 'confirmed', true]);
    expect((await verify(shopper, paid)).body.status).toBe('paid');
    expect(await paymentStatus(paying)).toBe('refunded');
    const unprocessed = await shop().rows(
      `select from jobs.job where name = 'payment-event' and state not in ('completed', 'cancelled')`,
    );
    expect(unprocessed).toEqual([]);
    expect((await shopper.request('GET', `/api/orders/${order}`)).body).toMatchObject({
      payment_mode: 'sandbox',
      refunds: [
        { amount: 200, status: 'processed' },
        { amount: 299, status: 'processed' },
      ],
    });
    await resetAtGateway(paid);
  });

  test.each([
    ['of the whole', 49_900],
    ['of a part', 100],
  ])('%s, whose event arrives before the capture’s, is not lost', async (_, amount) => {
    const delays: Record<string, number> = {
      'refund.processed': 0,
      'order.paid': 40,
      'payment.captured': 80,
      'payment.authorized': 120,
    };
    shop().sandbox.setFaults({ ...NO_FAULTS, deliveries: (event) => [delays[event] ?? 0] });
    const paying = await beginPaying(shop());
    const paid = await pay(shop(), paying);
    await refundInDashboard(shop(), paid, amount);
    const undelivered = 'select from sandbox_gateway.deliveries where next_at is not null';
    do await shop().settle();
    while ((await shop().rows(undelivered)).length > 0);
    expect(await refundsOf(paid.razorpay_payment_id)).toEqual([
      { reason: 'gateway', status: 'processed' },
    ]);
    if (amount < paying.amount) {
      expect(await paymentStatus(paying)).toBe('partially_refunded');
      await resetAtGateway(paid);
      return;
    }
    expect(await ordersOf(paying.id)).toEqual([]);
    expect(
      await shop().rows('select status, applied from payments where intent_id = $1', [paying.id]),
    ).toEqual([{ status: 'refunded', applied: false }]);
    await shop().age(paying.id, 31);
    await shop().settle();
    expect(await stateOf(paying.id)).toBe('expired');
  });

  test.each([
    ['processed', 'processed', 'partially_refunded', false],
    ['failed, which a verification finds', 'failed', 'paid', true],
  ])(
    'that is pending is checked until it is finished: %s, with the webhook lost',
    async (_, end, after, verified) => {
      const { paying, paid, shopper } = await paidOrder(shop());
      await slowRefunds(async () => {
        await refundInDashboard(shop(), paid, 20_000);
        await shop().settle();
      });
      const refundState = async () => {
        const [refund] = await shop().rows<{ id: string; status: string }>(
          'select id, status from refunds where payment_id = $1',
          [paid.razorpay_payment_id],
        );
        return [refund?.status, refund && (await shop().minutesUntilJob(refund.id))];
      };
      expect(await refundState()).toEqual(['pending', 10]);
      expect(await paymentStatus(paying)).toBe('refund_pending');
      await makeRefundDue(paid);
      await shop().round();
      expect(await refundState()).toEqual(['pending', 10]);
      await setAtGateway(paid, end);
      if (verified) await verify(shopper, paid);
      else await makeRefundDue(paid);
      await shop().round();
      expect((await refundState())[0]).toBe(end);
      if (!verified) expect((await refundState())[1]).toBeNull();
      expect(await paymentStatus(paying)).toBe(after);
      await resetAtGateway(paid);
    },
  );

  test('of a part of a second payment: we refund the rest of it, once', async () => {
    const { shopper, second, payment } = await paidTwice();
    shop().loseWebhooks(true);
    await refundInDashboard(shop(), second, 20_000);
    expect((await verify(shopper, second)).body.status).toBe('paid');
    await shop().settle();
    expect(
      await shop().rows(
        'select amount::int from sandbox_gateway.refunds where payment_id = $1 order by created_at',
        [payment],
      ),
    ).toEqual([{ amount: 20_000 }, { amount: 29_900 }]);
    // For the ledger check after each test, which expects one refund for each payment.
    await shop().rows(
      `delete from sandbox_gateway.refunds where payment_id = $1 and amount = 20000`,
      [payment],
    );
  });
});

test('a refund that the gateway has accepted and that then fails: the shop gets one email', async () => {
  const { shopper, second, payment } = await paidTwice();
  await slowRefunds(() => shop().settle());
  expect(await refundsOf(payment)).toEqual([{ reason: 'duplicate', status: 'pending' }]);
  await setAtGateway(second, 'failed');
  await makeRefundDue(second);
  await shop().settle();
  await verify(shopper, second);
  expect(await refundsOf(payment)).toEqual([{ reason: 'duplicate', status: 'failed' }]);
  expect(await attentionJobs(second)).toHaveLength(1);
});

test('a refund that waits for another one of the same payment returns only what that leaves', async () => {
  const { shopper, payment: id } = await paidOrder(shop());
  const payment = await shop().payments.context.gateways.get(shop().settings.key.id)?.payment(id);
  if (!payment) throw new Error('The gateway is not open');
  const { userId } = shopper.shopper;
  const other = await holdLock(
    shop().db.owner,
    `insert into refunds (payment_id, user_id, amount_paise, reason, idempotency_key)
     values ($1, $2, 10000, 'goodwill', 'refund-of-another-process')`,
    [id, userId],
  );
  const { systemDatabase } = shop().payments.context;
  const queued = systemDatabase.transact(onBehalfOf(userId), (tx) =>
    queueRefund(tx, userId, payment, 'duplicate'),
  );
  await untilWaiting(shop().db.owner);
  await other.commit();
  expect(await queued).toMatchObject({ amount: 39_900 });
});
