import type { GatewayRefund } from '@aparajita/razorpay';
import { GatewayFailure } from '@aparajita/razorpay';
import type { Transaction } from '#server/database/database.ts';
import type { JobData } from '#server/jobs/queues.ts';
import { type Owned, onBehalfOf } from './intent.ts';
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
import { gatewayOf, type Till } from './till.ts';

/**
 * Carries out a refund that was decided. Asking again with the same key is safe, so an answer that was lost only means
 * asking again; the gateway's list of refunds tells what became of it in the end.
 */
export async function carryOutRefund(till: Till, owned: Owned): Promise<void> {
  const asOwner = onBehalfOf(owned.user_id);
  const [refund] = await till.unattended.asShopper(asOwner, findRefund(owned));
  if (!refund || (refund.status !== 'queued' && refund.status !== 'pending')) {
    await till.unattended.asShopper(asOwner, planRefund(owned, null, false));
    return;
  }
  try {
    const gateway = gatewayOf(till, refund);
    if (refund.status === 'queued') {
      const { payment_id, amount, idempotency_key: key, reason } = refund;
      const made = await gateway.refund(payment_id, { amount, key, reason });
      await recordRefunds(till, owned.user_id, payment_id, [made]);
    } else {
      const made = await gateway.refundsOf(refund.payment_id);
      await recordRefunds(till, owned.user_id, refund.payment_id, made);
      await till.unattended.asShopper(asOwner, planRefund(owned, BANKS_PACE, false));
    }
  } catch (error) {
    if (!(error instanceof GatewayFailure)) throw error;
    till.log.warn({ err: error, refund: refund.id }, 'a refund has to be tried again');
    await afterFailure(till, owned, refund, error);
  }
}

/** 409: the gateway is still busy with our earlier request. */
const BUSY = 409;
const MOST_ATTEMPTS = 30;
/** Seconds between two looks at a refund that the bank has not made yet. */
const BANKS_PACE = 10 * 60;

async function afterFailure(till: Till, owned: Owned, refund: Refund, error: GatewayFailure) {
  const asOwner = onBehalfOf(owned.user_id);
  const again = error.uncertain || error.status === BUSY;
  if (!again) {
    // 'Fully refunded already': by us, with the answer lost, or by somebody at the gateway's desk.
    const made = await gatewayOf(till, refund)
      .refundsOf(refund.payment_id)
      .catch(() => null);
    if (made) await recordRefunds(till, owned.user_id, refund.payment_id, made);
  }
  // One the gateway has begun is not ours to give up: it is looked at until it is done or has failed there.
  const givenUp = refund.status === 'queued' && (refund.attempts >= MOST_ATTEMPTS || !again);
  const wait = Math.min(till.timing.retry * 2 ** Math.min(refund.attempts, 8), 3600);
  await till.unattended.transact(asOwner, async (tx) => {
    const [planned] = await tx.rows(planRefund(owned, givenUp ? null : wait, givenUp));
    if (givenUp && planned) await askForAttention(till, tx, { ...refund, refund_id: refund.id });
  });
}

/** Money that should have gone back and has not, in spite of everything: the shop is written to. */
function askForAttention(
  till: Till,
  tx: Transaction,
  { refund_id, payment_id, order_number }: JobData['payment-attention'],
): Promise<void> {
  return till.jobs.send(tx, 'payment-attention', { refund_id, payment_id, order_number });
}

/** Takes over what the gateway says of a payment's refunds, ours and others', and updates its order. */
export async function recordRefunds(
  till: Till,
  userId: string,
  paymentId: string,
  refunds: GatewayRefund[],
): Promise<void> {
  await till.unattended.transact(onBehalfOf(userId), async (tx) => {
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
          await askForAttention(till, tx, { ...concerned, refund_id: dropped.id });
        }
        [noted] = await tx.rows(noteForeignRefund(userId, refund));
      }
      if (noted?.moved && refund.status === 'processed') {
        const about = { user_id: userId, email, order_number, amount: refund.amount };
        await till.jobs.send(tx, 'refund-done', { ...about, refund_id: noted.id });
      }
      if (noted?.moved && refund.status === 'failed') {
        await askForAttention(till, tx, { ...concerned, refund_id: noted.id });
      }
    }
    await tx.rows(updatePaymentStatus(userId, paymentId));
  });
}
