import { type Gateway, GatewayFailure, type GatewayPayment } from '@aparajita/razorpay';
import { judgePayment } from '#domain/payment.ts';
import { gatewayOf, type PaymentContext } from '#server/payments/context.ts';
import { ForeignPayment, finalize } from '#server/payments/intents/finalize.ts';
import { findPlacedOrder } from '#server/payments/intents/finalize-query.ts';
import type { IntentRef } from '#server/payments/intents/intent.ts';
import { findIntent, lockIntent } from '#server/payments/intents/intent-query.ts';
import { reserveStock } from '#server/payments/intents/stock.ts';
import { recordRefunds } from '#server/payments/refunds/record-refunds.ts';
import { onBehalfOf } from '#server/shopper.ts';

/**
 * Reads all payments of an intent from the gateway and acts on each. Throws `GatewayFailure` when that fails, and
 * `ForeignPayment` when one of them cannot be ours, after the others.
 */
export async function syncWithGateway(context: PaymentContext, owned: IntentRef): Promise<void> {
  const [intent] = await context.systemDatabase.asShopper(
    onBehalfOf(owned.user_id),
    findIntent(owned),
  );
  if (!intent?.gateway_order_id) return; // the payment window was never opened
  const gateway = gatewayOf(context, intent);
  let foreign: ForeignPayment | undefined;
  for (const payment of await gateway.paymentsOf(intent.gateway_order_id)) {
    await handlePayment(context, owned, gateway, payment).catch((error) => {
      if (!(error instanceof ForeignPayment)) throw error;
      foreign = error;
    });
  }
  if (foreign) throw foreign;
}

/** Whether the gateway did not say what was paid, so that asking again may help; other errors are faults of the shop. */
export function isInconclusive(error: unknown): error is GatewayFailure | ForeignPayment {
  return error instanceof GatewayFailure || error instanceof ForeignPayment;
}

/** Acts on one payment from the gateway's API: captures it if it is authorized, then finalizes it. */
export async function handlePayment(
  context: PaymentContext,
  owned: IntentRef,
  gateway: Gateway,
  found: GatewayPayment,
): Promise<void> {
  const payment = (await mayCapture(context, owned, found)) ? await capture(gateway, found) : found;
  await finalize(context, owned, payment);
  if (payment.amount_refunded > 0) {
    await recordRefunds(context, owned.user_id, payment.id, await gateway.refundsOf(payment.id));
  }
}

/** True once the stock is certainly held: a payment that is not captured returns by itself and needs no refund. */
function mayCapture(
  context: PaymentContext,
  owned: IntentRef,
  payment: GatewayPayment,
): Promise<boolean> | false {
  if (payment.status !== 'authorized') return false;
  return context.systemDatabase.transact(onBehalfOf(owned.user_id), async (tx) => {
    const [[intent], [order]] = await Promise.all([
      tx.rows(lockIntent(owned)),
      tx.rows(findPlacedOrder(owned)),
    ]);
    if (!intent || payment.order_id !== intent.gateway_order_id) return false;
    const verdict = judgePayment({ ...intent, paidWith: order?.payment_id ?? null }, payment);
    if (verdict.act !== 'capture') return false;
    if (intent.holds_stock) return true;
    if (!(await reserveStock(tx, owned, context.timing.hold))) return false;
    // Releases the stock at the end of the hold if the capture fails, even if no other check is planned.
    const { id, user_id } = intent;
    await context.jobs.reschedule(tx, 'payment-check', { id, user_id }, context.timing.hold);
    return true;
  });
}

/** If the capture fails for any reason, reads the payment's current state instead. */
async function capture(gateway: Gateway, { id, amount }: GatewayPayment): Promise<GatewayPayment> {
  return gateway.capture(id, amount).catch(() => gateway.payment(id));
}
