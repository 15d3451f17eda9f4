import {
  type Gateway,
  GatewayFailure,
  type GatewayPayment,
  isUncertain,
} from '@aparajita/razorpay';
import { decidePaymentAction } from '#domain/payment.ts';
import { askGateway, type PaymentContext } from '#server/payments/context.ts';
import { recordRefunds } from '#server/payments/refunds/record-refunds.ts';
import { onBehalfOf } from '#server/shopper.ts';
import {
  ForeignPaymentError,
  finalize,
  findPlacedOrder,
  PendingPaymentError,
} from './finalize-payment.ts';
import { findIntent, type Intent, type IntentRef, lockIntent } from './intent.ts';
import { reserveStock } from './intent-stock.ts';

/**
 * Reads all payments of an intent from the gateway and acts on each. Throws `GatewayFailure` when that fails, and
 * `ForeignPaymentError` or `PendingPaymentError` when one of them cannot be ours or not be decided, after the others.
 */
export async function syncWithGateway(context: PaymentContext, ref: IntentRef): Promise<void> {
  const [intent] = await context.systemDatabase.asShopper(onBehalfOf(ref.user_id), findIntent(ref));
  const order = intent?.gateway_order_id;
  if (!order) return; // the payment window was never opened
  await askGateway(context, intent, async (gateway) => {
    let undecided: ForeignPaymentError | PendingPaymentError | undefined;
    for (const payment of await gateway.paymentsOf(order)) {
      await handlePayment(context, intent, gateway, payment).catch((error) => {
        if (error instanceof GatewayFailure || !isInconclusive(error)) throw error;
        undecided = error;
      });
    }
    if (undecided) throw undecided;
  });
}

/** Whether the gateway did not say what was paid, so that asking again may help; other errors are faults of the shop. */
export function isInconclusive(
  error: unknown,
): error is GatewayFailure | ForeignPaymentError | PendingPaymentError {
  return (
    error instanceof GatewayFailure ||
    error instanceof ForeignPaymentError ||
    error instanceof PendingPaymentError
  );
}

/** Acts on one payment from the gateway's API: captures it if it is authorized, then finalizes it. */
export async function handlePayment(
  context: PaymentContext,
  intent: Intent,
  gateway: Gateway,
  found: GatewayPayment,
): Promise<void> {
  const ref = { id: intent.id, user_id: intent.user_id };
  const payment = (await reserveForCapture(context, ref, found))
    ? await capture(gateway, found, intent.amount)
    : found;
  const differs = payment.status === 'captured' && payment.amount !== intent.amount;
  const order = differs ? await gateway.order(intent.gateway_order_id ?? '') : null;
  await finalize(context, ref, payment, order);
  if (payment.amount_refunded > 0) {
    await recordRefunds(context, ref.user_id, payment.id, await gateway.refundsOf(payment.id));
  }
}

/**
 * Whether to capture an authorized payment: it fits its intent, and the stock is held. Reserves the stock again if the
 * intent has expired. A payment that is not captured returns to the shopper automatically and needs no refund.
 */
function reserveForCapture(
  context: PaymentContext,
  ref: IntentRef,
  payment: GatewayPayment,
): Promise<boolean> | false {
  if (payment.status !== 'authorized') return false;
  return context.systemDatabase.transact(onBehalfOf(ref.user_id), async (tx) => {
    const [[intent], [order]] = await Promise.all([
      tx.rows(lockIntent(ref)),
      tx.rows(findPlacedOrder(ref)),
    ]);
    if (!intent || payment.order_id !== intent.gateway_order_id) return false;
    const facts = { ...intent, paidWith: order?.payment_id ?? null };
    const action = decidePaymentAction(facts, { ...payment, capturedFor: null }, null);
    if (action.type !== 'capture') return false;
    if (intent.holds_stock) return true;
    if (!(await reserveStock(tx, ref, context.timing.hold))) return false;
    // Releases the stock at the end of the hold if the capture fails, even if no other check is planned.
    const { id, user_id } = intent;
    await context.jobs.reschedule(tx, 'payment-check', { id, user_id }, context.timing.hold);
    return true;
  });
}

/**
 * Captures the payment's amount, or the order's (`due`) if that is refused: which of them it must be where the customer
 * bears the fee is not documented. If the capture fails for any reason, reads the payment's current state instead.
 */
async function capture(
  gateway: Gateway,
  { id, amount }: GatewayPayment,
  due: number,
): Promise<GatewayPayment> {
  return gateway
    .capture(id, amount)
    .catch((error: unknown) => {
      if (amount <= due || isUncertain(error)) throw error;
      return gateway.capture(id, due);
    })
    .catch(() => gateway.payment(id));
}
