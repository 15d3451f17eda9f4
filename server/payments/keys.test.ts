import { modeOf } from '@aparajita/razorpay';
import { expect, test } from 'vitest';
import type { OwnedRow } from '#server/jobs/queues.ts';
import { openAuditedShop } from '#test/audited-shop.ts';
import { beginPaying, pay, verify } from '#test/payments.ts';
import { withKeys } from '#test/replaced-key.ts';
import { checkIntent } from './intents/check-intent.ts';
import { verifyPayment } from './intents/verify-payment.ts';
import { executeRefund } from './refunds/execute-refund.ts';

const { shop, ordersOf } = openAuditedShop();

/** The shop after its key was changed, with or without the previous key. */
const afterRotation = (keepPrevious: boolean) =>
  withKeys(shop(), { previousKey: keepPrevious ? shop().settings.key : null });

test('a payment begun with the previous key is verified with that key', async () => {
  const paying = await beginPaying(shop());
  const paid = await pay(shop(), paying);
  const context = afterRotation(true);
  const verified = await verifyPayment(context, paying.shopper.shopper, context.database, paid);
  expect(verified.status).toBe('paid');
  expect(await ordersOf(paying.id)).toHaveLength(1);
});

test('a payment whose key was removed is not lost, only not verified', async () => {
  const paying = await beginPaying(shop());
  const paid = await pay(shop(), paying);
  const context = afterRotation(false);
  await expect(
    verifyPayment(context, paying.shopper.shopper, context.database, paid),
  ).rejects.toMatchObject({ code: 'gateway_unavailable' });
  expect(await ordersOf(paying.id)).toEqual([]);
  await shop().settle();
  expect(await ordersOf(paying.id)).toHaveLength(1);
});

test('a refund whose key was removed, and whose new key is refused, finally causes an email to the shop', async () => {
  const paying = await beginPaying(shop());
  await verify(paying.shopper, await pay(shop(), paying));
  const second = await pay(shop(), paying, { again: true });
  await verify(paying.shopper, second);
  const of = [second.razorpay_payment_id];
  const read = () =>
    shop().rows('select id, user_id, status from refunds where payment_id = $1', of);
  const attempt = async (isLast: boolean) => {
    const [refund] = await shop().rows<OwnedRow>(
      'select id, user_id from refunds where payment_id = $1',
      of,
    );
    if (refund) await executeRefund(afterRotation(false), refund, isLast);
  };
  await expect(attempt(false)).rejects.toMatchObject({ status: 401 });
  expect(await read()).toMatchObject([{ status: 'queued' }]);
  expect(await attention('payment-attention', 'payment_id', of[0])).toEqual([]);
  await attempt(true);
  expect(await read()).toMatchObject([{ status: 'failed' }]);
  expect(await attention('payment-attention', 'payment_id', of[0])).toHaveLength(1);

  await shop().rows(`update refunds set status = 'queued' where payment_id = $1`, of); // for the ledger check after the test
});

test('the stock of a payment whose key was removed, and whose new key is refused, is finally released, and the shop gets an email', async () => {
  const paying = await beginPaying(shop());
  const ref = { id: paying.id, user_id: paying.shopper.shopper.userId };
  const check = async (hours: number) => {
    await shop().age(paying.id, hours * 60);
    await shop().rows('delete from jobs.job where singleton_key = $1', [paying.id]); // as a worker takes it
    await checkIntent(afterRotation(false), ref);
    const [intent] = await shop().rows(
      'select state, holds_stock from payment_intents where id = $1',
      [paying.id],
    );
    return { ...intent, planned: (await shop().minutesUntilJob(paying.id)) !== null };
  };
  expect(await check(120)).toEqual({ state: 'open', holds_stock: true, planned: true });
  expect(await attention('payment-unanswered', 'payment_id', paying.id)).toEqual([]);
  expect(await check(121)).toEqual({ state: 'expired', holds_stock: false, planned: false });
  expect(await attention('payment-unanswered', 'payment_id', paying.id)).toEqual([
    { data: expect.objectContaining({ gateway_order_id: paying.gatewayOrder }) },
  ]);
});

function attention(name: string, field: string, id: string | undefined) {
  return shop().rows('select data from jobs.job where name = $1 and data ->> $2 = $3', [
    name,
    field,
    id,
  ]);
}

test('the prefix of a key is its mode', () => {
  expect(modeOf('rzp_live_AbCdEf1234')).toBe('live');
  expect(modeOf('rzp_test_AbCdEf1234')).toBe('test');
  expect(modeOf('rzp_sandbox_AbCdEf1234')).toBe('sandbox');
  for (const id of ['', 'rzp_live_', 'rzp_other_AbCdEf1234', 'xrzp_live_AbCdEf1234']) {
    expect(modeOf(id), id).toBeUndefined();
  }
});
