import { randomUUID } from 'node:crypto';
import { closeAfterFile } from '@aparajita/postgres/testing';
import type { GatewayKey } from '@aparajita/razorpay';
import { NO_FAULTS, openSandbox, type Paid, type Sandbox } from '@aparajita/razorpay/sandbox';
import { beforeAll, describe, expect, test } from 'vitest';
import type { OwnedRow } from '#server/jobs/queues.ts';
import { createLog } from '#server/log.ts';
import { openAuditedShop } from '#test/audited-shop.ts';
import { beginPaying, type Paying, paidOrder, pay, payAgain, verify } from '#test/payments.ts';
import type { PaymentContext } from './context.ts';
import { beginPayment } from './intents/begin-payment.ts';
import { cancelPayment } from './intents/cancel-payment.ts';
import { checkIntent } from './intents/check-intent.ts';
import { openWindow } from './intents/open-payment-window.ts';
import { verifyPayment } from './intents/verify-payment.ts';
import { openPayments } from './payments.ts';
import { reconcile } from './reconcile/reconcile.ts';
import { executeRefund } from './refunds/record-refunds.ts';

const { shop, ordersOf, refundsOf, stateOf } = openAuditedShop();
const NEW_KEY: GatewayKey = { id: 'rzp_sandbox_NewKey1234', secret: 'another secret, sixteen' };
/** The gateway after the shop's key was deactivated: the same account, with only the new key. */
let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await openSandbox({
    owner: shop().db.connection,
    key: NEW_KEY,
    webhookSecret: 'not used: it sends nothing',
    everyMs: null,
  });
  closeAfterFile(sandbox.close);
});

type Keys = { key?: GatewayKey; previousKey?: GatewayKey; at?: Sandbox };

/** The shop after a restart with these keys; without `at`, at a gateway that knows only the old key. */
function withKeys({ key = NEW_KEY, previousKey, at = shop().sandbox }: Keys): PaymentContext {
  const { database, payments, settings } = shop();
  return openPayments({
    database,
    systemDatabase: payments.context.systemDatabase,
    workerDatabase: payments.context.workerDatabase,
    events: payments.events,
    jobs: payments.context.jobs,
    publicUrl: 'http://localhost:3000',
    gateway: { key, previousKey: previousKey ?? null, webhookSecrets: settings.webhookSecrets },
    sandbox: { url: at.url, script: 'http://localhost:3000/sandbox/checkout.js' },
    log: createLog('silent'),
  }).context;
}

const KEPT = () => withKeys({ previousKey: shop().settings.key, at: sandbox });
const REMOVED = () => withKeys({ at: sandbox });
/** The gateway does not know the new key either. */
const LOST = () => withKeys({});
/** The gateway still takes the previous key. */
const ROTATED = () => withKeys({ previousKey: shop().settings.key });

const refOf = ({ id, shopper }: Paying): OwnedRow => ({ id, user_id: shopper.shopper.userId });
const verifyIn = (context: PaymentContext, { shopper }: Paying, paid: Paid) =>
  verifyPayment(context, shopper.shopper, context.database, paid);

/** A second payment of an order, of which the shop does not know yet. */
async function secondPayment() {
  const { paying } = await paidOrder(shop());
  const second = await payAgain(shop(), paying);
  return { paying, second, paymentId: second.razorpay_payment_id };
}

async function queuedRefund() {
  const { paying, second, paymentId } = await secondPayment();
  await verify(paying.shopper, second);
  const sql = 'select id, user_id from refunds where payment_id = $1';
  const [refund] = await shop().rows<OwnedRow>(sql, [paymentId]);
  if (!refund) throw new Error('The refund was not queued');
  return { refund, paymentId };
}

describe.each([
  ['refused by the gateway', KEPT],
  ['removed from the settings', REMOVED],
])('the key that a payment was begun with is %s', (_, replaced) => {
  test('its refund is made, and followed until it is processed', async () => {
    const { refund, paymentId } = await queuedRefund();
    const processed = [{ reason: 'duplicate', status: 'processed' }];
    for (const status of ['queued', 'pending']) {
      await shop().rows('update refunds set status = $2 where id = $1', [refund.id, status]);
      await executeRefund(replaced(), refund, false);
      expect(await refundsOf(paymentId)).toEqual(processed);
    }
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
    const again = () => beginPayment(replaced(), old.shopper.shopper, old.order, randomUUID());
    const { payment, options } = await again();
    expect(options.key).toBe(NEW_KEY.id);
    expect(payment.id).not.toBe(old.id);
    expect(await stateOf(old.id)).toBe('superseded');
    expect((await again()).payment.id).toBe(payment.id);
  });

  test('its window is not opened again: the payment is closed, or has its order', async () => {
    const unpaid = await beginPaying(shop());
    const opening = openWindow(replaced(), refOf(unpaid));
    await expect(opening).rejects.toMatchObject({ code: 'payment_closed' });
    expect(await stateOf(unpaid.id)).toBe('superseded');

    const paid = await beginPaying(shop());
    await pay(shop(), paid);
    const { payment } = await openWindow(replaced(), refOf(paid));
    expect(payment).toMatchObject({ state: 'paid', order_id: expect.any(String) });
  });
});

test.each([
  ['that the gateway refuses by now', KEPT],
  ['that was replaced', ROTATED],
])('a signature of a key %s places the order', async (_, context) => {
  const paying = await beginPaying(shop());
  const paid = await pay(shop(), paying);
  expect((await verifyIn(context(), paying, paid)).status).toBe('paid');
  expect(await ordersOf(paying.id)).toHaveLength(1);
});

test('reconciliation fails when the gateway refuses the current key', async () => {
  await expect(reconcile(LOST())).rejects.toMatchObject({ status: 401 });
});

test('while the gateway refuses every key, a payment with a valid signature is being confirmed, not cancelled, and becomes the order', async () => {
  const context = withKeys({ key: shop().settings.key, at: sandbox });
  shop().loseWebhooks(true);
  const paying = await beginPaying(shop());
  const paid = await pay(shop(), paying);
  const forged = verifyIn(context, paying, { ...paid, razorpay_signature: 'f'.repeat(64) });
  await expect(forged).rejects.toMatchObject({ code: 'payment_not_verified' });
  expect((await verifyIn(context, paying, paid)).status).toBe('confirming');
  expect(await shop().minutesUntilJob(paying.id)).toBe(0);
  const cancelling = cancelPayment(context, refOf(paying));
  await expect(cancelling).rejects.toMatchObject({ code: 'gateway_unavailable' });
  await shop().settle();
  expect(await ordersOf(paying.id)).toHaveLength(1);
});

test('nothing is asked about a payment of the other mode', async () => {
  const paying = await beginPaying(shop());
  const { refund, paymentId } = await queuedRefund();
  const setKeys = (key: string) => shop().rows('update payment_intents set key_id = $1', [key]);
  await setKeys('rzp_live_AbCdEf123456');
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
  sandbox.setFaults(NO_FAULTS);
  await setKeys(shop().settings.key.id); // for the ledger check after the test
});

describe('a payment whose key was removed, and whose new key is refused,', () => {
  /** The emails about it that ask the shop to look at it. */
  const attention = (name: string, payment: string) =>
    shop().rows(`select data from jobs.job where name = $1 and data ->> 'payment_id' = $2`, [
      name,
      payment,
    ]);

  test('is not lost, only not verified', async () => {
    const paying = await beginPaying(shop());
    const verified = verifyIn(LOST(), paying, await pay(shop(), paying));
    await expect(verified).rejects.toMatchObject({ code: 'gateway_unavailable' });
    expect(await ordersOf(paying.id)).toEqual([]);
    await shop().settle();
    expect(await ordersOf(paying.id)).toHaveLength(1);
  });

  test('holds stock that is finally released, and the shop gets an email', async () => {
    const paying = await beginPaying(shop());
    const { id, gatewayOrder: gateway_order_id } = paying;
    const check = async (hours: number) => {
      await shop().age(id, hours * 60);
      await shop().rows('delete from jobs.job where singleton_key = $1', [id]); // as a worker takes it
      await checkIntent(LOST(), refOf(paying));
      const sql = 'select state, holds_stock from payment_intents where id = $1';
      const [intent] = await shop().rows(sql, [id]);
      return { ...intent, planned: (await shop().minutesUntilJob(id)) !== null };
    };
    expect(await check(120)).toEqual({ state: 'open', holds_stock: true, planned: true });
    expect(await attention('payment-unanswered', id)).toEqual([]);
    expect(await check(121)).toEqual({ state: 'expired', holds_stock: false, planned: false });
    const data = expect.objectContaining({ gateway_order_id });
    expect(await attention('payment-unanswered', id)).toEqual([{ data }]);
  });
});
