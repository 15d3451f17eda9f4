import type { Paid } from '@aparajita/razorpay/sandbox';
import { NO_FAULTS } from '@aparajita/razorpay/sandbox';
import { describe, expect, test } from 'vitest';
import { openAuditedShop } from '#test/payment-books.ts';
import { beginPaying, type Paying, pay, refundAtDesk, verify } from '#test/payments.ts';

const { shop, ordersOf, refundsOf, stateOf } = openAuditedShop();

describe('a refund at the gateway’s own desk', () => {
  test('of a part and then of the rest is told by the order, however often it is heard of', async () => {
    const { paying, paid } = await paidOrder();
    await refundAtDesk(shop(), paid, 20_000);
    await shop().settle();
    expect(await ordersOf(paying.id)).toMatchObject([{ payment_status: 'partially_refunded' }]);
    await refundAtDesk(shop(), paid, 29_900);
    await shop().settle();
    expect(await ordersOf(paying.id)).toMatchObject([{ payment_status: 'refunded' }]);
    expect(await verify(paying.shopper, paid)).toMatchObject({
      status: 200,
      body: { status: 'paid' },
    });
    expect(await ordersOf(paying.id)).toMatchObject([{ payment_status: 'refunded' }]);
    expect(await leftOver()).toEqual([]);
    const [order] = await ordersOf(paying.id);
    const { body } = await paying.shopper.ask('GET', `/api/orders/${order?.id}`);
    expect(body).toMatchObject({
      payment_mode: 'sandbox',
      refunds: [
        { amount: 200, status: 'processed' },
        { amount: 299, status: 'processed' },
      ],
    });
    await undoAtGateway(paid);
  });

  test('22: heard of before the capture it gives back, ends as refunded', async () => {
    const delays: Record<string, number> = {
      'refund.processed': 0,
      'order.paid': 40,
      'payment.captured': 80,
      'payment.authorized': 120,
    };
    shop().sandbox.setFaults({ ...NO_FAULTS, deliveries: (event) => [delays[event] ?? 0] });
    const paying = await beginPaying(shop());
    const paid = await pay(shop(), paying);
    await refundAtDesk(shop(), paid, paying.amount);
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

  test('22: of a part, heard of before its capture, leaves a paid order that says so', async () => {
    const delays: Record<string, number> = { 'refund.processed': 0, 'payment.captured': 60 };
    shop().sandbox.setFaults({ ...NO_FAULTS, deliveries: (event) => [delays[event] ?? 30] });
    const paying = await beginPaying(shop());
    const paid = await pay(shop(), paying);
    await refundAtDesk(shop(), paid, 100);
    await allDelivered();
    expect(await ordersOf(paying.id)).toMatchObject([{ payment_status: 'partially_refunded' }]);
    await undoAtGateway(paid);
  });

  test('that failed there leaves the order paid', async () => {
    const { paying, paid } = await paidOrder();
    await slowRefunds(async () => {
      await refundAtDesk(shop(), paid, 20_000);
      await shop().settle();
    });
    expect(await ordersOf(paying.id)).toMatchObject([{ payment_status: 'refund_pending' }]);
    await shop().rows(
      `update sandbox_gateway.refunds set status = 'failed' where payment_id = $1`,
      [paid.razorpay_payment_id],
    );
    await verify(paying.shopper, paid);
    expect(await ordersOf(paying.id)).toMatchObject([{ payment_status: 'paid' }]);
    await undoAtGateway(paid);
  });

  test.each([
    ['done', 'processed', 'partially_refunded'],
    ['could not be made', 'failed', 'paid'],
  ])(
    'that took its time is looked at until it is over: %s, with the webhook lost',
    async (_, end, told) => {
      const { paying, paid } = await paidOrder();
      await slowRefunds(async () => {
        await refundAtDesk(shop(), paid, 20_000);
        await shop().settle();
      });
      const looks = () =>
        shop().rows(
          `select status, round(extract(epoch from next_attempt_at - now()) / 60)::int as minutes from refunds
         where payment_id = $1`,
          [paid.razorpay_payment_id],
        );
      expect(await looks()).toEqual([{ status: 'pending', minutes: 10 }]);
      await lookAgainAt(paid);
      await shop().round();
      expect(await looks()).toEqual([{ status: 'pending', minutes: 10 }]);
      await shop().rows('update sandbox_gateway.refunds set status = $2 where payment_id = $1', [
        paid.razorpay_payment_id,
        end,
      ]);
      await lookAgainAt(paid);
      await shop().round();
      expect(await looks()).toEqual([{ status: end, minutes: null }]);
      expect(await ordersOf(paying.id)).toMatchObject([{ payment_status: told }]);
      await undoAtGateway(paid);
    },
  );

  test('of a part of a second payment: we give back the rest of it, once', async () => {
    const { paying } = await paidOrder();
    shop().loseWebhooks(true);
    const second = await pay(shop(), paying, { again: true });
    await refundAtDesk(shop(), second, 20_000);
    expect((await verify(paying.shopper, second)).body.status).toBe('paid');
    await shop().settle();
    expect(
      await shop().rows(
        'select amount::int from sandbox_gateway.refunds where payment_id = $1 order by created_at',
        [second.razorpay_payment_id],
      ),
    ).toEqual([{ amount: 20_000 }, { amount: 29_900 }]);
    await oneRefundOf(second);
  });

  test.each([
    ['heard of', false],
    ['not heard of', true],
  ])(
    'that leaves less than we had decided to give back, %s: a person is asked',
    async (_, lost) => {
      const { paying } = await paidOrder();
      const second = await pay(shop(), paying, { again: true });
      shop().loseWebhooks(lost);
      await verify(paying.shopper, second);
      await refundAtDesk(shop(), second, 10_000);
      await shop().settle();
      expect(await refundsOf(second.razorpay_payment_id)).toContainEqual({
        reason: 'duplicate',
        status: 'failed',
      });
      expect(await attentionFor(second)).toHaveLength(1);
      await shop().rows(
        `update sandbox_gateway.payments set amount_refunded = amount, status = 'refunded' where id = $1`,
        [second.razorpay_payment_id],
      );
    },
  );
});

describe('a refund the gateway has begun', () => {
  test('and could not finish: a person is asked, once', async () => {
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
    await lookAgainAt(second);
    await shop().settle();
    await verify(paying.shopper, second);
    expect(await refundsOf(second.razorpay_payment_id)).toEqual([
      { reason: 'duplicate', status: 'failed' },
    ]);
    expect(await attentionFor(second)).toHaveLength(1);
  });

  test('is looked after until it is done, however long the bank takes', async () => {
    const { paying } = await paidOrder();
    const second = await pay(shop(), paying, { again: true });
    await slowRefunds(() => shop().settle());
    await shop().rows('update refunds set attempts = 200 where payment_id = $1', [
      second.razorpay_payment_id,
    ]);
    shop().failNext('server_error', 'GET', /refunds$/);
    await lookAgainAt(second);
    await shop().settle();
    expect(await attentionFor(second)).toEqual([]);
    await shop().rows(
      `update sandbox_gateway.refunds set status = 'processed' where payment_id = $1`,
      [second.razorpay_payment_id],
    );
    await lookAgainAt(second);
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

/** Meanwhile the gateway takes its time over refunds. */
async function slowRefunds(work: () => Promise<void>): Promise<void> {
  await shop().rows(`alter table sandbox_gateway.refunds alter status set default 'pending'`);
  await work();
  await shop().rows(`alter table sandbox_gateway.refunds alter status set default 'processed'`);
}

async function lookAgainAt({ razorpay_payment_id }: Paid): Promise<void> {
  await shop().rows(
    `update refunds set next_attempt_at = now() where payment_id = $1 and next_attempt_at is not null`,
    [razorpay_payment_id],
  );
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

function attentionFor({ razorpay_payment_id }: Paid) {
  return shop().rows(
    `select from jobs.job where name = 'payment-attention' and data ->> 'payment_id' = $1`,
    [razorpay_payment_id],
  );
}

/** Events that were not done with. */
function leftOver() {
  return shop().rows('select error from payment_events where next_attempt_at is not null');
}

/** For the books after the case: the gateway holds the money of an order. */
async function undoAtGateway({ razorpay_payment_id }: Paid): Promise<void> {
  await shop().rows('delete from sandbox_gateway.refunds where payment_id = $1', [
    razorpay_payment_id,
  ]);
  await shop().rows(
    `update sandbox_gateway.payments set status = 'captured', amount_refunded = 0 where id = $1`,
    [razorpay_payment_id],
  );
}

/** For the books after the case, which count a refund for each payment. */
async function oneRefundOf({ razorpay_payment_id }: Paid): Promise<void> {
  await shop().rows(
    `delete from sandbox_gateway.refunds r where payment_id = $1
       and id <> (select min(id) from sandbox_gateway.refunds where payment_id = $1)`,
    [razorpay_payment_id],
  );
}
