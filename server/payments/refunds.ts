import type { GatewayRefund } from '@aparajita/razorpay';
import { GatewayFailure } from '@aparajita/razorpay';
import type { Transaction } from '#server/database/database.ts';
import type { JobData } from '#server/jobs/queues.ts';
import { gatewayOf, type PaymentContext } from './context.ts';
import { type IntentRef, onBehalfOf } from './intent.ts';
import {
  cancelExcessRefund,
  failRefund,
  findRefund,
  lockPayment,
  type Refund,
  saveDashboardRefund,
  updateOwnRefund,
  updatePaymentStatus,
} from './refund-query.ts';

/**
 * Makes a queued refund, or asks the gateway about one that it has accepted. A retry with the same key is safe, so after
 * a lost answer we send it again; the final status comes from the gateway's list of refunds. Throws `GatewayFailure` to
 * be retried.
 */
export async function executeRefund(
  context: PaymentContext,
  owned: IntentRef,
  isLastAttempt: boolean,
): Promise<void> {
  const asOwner = onBehalfOf(owned.user_id);
  const [refund] = await context.systemDatabase.asShopper(asOwner, findRefund(owned));
  if (refund?.status !== 'queued' && refund?.status !== 'pending') return;
  const { payment_id } = refund;
  try {
    const gateway = gatewayOf(context, refund);
    const made =
      refund.status === 'queued'
        ? [await gateway.refund(payment_id, toGateway(refund))]
        : await gateway.refundsOf(payment_id);
    await recordRefunds(context, owned.user_id, payment_id, made);
  } catch (error) {
    if (!(error instanceof GatewayFailure)) throw error;
    const isFinal = await afterFailure(context, owned, refund, error, isLastAttempt);
    if (!isFinal) throw error;
    context.log.warn({ err: error, refund: refund.id }, 'a refund failed permanently');
  }
}

function toGateway({ amount, idempotency_key: key, reason }: Refund) {
  return { amount, key, reason };
}

/** The gateway still processes our earlier request. */
const BUSY = 409;
/** Seconds between two checks of a refund that the bank has not processed yet. */
const PENDING_CHECK_SECONDS = 10 * 60;

/** Whether this attempt was the last: false for a failure that a retry may mend. */
async function afterFailure(
  context: PaymentContext,
  owned: IntentRef,
  refund: Refund,
  error: GatewayFailure,
  isLastAttempt: boolean,
): Promise<boolean> {
  const canRetry = error.uncertain || error.status === BUSY;
  if (!canRetry) {
    // 'Fully refunded already': by us, with the answer lost, or by somebody in the gateway's dashboard.
    const made = await gatewayOf(context, refund)
      .refundsOf(refund.payment_id)
      .catch(() => null);
    if (made) await recordRefunds(context, owned.user_id, refund.payment_id, made);
  }
  if (canRetry && !isLastAttempt) return false;
  await context.systemDatabase.transact(onBehalfOf(owned.user_id), async (tx) => {
    // Once the gateway has accepted a refund, we check it until the gateway reports it processed or failed.
    if (refund.status === 'pending') return checkLater(context, tx, owned);
    const [failed] = await tx.rows(failRefund(owned));
    if (failed) await notifyShop(context, tx, { ...refund, refund_id: refund.id });
  });
  return true;
}

function checkLater(context: PaymentContext, tx: Transaction, { id, user_id }: IntentRef) {
  return context.jobs.reschedule(tx, 'payment-refund', { id, user_id }, PENDING_CHECK_SECONDS);
}

/** Emails the shop about a refund that finally failed. */
function notifyShop(
  context: PaymentContext,
  tx: Transaction,
  { refund_id, payment_id, order_number }: JobData['payment-attention'],
): Promise<void> {
  return context.jobs.send(tx, 'payment-attention', { refund_id, payment_id, order_number });
}

/** Saves the gateway's list of a payment's refunds, ours and those from its dashboard, and updates the order. */
export async function recordRefunds(
  context: PaymentContext,
  userId: string,
  paymentId: string,
  refunds: GatewayRefund[],
): Promise<void> {
  await context.systemDatabase.transact(onBehalfOf(userId), async (tx) => {
    const [payment] = await tx.rows(lockPayment(userId, paymentId));
    if (!payment) return;
    for (const refund of refunds) {
      const key = refund.notes.refund;
      const own =
        typeof key === 'string' ? await tx.rows(updateOwnRefund(userId, refund, key)) : [];
      let [noted] = own;
      const { email, order_number } = payment;
      const concerned = { payment_id: paymentId, order_number };
      if (!noted) {
        const [cancelled] =
          refund.status === 'failed' ? [] : await tx.rows(cancelExcessRefund(userId, refund));
        if (cancelled && cancelled.left > 0) {
          await notifyShop(context, tx, { ...concerned, refund_id: cancelled.id });
        }
        [noted] = await tx.rows(saveDashboardRefund(userId, refund));
      }
      // Its webhook may be lost.
      if (noted && refund.status === 'pending') {
        await checkLater(context, tx, { id: noted.id, user_id: userId });
      }
      if (noted?.moved && refund.status === 'processed') {
        const about = { user_id: userId, email, order_number, amount: refund.amount };
        await context.jobs.send(tx, 'refund-done', { ...about, refund_id: noted.id });
      }
      if (noted?.moved && refund.status === 'failed') {
        await notifyShop(context, tx, { ...concerned, refund_id: noted.id });
      }
    }
    await tx.rows(updatePaymentStatus(userId, paymentId));
  });
}
