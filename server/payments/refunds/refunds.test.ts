import { randomUUID } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { reconcile } from '#server/payments/reconcile/reconcile.ts';
import { openAuditedShop } from '#test/audited-shop.ts';
import { submit, toCheckout } from '#test/checkout.ts';
import { asPaying, begin, beginPaying, type Paying, pay, verify } from '#test/payments.ts';
import type { TestShopper } from '#test/shop.ts';

const { shop, ordersOf, refundsOf, stateOf } = openAuditedShop();

test('a captured payment of a wrong amount is refunded, and the shopper can still pay', async () => {
  const paying = await beginPaying(shop());
  const wrong = await pay(shop(), paying, { amount: 100 });
  expect(await verify(paying.shopper, wrong)).toMatchObject({
    status: 409,
    body: { error: { code: 'payment_refunded' } },
  });
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

test('reconciliation finds a second captured payment whose webhooks are lost and refunds it once', async () => {
  const paying = await beginPaying(shop());
  expect((await verify(paying.shopper, await pay(shop(), paying))).status).toBe(200);
  await shop().settle();
  shop().loseWebhooks(true);
  const second = await pay(shop(), paying, { again: true });
  await shop().settle();
  expect(await refundsOf(second.razorpay_payment_id)).toEqual([]);
  await Promise.all([reconcile(shop().payments.context), reconcile(shop().payments.context)]);
  await shop().settle();
  expect(await refundsOf(second.razorpay_payment_id)).toEqual([
    { reason: 'duplicate', status: 'processed' },
  ]);
  expect(await ordersOf(paying.id)).toMatchObject([{ payment_status: 'paid' }]);
});

test('reconciliation uses the clock of the database, not of the process', async () => {
  const paying = await beginPaying(shop());
  expect((await verify(paying.shopper, await pay(shop(), paying))).status).toBe(200);
  await shop().settle();
  shop().loseWebhooks(true);
  const second = await pay(shop(), paying, { again: true });
  const wrong = Date.now() - 30 * 24 * 60 * 60 * 1000;
  const clock = vi.spyOn(Date, 'now').mockReturnValue(wrong);
  await reconcile(shop().payments.context).finally(() => clock.mockRestore());
  expect(await refundsOf(second.razorpay_payment_id)).toMatchObject([{ reason: 'duplicate' }]);
});

describe('a payment that cannot be processed', () => {
  test('does not stop reconciliation of the payments after it', async () => {
    const first = await beginPaying(shop());
    expect((await verify(first.shopper, await pay(shop(), first))).status).toBe(200);
    await shop().settle();
    shop().loseWebhooks(true);
    const second = await pay(shop(), first, { again: true });
    const odd = await beginPaying(shop());
    await withOddPayment(odd, async () => {
      await reconcile(shop().payments.context);
      await shop().runJobs();
      expect(await refundsOf(second.razorpay_payment_id)).toMatchObject([{ reason: 'duplicate' }]);
    });
  });

  test('leaves its event to be retried later', async () => {
    const odd = await beginPaying(shop());
    await withOddPayment(odd, async () => {
      await shop().sandbox.tick();
      await shop().runJobs();
      const events = await shop().rows(
        `select state, start_after > now() as later from jobs.job
         where name = 'payment-event' and data ->> 'order_id' = $1`,
        [odd.gatewayOrder],
      );
      expect(events.length).toBeGreaterThan(0);
      for (const event of events) expect(event).toEqual({ state: 'retry', later: true });
    });
  });

  test('does not hold its stock for ever, nor stop the shopper from ordering', async () => {
    const odd = await beginPaying(shop());
    await shop().age(odd.id, 31);
    await withOddPayment(odd, async () => {
      await shop().makeDue(odd.id);
      await shop().runJobs();
      expect(
        await shop().rows(`select state from jobs.job where singleton_key = $1`, [odd.id]),
      ).toEqual(expect.not.arrayContaining([{ state: 'retry' }]));
      const cash = { ...odd.order, payment_method: 'cod' };
      expect((await submit(odd.shopper, cash)).status).toBe(201);
      expect(await stateOf(odd.id)).toBe('superseded');
    });
  });

  /** Makes the gateway report another amount for a payment that we have saved, which should never happen. */
  async function withOddPayment(paying: Paying, work: () => Promise<void>): Promise<void> {
    await shop().sandbox.pay(paying.gatewayOrder, { outcome: 'fail', method: 'upi' });
    await paying.shopper.request('POST', `/api/payments/${paying.id}/check`);
    const set = (amount: number) =>
      shop().rows(
        `update sandbox_gateway.payments set status = 'captured', amount = $2 where order_id = $1`,
        [paying.gatewayOrder, amount],
      );
    await set(paying.amount - 100);
    await work();
    await set(paying.amount);
    await paying.shopper.request('POST', `/api/payments/${paying.id}/check`);
  }
});

test('a refund whose response is lost is made once', async () => {
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

test('cash twice and then a late UPI payment: one order, and the payment is refunded', async () => {
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

describe('a late payment, after the hold has ended and the shopper has ordered again', () => {
  /** An expired payment whose stock was released; its items are still in the cart. */
  async function expired(shopper?: TestShopper): Promise<Paying> {
    const paying = await beginPaying(shop(), [['1', 1]], shopper);
    await shop().age(paying.id, 31);
    await shop().settle();
    expect(await stateOf(paying.id)).toBe('expired');
    return paying;
  }

  const cash = ({ order }: Paying) => ({ ...order, payment_method: 'cod' });

  async function goesBack(late: Paying): Promise<void> {
    expect(await stateOf(late.id)).toBe('superseded');
    const paid = await pay(shop(), late, { method: 'upi' });
    await shop().settle();
    expect(await ordersOf(late.id)).toEqual([]);
    expect(await refundsOf(paid.razorpay_payment_id)).toEqual([
      { reason: 'superseded', status: 'processed' },
    ]);
  }

  test('with cash: one order, and the late payment is refunded', async () => {
    const late = await expired();
    expect((await submit(late.shopper, cash(late))).status).toBe(201);
    await goesBack(late);
  });

  test('with a second payment: one order, and the first payment is refunded', async () => {
    const late = await expired();
    const next = asPaying(late.shopper, late.order, await begin(late.shopper, late.order));
    expect(next.id).not.toBe(late.id);
    await goesBack(late);
    expect((await verify(next.shopper, await pay(shop(), next))).body.status).toBe('paid');
    expect(await ordersOf(next.id)).toHaveLength(1);
  });

  test('something else: the late payment is refunded too', async () => {
    const late = await expired();
    await late.shopper.request('DELETE', '/api/cart');
    const other = await toCheckout(late.shopper, [['2', 1]]);
    expect((await submit(late.shopper, other)).status).toBe(201);
    await goesBack(late);
  });

  test('a rejected order leaves the late payment payable', async () => {
    const late = await expired();
    const wrong = { ...cash(late), total_amount: 1 };
    expect((await submit(late.shopper, wrong)).body.error.code).toBe('cart_changed');
    expect((await begin(late.shopper, { ...late.order, total_amount: 1 })).status).toBe(409);
    await pay(shop(), late);
    await shop().settle();
    expect(await ordersOf(late.id)).toHaveLength(1);
  });

  test('a repeated response for an earlier order leaves it payable', async () => {
    const asha = await shop().newShopper();
    const key = randomUUID();
    const before = await toCheckout(asha, [['1', 1]]);
    const placed = await submit(asha, before, key);
    const late = await expired(asha);
    expect((await submit(asha, before, key)).body).toEqual(placed.body);
    await pay(shop(), late);
    await shop().settle();
    expect(await ordersOf(late.id)).toHaveLength(1);
  });

  test.each([
    ['with cash', (late: Paying) => submit(late.shopper, cash(late)), 'cart_empty'],
    ['with a second payment', (late: Paying) => begin(late.shopper, late.order), 'cart_empty'],
  ])(
    '%s, after the late payment was authorized and holds stock again: its order is placed first',
    async (_, order, code) => {
      const late = await expired();
      shop().failNext('server_error', 'POST', /capture$/, 2);
      await pay(shop(), late, { outcome: 'authorized' });
      await late.shopper.request('POST', `/api/payments/${late.id}/check`);
      expect(
        await shop().rows('select state, holds_stock from payment_intents where id = $1', [
          late.id,
        ]),
      ).toEqual([{ state: 'expired', holds_stock: true }]);
      shop().failNext('hang', 'NEVER', /^$/);
      expect((await order(late)).body.error.code).toBe(code);
      expect(await ordersOf(late.id)).toHaveLength(1);
    },
  );
});
