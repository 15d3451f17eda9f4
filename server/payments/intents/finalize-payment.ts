import type { GatewayOrder, GatewayPayment } from '@aparajita/razorpay';
import { decidePaymentAction, type RefundReason } from '#domain/payment.ts';
import type { Transaction } from '#server/database/database.ts';
import type { PaymentContext } from '#server/payments/context.ts';
import { queueRefund } from '#server/payments/refunds/record-refunds.ts';
import { onBehalfOf } from '#server/shopper.ts';
import { findPlacedOrder, lockAddress, placePaidOrder, savePayment } from './finalize-queries.ts';
import type { Intent, IntentRef } from './intent.ts';
import { lockIntent } from './intent-queries.ts';
import { releaseIntent, reserveStock } from './intent-stock.ts';

/** Thrown for a payment of another intent; nothing has changed. */
export class ForeignPaymentError extends Error {
  constructor(payment: string) {
    super(`The payment ${payment} does not belong to this intent`);
    this.name = 'ForeignPaymentError';
  }
}

/** Thrown for a captured payment that the gateway's order does not show yet; it is saved and nothing else has changed. */
export class PendingPaymentError extends Error {
  constructor(payment: string) {
    super(`The gateway's order does not show the payment ${payment} yet`);
    this.name = 'PendingPaymentError';
  }
}

/**
 * Places the order for a payment or refunds it, exactly once: verification, webhook, checks and reconciliation all call
 * this, any number of times. `payment`, and `gatewayOrder` if the amounts differ, must come from the gateway's API, never
 * from a browser or an event.
 *
 * One transaction under the intent's row lock: the second of two callers sees the first one's result, and a crash in
 * the middle changes nothing.
 */
export async function finalize(
  context: PaymentContext,
  ref: IntentRef,
  payment: GatewayPayment,
  gatewayOrder: GatewayOrder | null,
): Promise<void> {
  const decided = await context.systemDatabase.transact(onBehalfOf(ref.user_id), async (tx) => {
    // Sent in one batch and executed in order: the order is read after the lock, so it includes one that we waited for.
    const [, [intent], [order]] = await Promise.all([
      tx.rows(lockAddress(ref)),
      tx.rows(lockIntent(ref)),
      tx.rows(findPlacedOrder(ref)),
    ]);
    if (!intent || payment.order_id !== intent.gateway_order_id) {
      throw new ForeignPaymentError(payment.id);
    }
    const [saved] = await tx.rows(savePayment(ref, payment));
    if (!saved) throw new ForeignPaymentError(payment.id);

    const facts = { ...intent, paidWith: order?.payment_id ?? null };
    const action = decidePaymentAction(
      facts,
      { ...payment, capturedFor: saved.captured_for },
      gatewayOrder,
    );
    if (action.type === 'refund') await startRefund(context, tx, intent, payment, action.reason);
    if (action.type === 'place_order') await placeOrder(context, tx, intent, payment);
    return action.type;
  });
  if (decided === 'wait') throw new PendingPaymentError(payment.id);
}

async function placeOrder(
  context: PaymentContext,
  tx: Transaction,
  intent: Intent,
  payment: GatewayPayment,
) {
  if (!intent.holds_stock) {
    if (!(await reserveStock(tx, intent, context.timing.hold))) {
      await releaseIntent(tx, intent, 'refused');
      return startRefund(context, tx, intent, payment, 'out_of_stock');
    }
  }
  const [order] = await tx.rows(placePaidOrder(intent, payment));
  if (!order) throw new Error(`No order was placed for the paid intent ${intent.id}`);
  const about = { user_id: intent.user_id, email: intent.email, order_id: order.id };
  await context.jobs.send(tx, 'order-confirmation', about);
  await context.jobs.send(tx, 'payment-received', about);
}

async function startRefund(
  context: PaymentContext,
  tx: Transaction,
  intent: Intent,
  payment: GatewayPayment,
  reason: RefundReason,
) {
  const refund = await queueRefund(tx, intent.user_id, payment, reason);
  if (!refund) return; // queued before
  context.log.warn({ payment: payment.id, reason }, 'a refund is queued');
  const { user_id, email, order_number, mode } = intent;
  const about = { user_id, email, order_number, mode, amount: refund.amount, refund_id: refund.id };
  await context.jobs.send(tx, 'payment-refund', { id: refund.id, user_id });
  await context.jobs.send(tx, 'refund-started', { ...about, reason });
}
