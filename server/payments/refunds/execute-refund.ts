import { GatewayFailure } from '@aparajita/razorpay';
import { gatewayOf, type PaymentContext } from '#server/payments/context.ts';
import type { IntentRef } from '#server/payments/intents/intent.ts';
import { onBehalfOf } from '#server/shopper.ts';
import { checkLater, notifyShop, recordRefunds } from './record-refunds.ts';
import {
  failRefund,
  findRefund,
  lockPayment,
  type Refund,
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

/** Whether this attempt was the last: false for a failure that a retry may mend. */
async function afterFailure(
  context: PaymentContext,
  owned: IntentRef,
  refund: Refund,
  error: GatewayFailure,
  isLastAttempt: boolean,
): Promise<boolean> {
  const { payment_id } = refund;
  const isRefused = !error.uncertain && error.status !== BUSY;
  // 'Fully refunded already': by us, with the answer lost, or by somebody in the gateway's dashboard.
  const made = isRefused
    ? await gatewayOf(context, refund)
        .refundsOf(payment_id)
        .catch(() => null)
    : null;
  if (made) await recordRefunds(context, owned.user_id, payment_id, made);
  // Without the list nobody knows whether it was made.
  else if (!isLastAttempt) return false;
  await context.systemDatabase.transact(onBehalfOf(owned.user_id), async (tx) => {
    // Once the gateway has accepted a refund, we check it until the gateway reports it processed or failed.
    if (refund.status === 'pending') return checkLater(context, tx, owned);
    await tx.rows(lockPayment(owned.user_id, payment_id));
    const [failed] = await tx.rows(failRefund(owned));
    if (!failed) return;
    await tx.rows(updatePaymentStatus(owned.user_id, payment_id));
    await notifyShop(context, tx, { ...refund, refund_id: refund.id });
  });
  return true;
}
