import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { submit } from '#test/checkout.ts';
import { openAuditedShop } from '#test/payment-books.ts';
import { beginPaying, pay, verify } from '#test/payments.ts';
import { sweep } from './sweep.ts';

const { shop, ordersOf, refundsOf, stateOf } = openAuditedShop();

test('13: a capture of another amount is given back, and the payment can still be made', async () => {
  const paying = await beginPaying(shop());
  const wrong = await pay(shop(), paying, { amount: 100 });
  expect(await verify(paying.shopper, wrong)).toMatchObject({
    status: 409,
    body: { error: { code: 'payment_refunded' } },
  });
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

test('22: a refund at the gateway’s own desk, heard of before the capture, ends as refunded', async () => {
  const paying = await beginPaying(shop());
  const paid = await pay(shop(), paying);
  await verify(paying.shopper, paid);
  await refundAtDesk(paid.razorpay_payment_id, 20_000);
  await shop().settle();
  expect(await ordersOf(paying.id)).toMatchObject([{ payment_status: 'partially_refunded' }]);
  await refundAtDesk(paid.razorpay_payment_id, 29_900);
  await shop().settle();
  expect(await ordersOf(paying.id)).toMatchObject([{ payment_status: 'refunded' }]);
  await verify(paying.shopper, paid);
  expect(await ordersOf(paying.id)).toMatchObject([{ payment_status: 'refunded' }]);
  await shop().rows('delete from sandbox_gateway.refunds where payment_id = $1', [
    paid.razorpay_payment_id,
  ]);
  await shop().rows(
    `update sandbox_gateway.payments set status = 'captured', amount_refunded = 0 where id = $1`,
    [paid.razorpay_payment_id],
  );
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

/** Somebody gives money back in the dashboard, which sends no key of ours. */
async function refundAtDesk(payment: string, amount: number): Promise<void> {
  const { id, secret } = shop().settings.key;
  const response = await fetch(`${shop().sandbox.url}/v1/payments/${payment}/refund`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` },
    body: JSON.stringify({ amount }),
  });
  expect(response.status).toBe(200);
}
