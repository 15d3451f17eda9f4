import { AppError } from '#contract/errors.ts';
import type { Transaction } from '#server/database/database.ts';
import type { UnpaidLimit } from '#server/environment/order-limits.ts';
import type { Shopper } from '#server/shopper.ts';
import { findOverUnpaidLimit } from './queries.ts';
import type { CountedItems } from './unpaid-sql.ts';

/**
 * Returns `unpaid_limit` when the shopper has more unpaid units of a product than allowed, else null. By default it
 * counts the order or payment that was just written; call it in the same batch as those statements, to save a round
 * trip, and roll back if it returns an error. With 'cart' it checks an order of the cart before it is placed.
 */
export async function checkUnpaidLimit(
  limit: UnpaidLimit,
  tx: Transaction,
  shopper: Shopper,
  counted: CountedItems = 'payment',
): Promise<AppError | null> {
  if (limit === null) return null;
  const [over] = await tx.rows(findOverUnpaidLimit(shopper, limit, counted));
  if (!over) return null;
  const message = `You can order at most ${limit} of ${over.product_name} at a time; cash orders on their way count too. Please order fewer, or write to us.`;
  return new AppError('unpaid_limit', { message });
}
