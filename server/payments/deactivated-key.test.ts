import { randomUUID } from 'node:crypto';
import { NO_FAULTS, type Sandbox } from '@aparajita/razorpay/sandbox';
import { beforeAll, describe, expect, test } from 'vitest';
import type { OwnedRow } from '#server/jobs/queues.ts';
import { openAuditedShop } from '#test/audited-shop.ts';
import { beginPaying, type Paying, pay, refundInDashboard, verify } from '#test/payments.ts';
import { NEW_KEY, openSandboxOfNewKey, withKeys } from '#test/replaced-key.ts';
import type { PaymentContext } from './context.ts';
import { beginPayment } from './intents/begin-payment.ts';
import { cancelPayment } from './intents/cancel-payment.ts';
import { checkIntent } from './intents/check-intent.ts';
import { openWindow } from './intents/open-payment-window.ts';
import { verifyPayment } from './intents/verify-payment.ts';
import { reconcile } from './reconcile/reconcile.ts';
import { handleEvent } from './reconcile/webhook.ts';
import { executeRefund } from './refunds/execute-refund.ts';

const { shop, ordersOf, refundsOf, stateOf } = openAuditedShop();
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await openSandboxOfNewKey(shop());
});

const KEPT = () => withKeys(shop(), { previousKey: shop().settings.key, sandbox });
const REMOVED = () => withKeys(shop(), { previousKey: null, sandbox });

describe.each([
  ['refused by the gateway', KEPT],
  ['removed from the settings', REMOVED],
])('the key that a payment was begun with is %s', (_, replaced) => {
  test('its refund is made, and followed until it is processed', async () => {
    const { refund, paymentId } = await queuedRefund();
    await executeRefund(replaced(), refund, false);
    const processed = [{ reason: 'duplicate', status: 'processed' }];
    expect(await refundsOf(paymentId)).toEqual(processed);
    await shop().rows(`update refunds set status = 'pending' where id = $1`, [refund.id]);
    await executeRefund(replaced(), refund, false);
    expect(await refundsOf(paymentId)).toEqual(processed);
  });

  test('a refund from the dashboard is recorded', async () => {
    const paying = await beginPaying(shop());
    await verify(paying.shopper, await pay(shop(), paying));
    shop().loseWebhooks(true);
    const second = await pay(shop(), paying, { again: true });
    await refundInDashboard(shop(), second, paying.amount);
    await handleEvent(replaced(), { order_id: paying.gatewayOrder });
    expect(await refundsOf(second.razorpay_payment_id)).toEqual([
      { reason: 'gateway', status: 'processed' },
    ]);
  });

  test('its check finds that it was paid, or releases its stock', async () => {
    const paid = await beginPaying(shop());
    shop().loseWebhooks(true);
    await pay(shop(), paid, { outcome: 'authorized' });
    await checkIntent(replaced(), refOf(paid));
    expect(await ordersOf(paid.id)).toHaveLength(1);

    const unpaid = await beginPaying(shop());
    await shop().age(unpaid.id, 31);
    await checkIntent(replaced(), refOf(unpaid));
    expect(await stateOf(unpaid.id)).toBe('expired');
  });

  test('the same cart begins a new payment, whose window has the new key', async () => {
    const old = await beginPaying(shop());
    const { payment, options } = await beginAgain(replaced(), old);
    expect(options.key).toBe(NEW_KEY.id);
    expect(payment.id).not.toBe(old.id);
    expect(await stateOf(old.id)).toBe('superseded');
    expect((await beginAgain(replaced(), old)).payment.id).toBe(payment.id);
  });

  test('its window is not opened again: the payment is closed, or has its order', async () => {
    const unpaid = await beginPaying(shop());
    await expect(openWindow(replaced(), refOf(unpaid))).rejects.toMatchObject({
      code: 'payment_closed',
    });
    expect(await stateOf(unpaid.id)).toBe('superseded');

    const paid = await beginPaying(shop());
    await pay(shop(), paid);
    const { payment } = await openWindow(replaced(), refOf(paid));
    expect(payment).toMatchObject({ state: 'paid', order_id: expect.any(String) });
  });

  test('reconciliation goes through the payments with the new key', async () => {
    const { paymentId } = await secondPayment();
    await reconcile(replaced());
    expect(await refundsOf(paymentId)).toMatchObject([{ reason: 'duplicate' }]);
  });
});

test('a signature of a key that the gateway refuses by now places the order', async () => {
  const paying = await beginPaying(shop());
  const paid = await pay(shop(), paying);
  const context = KEPT();
  const verified = await verifyPayment(context, paying.shopper.shopper, context.database, paid);
  expect(verified.status).toBe('paid');
  expect(await ordersOf(paying.id)).toHaveLength(1);
});

test('reconciliation fails when the gateway refuses the current key', async () => {
  const context = withKeys(shop(), { previousKey: null });
  await expect(reconcile(context)).rejects.toMatchObject({ status: 401 });
});

describe('while the gateway refuses every key', () => {
  const refused = () => withKeys(shop(), { key: shop().settings.key, previousKey: null, sandbox });

  test('a payment with a valid signature is being confirmed, not cancelled, and becomes the order', async () => {
    shop().loseWebhooks(true);
    const paying = await beginPaying(shop());
    const paid = await pay(shop(), paying);
    const context = refused();
    const verified = await verifyPayment(context, paying.shopper.shopper, context.database, paid);
    expect(verified.status).toBe('confirming');
    expect(await shop().minutesUntilJob(paying.id)).toBe(0);
    await expect(cancelPayment(context, refOf(paying))).rejects.toMatchObject({
      code: 'gateway_unavailable',
    });
    await shop().settle();
    expect(await ordersOf(paying.id)).toHaveLength(1);
  });

  test('a wrong signature is still not verified', async () => {
    const paying = await beginPaying(shop());
    const forged = { ...(await pay(shop(), paying)), razorpay_signature: 'f'.repeat(64) };
    const context = refused();
    await expect(
      verifyPayment(context, paying.shopper.shopper, context.database, forged),
    ).rejects.toMatchObject({ code: 'payment_not_verified' });
  });
});

test('nothing is asked about a payment of the other mode', async () => {
  const paying = await beginPaying(shop());
  const { refund, paymentId } = await queuedRefund();
  const otherMode = 'rzp_live_AbCdEf123456';
  const setKeys = (key: string) => shop().rows('update payment_intents set key_id = $1', [key]);
  await setKeys(otherMode);
  const asked: string[] = [];
  sandbox.setFaults({
    ...NO_FAULTS,
    request: (_, path) => {
      asked.push(path);
      return null;
    },
  });
  await expect(executeRefund(KEPT(), refund, false)).rejects.toMatchObject({ code: 'UNKNOWN_KEY' });
  await checkIntent(KEPT(), refOf(paying));
  await expect(openWindow(KEPT(), refOf(paying))).rejects.toMatchObject({ code: 'payment_closed' });
  expect(asked).toEqual([]);
  expect(await refundsOf(paymentId)).toEqual([{ reason: 'duplicate', status: 'queued' }]);
  await setKeys(shop().settings.key.id); // for the ledger check after the test
});

function refOf({ id, shopper }: Paying): OwnedRow {
  return { id, user_id: shopper.shopper.userId };
}

/** From the same cart, address and amount. */
function beginAgain(context: PaymentContext, { shopper, order }: Paying) {
  return beginPayment(context, shopper.shopper, order, randomUUID());
}

/** A second payment of an order, of which the shop does not know yet. */
async function secondPayment() {
  const paying = await beginPaying(shop());
  await verify(paying.shopper, await pay(shop(), paying));
  shop().loseWebhooks(true);
  const second = await pay(shop(), paying, { again: true });
  return { paying, second, paymentId: second.razorpay_payment_id };
}

async function queuedRefund() {
  const { paying, second, paymentId } = await secondPayment();
  await verify(paying.shopper, second);
  const [refund] = await shop().rows<OwnedRow>(
    'select id, user_id from refunds where payment_id = $1',
    [paymentId],
  );
  if (!refund) throw new Error('The refund was not queued');
  return { refund, paymentId };
}
