import { AppError, type ErrorCode } from '#contract/errors.ts';
import type { Transaction } from '#server/database/database.ts';
import { errorCodeOf } from '#server/database/outcome.ts';
import { findCurrentOrders } from './queries.ts';

/**
 * Returns the result of an action on an order if its outcome is 'done'; like `requireDone`, with more detailed errors.
 *
 * @param acted the result of the database function.
 * @param stockChangedMessage the message of the error stock_changed.
 * @throws AppError for any other outcome, with the current order if that explains the error.
 */
export async function requireActionDone<A extends { outcome: string }>(
  tx: Pick<Transaction, 'rows'>,
  id: string,
  acted: A | undefined,
  stockChangedMessage = '',
): Promise<A> {
  if (acted?.outcome === 'done') return acted;
  const code = errorCodeOf(acted?.outcome);
  if (code === 'idempotency_key_reused') throw new AppError(code, { message: KEY_REUSED });
  if (code === 'stock_changed') throw new AppError(code, { message: stockChangedMessage });
  const [order] = EXPLAINED_BY_ORDER.includes(code) ? await tx.rows(findCurrentOrders([id])) : [];
  throw new AppError(code, order ? { order } : {});
}

/**
 * For a key that was sent before with other details. Without this error, staff who change the amount after a lost
 * response and send it again would believe that the new amount was refunded.
 */
const KEY_REUSED =
  'This was already sent with other details. Close the form and look at the order.';

/** Errors that the order's current state explains. */
const EXPLAINED_BY_ORDER: readonly ErrorCode[] = ['order_changed', 'not_allowed_now'];
