import * as z from 'zod';
import { AppError } from '#contract/errors.ts';
import type { Transaction } from '#server/database/database.ts';
import type { Shopper } from '#server/shopper.ts';
import { findOverUnpaidLimit } from './queries.ts';

/**
 * The most units of one product that a shopper may have in unpaid orders and payments; null: no limit. Without a limit
 * one account could reserve all stock of a product.
 */
export type UnpaidLimit = number | null;

/** More than a household drinks in a year, and less than a third of the seeded stock. */
const UNITS = 30;

export const unpaidEnvironment = {
  MAX_UNPAID_UNITS: z.coerce
    .number('must be a number of units')
    .int('must be a whole number of units')
    .min(1, 'must be 1 or more')
    .default(UNITS)
    .meta({
      group: 'Payments',
      description:
        'How many units of one product a shopper may have in open cash orders and unfinished online payments.',
    }),
};

/**
 * Returns `unpaid_limit` when the order or payment just written exceeds the limit together with the earlier unpaid
 * ones; the caller rolls back. Call it in the same batch as the ordering statements, to save a round trip.
 */
export async function checkUnpaid(
  limit: UnpaidLimit,
  tx: Transaction,
  shopper: Shopper,
): Promise<AppError | null> {
  if (limit === null) return null;
  const [over] = await tx.rows(findOverUnpaidLimit(shopper, limit));
  if (!over) return null;
  const message = `You can have at most ${limit} of ${over.product_name} in orders that are not paid yet. Please order fewer, or write to us.`;
  return new AppError('unpaid_limit', { message });
}
