import { GatewayFailure } from '@aparajita/razorpay';
import type { OwnedRow } from '#server/jobs/queues.ts';
import type { PaymentContext } from '#server/payments/context.ts';
import { askGateway } from '#server/payments/context.ts';
import { onBehalfOf } from '#server/shopper.ts';
import { checkLater, notifyShop, recordRefunds } from './record-refunds.ts';
import {
  failRefund,
  findRefund,
  lockPayment,
  type Refund,
  updatePaymentStatus,
} from './refund-queries.ts';

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
