import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { submit } from '#test/checkout.ts';
import { openAuditedShop } from '#test/payment-books.ts';
import { beginPaying, type Paying, pay, verify } from '#test/payments.ts';
import { goRound } from './rounds.ts';
import { sweep } from './sweep.ts';

const { shop, ordersOf, refundsOf, stateOf } = openAuditedShop();

test('13: a capture of another amount is given back, and the payment can still be made', async () => {
  const paying = await beginPaying(shop());
  const wrong = await pay(shop(), paying, { amount: 100 });
  expect(await verify(paying.shopper, wrong)).toMatchObject({
    status: 409,
    body: { error: { code: 'payment_refunded' } },
  });
  const standing = await paying.shopper.ask('GET', `/api/payments/${paying.id}`);
  expect(standing.body.state).toBe('open');
  await shop().settle();
  expect(await ordersOf(paying.id)).toEqual([]);
  expect(await refundsOf(wrong.razorpay_payment_id)).toEqual([
    { reason: 'mismatch', status: 'processed' },
  ]);
  const right = await pay(shop(), paying, { again: true });
  expect((await verify(paying.shopper, right)).body.status).toBe('paid');
});

test('14: a second capture whose webhooks are lost is found by the sweep and given back once', async () => {
  const paying = await beginPaying(shop());
  expect((await verify(paying.shopper, await pay(shop(), paying))).status).toBe(200);
  await shop().settle();
  shop().loseWebhooks(true);
  const second = await pay(shop(), paying, { again: true });
  await shop().settle();
  expect(await refundsOf(second.razorpay_payment_id)).toEqual([]);
  await Promise.all([
    sweep(shop().payments.till, Date.now()),
    sweep(shop().payments.till, Date.now()),
  ]);
  await shop().settle();
  expect(await refundsOf(second.razorpay_payment_id)).toEqual([
    { reason: 'duplicate', status: 'processed' },
  ]);
  expect(await ordersOf(paying.id)).toMatchObject([{ payment_status: 'paid' }]);
});

describe('a payment nobody can make sense of', () => {
  test('does not hide from the sweep what is behind it', async () => {
    const first = await beginPaying(shop());
    expect((await verify(first.shopper, await pay(shop(), first))).status).toBe(200);
    await shop().settle();
    shop().loseWebhooks(true);
    const second = await pay(shop(), first, { again: true });
    const odd = await beginPaying(shop());
    await withOddPayment(odd, async () => {
      await sweep(shop().payments.till, Date.now());
      await goRound(shop().payments.till);
      expect(await refundsOf(second.razorpay_payment_id)).toMatchObject([{ reason: 'duplicate' }]);
    });
  });

  test('is told beside its event, which is looked at again later', async () => {
    const odd = await beginPaying(shop());
    await withOddPayment(odd, async () => {
      await shop().sandbox.tick();
      await goRound(shop().payments.till);
      const waiting = await shop().rows(
        'select error from payment_events where next_attempt_at is not null',
      );
      expect(waiting.length).toBeGreaterThan(0);
      for (const { error } of waiting) expect(error).toMatch(/belongs to something else/);
    });
  });

  /** The gateway says that a payment we know is of another amount: it never does, and then it did. */
  async function withOddPayment(paying: Paying, work: () => Promise<void>): Promise<void> {
    await shop().sandbox.pay(paying.gatewayOrder, { outcome: 'fail', method: 'upi' });
    await paying.shopper.ask('POST', `/api/payments/${paying.id}/check`);
    const set = (amount: number) =>
      shop().rows(
        `update sandbox_gateway.payments set status = 'captured', amount = $2 where order_id = $1`,
        [paying.gatewayOrder, amount],
      );
    await set(paying.amount - 100);
    await work();
    await set(paying.amount);
    await paying.shopper.ask('POST', `/api/payments/${paying.id}/check`);
  }
});

test('21: a refund whose answer is lost is made once', async () => {
  const paying = await beginPaying(shop());
  await verify(paying.shopper, await pay(shop(), paying));
  const second = await pay(shop(), paying, { again: true });
  shop().failNext('reset_after', 'POST', /refund$/, 2);
  for (let left = -1; left !== 0; ) {
    await shop().settle();
    left = (await shop().rows(`select 1 from refunds where status = 'queued'`)).length;
  }
  expect(await refundsOf(second.razorpay_payment_id)).toEqual([
    { reason: 'duplicate', status: 'processed' },
  ]);
  expect(
    await shop().rows('select 1 from sandbox_gateway.refunds where payment_id = $1', [
      second.razorpay_payment_id,
    ]),
  ).toHaveLength(1);
});

test('25: cash twice and then a late UPI payment: one order, and the money goes back', async () => {
  const paying = await beginPaying(shop());
  const key = randomUUID();
  const cash = { ...paying.order, payment_method: 'cod' };
  const [first, second] = await Promise.all([
    submit(paying.shopper, cash, key),
    submit(paying.shopper, cash, key),
  ]);
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body.id).toBe(first.body.id);
  expect(await stateOf(paying.id)).toBe('superseded');
  const paid = await pay(shop(), paying, { method: 'upi' });
  await shop().settle();
  expect(await ordersOf(paying.id)).toEqual([]);
  expect(await refundsOf(paid.razorpay_payment_id)).toEqual([
    { reason: 'superseded', status: 'processed' },
  ]);
});
