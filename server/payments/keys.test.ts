import { modeOf } from '@aparajita/razorpay';
import { expect, test } from 'vitest';
import { createLog } from '#server/log.ts';
import { openAuditedShop } from '#test/audited-shop.ts';
import { beginPaying, pay, verify } from '#test/payments.ts';
import { checkIntent } from './check.ts';
import type { IntentRef } from './intent.ts';
import { openPayments } from './payments.ts';
import { executeRefund } from './refunds.ts';
import { verifyPayment } from './verify.ts';

const { shop, ordersOf } = openAuditedShop();

/** The shop after its key was changed, with or without the previous key. */
function afterRotation(keepPrevious: boolean) {
  const { database, payments, settings, sandbox } = shop();
  return openPayments({
    database,
    systemDatabase: payments.context.systemDatabase,
    events: payments.events,
    jobs: payments.context.jobs,
    publicUrl: 'http://localhost:3000',
    gateway: {
      key: { id: 'rzp_sandbox_NewKey1234', secret: 'another secret, sixteen' },
      previousKey: keepPrevious ? settings.key : null,
      webhookSecrets: settings.webhookSecrets,
    },
    sandbox: { url: sandbox.url, script: 'http://localhost:3000/sandbox/checkout.js' },
    log: createLog('silent'),
  }).context;
}

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

test('a refund whose key was removed finally causes an email to the shop', async () => {
  const paying = await beginPaying(shop());
  await verify(paying.shopper, await pay(shop(), paying));
  const second = await pay(shop(), paying, { again: true });
  await verify(paying.shopper, second);
  const of = [second.razorpay_payment_id];
  const read = () =>
    shop().rows('select id, user_id, status from refunds where payment_id = $1', of);
  const tryOnce = async () => {
    const [refund] = await shop().rows<IntentRef>(
      'update refunds set attempts = attempts + 1 where payment_id = $1 returning id, user_id',
      of,
    );
    if (refund) await executeRefund(afterRotation(false), refund);
  };
  await tryOnce();
  expect(await read()).toMatchObject([{ status: 'queued' }]);
  expect(await attention('payment-attention', 'payment_id', of[0])).toEqual([]);
  await shop().rows('update refunds set attempts = 29 where payment_id = $1', of);
  await tryOnce();
  expect(await read()).toMatchObject([{ status: 'failed' }]);
  expect(await attention('payment-attention', 'payment_id', of[0])).toHaveLength(1);

  await shop().rows(
    `update refunds set status = 'queued', next_attempt_at = now() where payment_id = $1`,
    of,
  ); // for the ledger check after the test
});

test('the stock of a payment whose key was removed is finally released, and the shop gets an email', async () => {
  const paying = await beginPaying(shop());
  const owned = { id: paying.id, user_id: paying.shopper.shopper.userId };
  const look = async (hours: number) => {
    await shop().age(paying.id, hours * 60);
    await checkIntent(afterRotation(false), owned);
    const [intent] = await shop().rows(
      `select state, holds_stock, next_check_at is not null as planned from payment_intents where id = $1`,
      [paying.id],
    );
    return intent;
  };
  expect(await look(120)).toEqual({ state: 'open', holds_stock: true, planned: true });
  expect(await attention('payment-unanswered', 'payment_id', paying.id)).toEqual([]);
  expect(await look(121)).toEqual({ state: 'expired', holds_stock: false, planned: false });
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
