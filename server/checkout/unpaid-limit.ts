import { AppError } from '#contract/errors.ts';
import type { Transaction } from '#server/database/database.ts';
import type { UnpaidLimit } from '#server/environment/order-limits.ts';
import type { Shopper } from '#server/shopper.ts';
import { findOverUnpaidLimit } from './queries.ts';
import type { Unordered } from './unpaid-sql.ts';

/**
 * Returns `unpaid_limit` when the order or payment just written exceeds the limit together with the earlier unpaid
 * ones; the caller rolls back. Call it in the same batch as the ordering statements, to save a round trip. With 'cart',
 * when an order of the cart would, without an open payment.
 */
export async function checkUnpaidLimit(
  limit: UnpaidLimit,
  tx: Transaction,
  shopper: Shopper,
  unordered: Unordered = 'payment',
): Promise<AppError | null> {
  if (limit === null) return null;
  const [over] = await tx.rows(findOverUnpaidLimit(shopper, limit, unordered));
  if (!over) return null;
  const message = `You can order at most ${limit} of ${over.product_name} at a time; cash orders on their way count too. Please order fewer, or write to us.`;
  return new AppError('unpaid_limit', { message });
}
