import { AppError, type ErrorCode } from '#contract/errors.ts';
import type { Transaction } from '#server/database/database.ts';
import { errorCodeOf } from '#server/database/outcome.ts';
import type { ActionResult } from '#server/orders/action-query.ts';
import { findCurrentOrders } from './queries.ts';

/**
 * Returns the result of an action that was done.
 *
 * @param sold the message for stock_changed.
 * @throws AppError for any other outcome, with the current order if it explains the error.
 */
export async function doneOrThrow<A extends Pick<ActionResult, 'outcome'>>(
  tx: Transaction,
  id: string,
  acted: A | undefined,
  sold = '',
): Promise<A> {
  if (acted?.outcome === 'done') return acted;
  const code = errorCodeOf(acted?.outcome);
  if (code === 'idempotency_key_reused') throw new AppError(code, { message: SENT_BEFORE });
  if (code === 'stock_changed') throw new AppError(code, { message: sold });
  const [order] = STALE.includes(code) ? await tx.rows(findCurrentOrders([id])) : [];
  throw new AppError(code, order ? { order } : {});
}

/** Otherwise somebody who lost an answer, changed the amount and sent it again would believe that the new one was refunded. */
const SENT_BEFORE =
  'This was already sent with other details. Close the form and look at the order.';

const STALE: readonly ErrorCode[] = ['order_changed', 'not_allowed_now'];
