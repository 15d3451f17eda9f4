import { GatewayFailure, type GatewayPayment, type GatewayRefund } from '@aparajita/razorpay';
import type { RefundReason } from '#domain/payment.ts';
import type { Transaction } from '#server/database/database.ts';
import type { JobData, OwnedRow } from '#server/jobs/queues.ts';
import { askGateway, type PaymentContext } from '#server/payments/context.ts';
import { onBehalfOf } from '#server/shopper.ts';
import {
  cancelExcessRefunds,
  failRefund,
  findRefund,
  insertRefund,
  lockPayment,
  type Refund,
  saveDashboardRefund,
  updateOwnRefund,
  updatePaymentStatus,
} from './refund-queries.ts';

/** Saves refunds that the gateway reports of a payment, ours and those from its dashboard, and updates the order. */
export async function recordRefunds(
  context: PaymentContext,
  userId: string,
  paymentId: string,
  refunds: GatewayRefund[],
): Promise<void> {
  await context.systemDatabase.transact(onBehalfOf(userId), async (tx) => {
    const [payment] = await tx.rows(lockPayment(userId, paymentId));
    if (!payment) return;
    const { email, order_number, mode } = payment;
    const forShop = { payment_id: paymentId, order_number };
    // First, because the tables refuse refunds that together exceed the payment, whether made or queued.
    const cancelled = await tx.rows(cancelExcessRefunds(userId, paymentId, refunds));
    for (const { id, remaining } of cancelled) {
      if (remaining > 0) await notifyShop(context, tx, { ...forShop, refund_id: id });
    }
    for (const refund of refunds) {
      const saved = await saveRefund(tx, userId, refund);
      if (!saved) continue;
      // Checked later as well, because the webhook about its end may be lost.
      if (refund.status === 'pending') {
        await checkLater(context, tx, { id: saved.id, user_id: userId });
      }
      if (saved.status_changed && refund.status === 'processed') {
        const about = { user_id: userId, email, order_number, mode, amount: refund.amount };
        await context.jobs.send(tx, 'refund-done', { ...about, refund_id: saved.id });
      }
      if (saved.status_changed && refund.status === 'failed') {
        await notifyShop(context, tx, { ...forShop, refund_id: saved.id });
      }
    }
    await tx.rows(updatePaymentStatus(userId, paymentId));
  });
}

async function saveRefund(tx: Transaction, userId: string, refund: GatewayRefund) {
  const key = refund.notes.refund;
  const [own] = typeof key === 'string' ? await tx.rows(updateOwnRefund(userId, refund, key)) : [];
  if (own) return own;
  const [saved] = await tx.rows(saveDashboardRefund(userId, refund));
  return saved;
}

/** Seconds between two checks of a refund that the bank has not processed yet. */
const PENDING_CHECK_SECONDS = 10 * 60;

/** The gateway has accepted the refund, and the bank has not processed it yet. */
function checkLater(context: PaymentContext, tx: Transaction, { id, user_id }: OwnedRow) {
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

/**
 * Queues a refund of the rest of a payment, at most once; `amount` in paise. Null if a refund was queued before, or if
 * nothing remains to be refunded.
 */
export async function queueRefund(
  tx: Transaction,
  userId: string,
  payment: GatewayPayment,
  reason: RefundReason,
): Promise<{ id: string; amount: number } | null> {
  // One batch, executed in order: the sum is read after the lock, so it includes a refund that we waited for.
  const [, [refund]] = await Promise.all([
    tx.rows(lockPayment(userId, payment.id)),
    tx.rows(insertRefund(userId, payment, reason)),
  ]);
  return refund ?? null;
}

/**
 * Makes a queued refund, or asks the gateway about one that it has accepted. A retry with the same key is safe, so after
 * a lost answer we send it again; the final status comes from the gateway's list of refunds. Throws `GatewayFailure` to
 * be retried.
 */
export async function executeRefund(
  context: PaymentContext,
  ref: OwnedRow,
  isLastAttempt: boolean,
): Promise<void> {
  const shopper = onBehalfOf(ref.user_id);
  const [refund] = await context.systemDatabase.asShopper(shopper, findRefund(ref));
  if (refund?.status !== 'queued' && refund?.status !== 'pending') return;
  const { payment_id } = refund;
  try {
    const refunds = await askGateway(context, refund, async (gateway) =>
      refund.status === 'queued'
        ? [await gateway.refund(payment_id, toGateway(refund))]
        : gateway.refundsOf(payment_id),
    );
    await recordRefunds(context, ref.user_id, payment_id, refunds);
  } catch (error) {
    if (!(error instanceof GatewayFailure)) throw error;
    const isFinal = await afterFailure(context, ref, refund, error, isLastAttempt);
    if (!isFinal) throw error;
    context.log.warn({ err: error, refund: refund.id }, 'a refund failed permanently');
  }
}

function toGateway({ amount, idempotency_key: key, reason }: Refund) {
  return { amount, key, reason };
}

/** The gateway still processes our earlier request. */
const BUSY = 409;

/** True if there is nothing left to retry; false if a retry may succeed. */
async function afterFailure(
  context: PaymentContext,
  ref: OwnedRow,
  refund: Refund,
  error: GatewayFailure,
  isLastAttempt: boolean,
): Promise<boolean> {
  const { payment_id } = refund;
  const isRefused = !error.uncertain && error.status !== BUSY;
  // The gateway also refuses a payment that is refunded already: by an earlier attempt whose response was lost, or by
  // somebody in the dashboard. Its list of refunds shows that.
  const refunds = isRefused
    ? await askGateway(context, refund, (gateway) => gateway.refundsOf(payment_id)).catch(
        () => null,
      )
    : null;
  if (refunds) await recordRefunds(context, ref.user_id, payment_id, refunds);
  // Without the list it is unknown whether the refund was made.
  else if (!isLastAttempt) return false;
  await context.systemDatabase.transact(onBehalfOf(ref.user_id), async (tx) => {
    // Once the gateway has accepted a refund, we check it until the gateway reports it processed or failed.
    if (refund.status === 'pending') return checkLater(context, tx, ref);
    await tx.rows(lockPayment(ref.user_id, payment_id));
    const [failed] = await tx.rows(failRefund(ref));
    if (!failed) return;
    await tx.rows(updatePaymentStatus(ref.user_id, payment_id));
    await notifyShop(context, tx, { ...refund, refund_id: refund.id });
  });
  return true;
}
