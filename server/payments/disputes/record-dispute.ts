import type { GatewayDispute } from '@aparajita/razorpay';
import type { PaymentContext } from '#server/payments/context.ts';
import { onBehalfOf } from '#server/shopper.ts';
import { saveDispute } from './dispute-queries.ts';

/**
 * Saves a dispute as the gateway's API returns it, and emails the shop if it has changed. Any number of times and in any
 * order: events and the reconciliation call this. Does nothing if it is not about a payment of this shopper.
 */
export function recordDispute(
  { systemDatabase, jobs }: PaymentContext,
  userId: string,
  dispute: GatewayDispute,
): Promise<void> {
  return systemDatabase.transact(onBehalfOf(userId), async (tx) => {
    const [saved] = await tx.rows(saveDispute(userId, dispute));
    // 'under_review' follows what the shop itself has sent to the bank.
    if (!saved || saved.status === 'under_review') return;
    await jobs.send(tx, 'dispute-notice', { id: dispute.id, user_id: userId });
  });
}
