import type { GatewayPayment } from '@aparajita/razorpay';
import type { RefundReason } from '#domain/payment.ts';
import type { Transaction } from '#server/database/database.ts';
import { insertRefund, lockPayment } from './refund-queries.ts';

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
