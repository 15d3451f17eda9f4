import * as z from 'zod';
import { AppError } from '#contract/errors.ts';
import type { Transaction } from '#server/database/database.ts';
import type { Shopper } from '#server/shopper.ts';
import { findBeyondUnpaid } from './queries.ts';

/**
 * How many units of one product a shopper may have in orders and payments that nobody has paid for yet; null: as many
 * as anybody likes. Without it one free account keeps a product from everybody else.
 */
export type UnpaidLimit = number | null;

/** More than a household drinks in a year, and less than a third of what the shop opens with. */
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
 * Refuses `unpaid_limit` when what was just ordered or begun is too much together with what is unpaid; the caller rolls
 * it back. To be called with the statements that order: it crosses with them.
 */
export async function checkUnpaid(
  limit: UnpaidLimit,
  tx: Transaction,
  shopper: Shopper,
): Promise<AppError | null> {
  if (limit === null) return null;
  const [beyond] = await tx.rows(findBeyondUnpaid(shopper, limit));
  if (!beyond) return null;
  const message = `You can have at most ${limit} of ${beyond.product_name} in orders that are not paid yet. Please order fewer, or write to us.`;
  return new AppError('unpaid_limit', { message });
}
