import type { Paid } from '@aparajita/razorpay/sandbox';
import { NO_FAULTS } from '@aparajita/razorpay/sandbox';
import { describe, expect, test } from 'vitest';
import { timelineTokens } from '#server/orders/timeline-token.ts';
import { openAuditedShop } from '#test/audited-shop.ts';
import { beginPaying, type Paying, pay, refundInDashboard, verify } from '#test/payments.ts';

const { shop, ordersOf, refundsOf, stateOf } = openAuditedShop();

describe('a refund made in the gateway’s dashboard', () => {
  test('of a part and then of the rest shows on the order, however often its events arrive', async () => {
    const { paying, paid } = await paidOrder();
    const tokens = timelineTokens('a secret of the test suite, long enough', Date.now);
    const sharedTimeline = async () => {
      const [order] = await ordersOf(paying.id);
      const path = `/api/order-timelines/${tokens.make(String(order?.id))}`;
      return (await shop().app.request(path)).json();
    };
    await refundInDashboard(shop(), paid, 20_000);
    await shop().settle();
    expect(await ordersOf(paying.id)).toMatchObject([{ payment_status: 'partially_refunded' }]);
    expect(await sharedTimeline()).toMatchObject({ status: 'confirmed', refunded: false });
    await refundInDashboard(shop(), paid, 29_900);
    await shop().settle();
    expect(await ordersOf(paying.id)).toMatchObject([{ payment_status: 'refunded' }]);
    expect(await sharedTimeline()).toMatchObject({ status: 'confirmed', refunded: true });
    expect(await verify(paying.shopper, paid)).toMatchObject({
      status: 200,
      body: { status: 'paid' },
    });
    expect(await ordersOf(paying.id)).toMatchObject([{ payment_status: 'refunded' }]);
    expect(await unprocessedEvents()).toEqual([]);
    const [order] = await ordersOf(paying.id);
    const { body } = await paying.shopper.request('GET', `/api/orders/${order?.id}`);
    expect(body).toMatchObject({
      payment_mode: 'sandbox',
      refunds: [
        { amount: 200, status: 'processed' },
        { amount: 299, status: 'processed' },
      ],
    });
    await resetAtGateway(paid);
  });

  test('whose event arrives before the capture’s ends as refunded', async () => {
    const delays: Record<string, number> = {
      'refund.processed': 0,
      'order.paid': 40,
      'payment.captured': 80,
      'payment.authorized': 120,
    };
    shop().sandbox.setFaults({ ...NO_FAULTS, deliveries: (event) => [delays[event] ?? 0] });
    const paying = await beginPaying(shop());
    const paid = await pay(shop(), paying);
    await refundInDashboard(shop(), paid, paying.amount);
    await allDelivered();
    expect(await ordersOf(paying.id)).toEqual([]);
    expect(
      await shop().rows('select status, applied from payments where intent_id = $1', [paying.id]),
    ).toEqual([{ status: 'refunded', applied: false }]);
    expect(await refundsOf(paid.razorpay_payment_id)).toEqual([
      { reason: 'gateway', status: 'processed' },
    ]);
    await shop().age(paying.id, 31);
    await shop().settle();
    expect(await stateOf(paying.id)).toBe('expired');
  });

  test('of a part, whose event arrives before the capture’s, leaves a partially refunded order', async () => {
    const delays: Record<string, number> = { 'refund.processed': 0, 'payment.captured': 60 };
    shop().sandbox.setFaults({ ...NO_FAULTS, deliveries: (event) => [delays[event] ?? 30] });
    const paying = await beginPaying(shop());
    const paid = await pay(shop(), paying);
    await refundInDashboard(shop(), paid, 100);
    await allDelivered();
    expect(await ordersOf(paying.id)).toMatchObject([{ payment_status: 'partially_refunded' }]);
    await resetAtGateway(paid);
  });

  test('that failed leaves the order paid', async () => {
    const { paying, paid } = await paidOrder();
    await slowRefunds(async () => {
      await refundInDashboard(shop(), paid, 20_000);
      await shop().settle();
    });
    expect(await ordersOf(paying.id)).toMatchObject([{ payment_status: 'refund_pending' }]);
    await shop().rows(
      `update sandbox_gateway.refunds set status = 'failed' where payment_id = $1`,
      [paid.razorpay_payment_id],
    );
    await verify(paying.shopper, paid);
    expect(await ordersOf(paying.id)).toMatchObject([{ payment_status: 'paid' }]);
    await resetAtGateway(paid);
  });

  test.each([
    ['processed', 'processed', 'partially_refunded'],
    ['failed', 'failed', 'paid'],
  ])(
    'that is pending is checked until it is finished: %s, with the webhook lost',
    async (_, end, paymentStatus) => {
      const { paying, paid } = await paidOrder();
      await slowRefunds(async () => {
        await refundInDashboard(shop(), paid, 20_000);
        await shop().settle();
      });
      const refundState = async () => {
        const [refund] = await shop().rows<{ id: string; status: string }>(
          'select id, status from refunds where payment_id = $1',
          [paid.razorpay_payment_id],
        );
        const minutes = refund && (await shop().minutesUntilJob(refund.id));
        return [{ status: refund?.status, minutes }];
      };
      expect(await refundState()).toEqual([{ status: 'pending', minutes: 10 }]);
      await makeRefundDue(paid);
      await shop().round();
      expect(await refundState()).toEqual([{ status: 'pending', minutes: 10 }]);
      await shop().rows('update sandbox_gateway.refunds set status = $2 where payment_id = $1', [
        paid.razorpay_payment_id,
        end,
      ]);
      await makeRefundDue(paid);
      await shop().round();
      expect(await refundState()).toEqual([{ status: end, minutes: null }]);
      expect(await ordersOf(paying.id)).toMatchObject([{ payment_status: paymentStatus }]);
      await resetAtGateway(paid);
    },
  );

  test('of a part of a second payment: we refund the rest of it, once', async () => {
    const { paying } = await paidOrder();
    shop().loseWebhooks(true);
    const second = await pay(shop(), paying, { again: true });
    await refundInDashboard(shop(), second, 20_000);
    expect((await verify(paying.shopper, second)).body.status).toBe('paid');
    await shop().settle();
    expect(
      await shop().rows(
        'select amount::int from sandbox_gateway.refunds where payment_id = $1 order by created_at',
        [second.razorpay_payment_id],
      ),
    ).toEqual([{ amount: 20_000 }, { amount: 29_900 }]);
    await keepOneRefund(second);
  });

  test.each([
    ['webhook received', false],
    ['webhook lost', true],
  ])('that leaves less than our queued refund, %s: the shop gets an email', async (_, lost) => {
    const { paying } = await paidOrder();
    const second = await pay(shop(), paying, { again: true });
    shop().loseWebhooks(lost);
    await verify(paying.shopper, second);
    await refundInDashboard(shop(), second, 10_000);
    await shop().settle();
    expect(await refundsOf(second.razorpay_payment_id)).toContainEqual({
      reason: 'duplicate',
      status: 'failed',
    });
    expect(await attentionJobs(second)).toHaveLength(1);
    await shop().rows(
      `update sandbox_gateway.payments set amount_refunded = amount, status = 'refunded' where id = $1`,
      [second.razorpay_payment_id],
    );
  });
});

describe('a refund that the gateway has accepted', () => {
  test('and that then fails: the shop gets one email', async () => {
    const { paying } = await paidOrder();
    const second = await pay(shop(), paying, { again: true });
    await slowRefunds(() => shop().settle());
    expect(await refundsOf(second.razorpay_payment_id)).toEqual([
      { reason: 'duplicate', status: 'pending' },
    ]);
    await shop().rows(
      `update sandbox_gateway.refunds set status = 'failed' where payment_id = $1`,
      [second.razorpay_payment_id],
    );
    await makeRefundDue(second);
    await shop().settle();
    await verify(paying.shopper, second);
    expect(await refundsOf(second.razorpay_payment_id)).toEqual([
      { reason: 'duplicate', status: 'failed' },
    ]);
    expect(await attentionJobs(second)).toHaveLength(1);
  });

  test('is checked until it is processed, however long the bank takes', async () => {
    const { paying } = await paidOrder();
    const second = await pay(shop(), paying, { again: true });
    await slowRefunds(() => shop().settle());
    await shop().rows(
      `update jobs.job set retry_count = retry_limit where name = 'payment-refund' and state = 'created'`,
    );
    shop().failNext('server_error', 'GET', /refunds$/);
    await makeRefundDue(second);
    await shop().settle();
    expect(await attentionJobs(second)).toEqual([]);
    await shop().rows(
      `update sandbox_gateway.refunds set status = 'processed' where payment_id = $1`,
      [second.razorpay_payment_id],
    );
    await makeRefundDue(second);
    await shop().settle();
    expect(await refundsOf(second.razorpay_payment_id)).toEqual([
      { reason: 'duplicate', status: 'processed' },
    ]);
  });
});

async function paidOrder(): Promise<{ paying: Paying; paid: Paid }> {
  const paying = await beginPaying(shop());
  const paid = await pay(shop(), paying);
  await verify(paying.shopper, paid);
  await shop().settle();
  return { paying, paid };
}

/** During `work`, refunds stay pending at the gateway. */
async function slowRefunds(work: () => Promise<void>): Promise<void> {
  await shop().rows(`alter table sandbox_gateway.refunds alter status set default 'pending'`);
  await work();
  await shop().rows(`alter table sandbox_gateway.refunds alter status set default 'processed'`);
}

async function makeRefundDue({ razorpay_payment_id }: Paid): Promise<void> {
  const refunds = await shop().rows<{ id: string }>(
    'select id from refunds where payment_id = $1',
    [razorpay_payment_id],
  );
  for (const { id } of refunds) await shop().makeDue(id);
}

async function allDelivered(): Promise<void> {
  for (let left = -1; left !== 0; ) {
    await shop().settle();
    const rows = await shop().rows(
      'select from sandbox_gateway.deliveries where next_at is not null',
    );
    left = rows.length;
  }
}

function attentionJobs({ razorpay_payment_id }: Paid) {
  return shop().rows(
    `select from jobs.job where name = 'payment-attention' and data ->> 'payment_id' = $1`,
    [razorpay_payment_id],
  );
}

/** Events that are not processed yet. */
function unprocessedEvents() {
  return shop().rows(
    `select from jobs.job where name = 'payment-event' and state not in ('completed', 'cancelled')`,
  );
}

/** Resets the gateway for the ledger check after each test: it holds the money of an order. */
async function resetAtGateway({ razorpay_payment_id }: Paid): Promise<void> {
  await shop().rows('delete from sandbox_gateway.refunds where payment_id = $1', [
    razorpay_payment_id,
  ]);
  await shop().rows(
    `update sandbox_gateway.payments set status = 'captured', amount_refunded = 0 where id = $1`,
    [razorpay_payment_id],
  );
}

/** For the ledger check after each test, which expects one refund for each payment. */
async function keepOneRefund({ razorpay_payment_id }: Paid): Promise<void> {
  await shop().rows(
    `delete from sandbox_gateway.refunds r where payment_id = $1
       and id <> (select min(id) from sandbox_gateway.refunds where payment_id = $1)`,
    [razorpay_payment_id],
  );
}
