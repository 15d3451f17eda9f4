import type { GatewayRefund } from '@aparajita/razorpay';
import { GatewayFailure } from '@aparajita/razorpay';
import type { Transaction } from '#server/database/database.ts';
import type { JobData } from '#server/jobs/queues.ts';
import { gatewayOf, type PaymentContext } from './context.ts';
import { type IntentRef, onBehalfOf } from './intent.ts';
import {
  dropOvertakenRefund,
  findRefund,
  lockPayment,
  noteForeignRefund,
  noteOwnRefund,
  planRefund,
  type Refund,
  updatePaymentStatus,
} from './refund-query.ts';

/**
 * Carries out a refund that was decided. Asking again with the same key is safe, so an answer that was lost only means
 * asking again; the gateway's list of refunds tells what became of it in the end.
 */
export async function executeRefund(context: PaymentContext, owned: IntentRef): Promise<void> {
  const asOwner = onBehalfOf(owned.user_id);
  const [refund] = await context.systemDatabase.asShopper(asOwner, findRefund(owned));
  if (!refund || (refund.status !== 'queued' && refund.status !== 'pending')) {
    await context.systemDatabase.asShopper(asOwner, planRefund(owned, null, false));
    return;
  }
  try {
    const gateway = gatewayOf(context, refund);
    if (refund.status === 'queued') {
      const { payment_id, amount, idempotency_key: key, reason } = refund;
      const made = await gateway.refund(payment_id, { amount, key, reason });
      await recordRefunds(context, owned.user_id, payment_id, [made]);
    } else {
      const made = await gateway.refundsOf(refund.payment_id);
      await recordRefunds(context, owned.user_id, refund.payment_id, made);
      await context.systemDatabase.asShopper(asOwner, planRefund(owned, BANKS_PACE, false));
    }
  } catch (error) {
    if (!(error instanceof GatewayFailure)) throw error;
    context.log.warn({ err: error, refund: refund.id }, 'a refund has to be tried again');
    await afterFailure(context, owned, refund, error);
  }
}

/** 409: the gateway is still busy with our earlier request. */
const BUSY = 409;
const MAX_ATTEMPTS = 30;
/** Seconds between two looks at a refund that the bank has not made yet. */
const BANKS_PACE = 10 * 60;

async function afterFailure(
  context: PaymentContext,
  owned: IntentRef,
  refund: Refund,
  error: GatewayFailure,
) {
  const asOwner = onBehalfOf(owned.user_id);
  const again = error.uncertain || error.status === BUSY;
  if (!again) {
    // 'Fully refunded already': by us, with the answer lost, or by somebody at the gateway's desk.
    const made = await gatewayOf(context, refund)
      .refundsOf(refund.payment_id)
      .catch(() => null);
    if (made) await recordRefunds(context, owned.user_id, refund.payment_id, made);
  }
  // One the gateway has begun is not ours to give up: it is looked at until it is done or has failed there.
  const givenUp = refund.status === 'queued' && (refund.attempts >= MAX_ATTEMPTS || !again);
  const wait = Math.min(context.timing.retry * 2 ** Math.min(refund.attempts, 8), 3600);
  await context.systemDatabase.transact(asOwner, async (tx) => {
    const [planned] = await tx.rows(planRefund(owned, givenUp ? null : wait, givenUp));
    if (givenUp && planned) await askForAttention(context, tx, { ...refund, refund_id: refund.id });
  });
}

/** Money that should have gone back and has not, in spite of everything: the shop is written to. */
function askForAttention(
  context: PaymentContext,
  tx: Transaction,
  { refund_id, payment_id, order_number }: JobData['payment-attention'],
): Promise<void> {
  return context.jobs.send(tx, 'payment-attention', { refund_id, payment_id, order_number });
}

/** Takes over what the gateway says of a payment's refunds, ours and others', and updates its order. */
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
      const own = typeof key === 'string' ? await tx.rows(noteOwnRefund(userId, refund, key)) : [];
      let [noted] = own;
      const { email, order_number } = payment;
      const concerned = { payment_id: paymentId, order_number };
      if (!noted) {
        const [dropped] =
          refund.status === 'failed' ? [] : await tx.rows(dropOvertakenRefund(userId, refund));
        if (dropped && dropped.left > 0) {
          await askForAttention(context, tx, { ...concerned, refund_id: dropped.id });
        }
        [noted] = await tx.rows(noteForeignRefund(userId, refund));
      }
      if (noted?.moved && refund.status === 'processed') {
        const about = { user_id: userId, email, order_number, amount: refund.amount };
        await context.jobs.send(tx, 'refund-done', { ...about, refund_id: noted.id });
      }
      if (noted?.moved && refund.status === 'failed') {
        await askForAttention(context, tx, { ...concerned, refund_id: noted.id });
      }
    }
    await tx.rows(updatePaymentStatus(userId, paymentId));
  });
}
