import { violates } from '@aparajita/postgres/error-codes';
import type { PlacedOrder } from '#contract/orders.ts';
import { lockCartProducts } from '#server/checkout/queries.ts';
import type { Database } from '#server/database/database.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { queueJob } from '#server/jobs/queue-job.ts';
import type { Shopper } from '#server/shopper.ts';
import {
  attemptOrder,
  type OrderLimits,
  type OrderRequest,
  rollBackUnlessPlaced,
} from './queries.ts';

/**
 * Places an order in one round trip, as nearly every order can be: everything is sent together, with the commit behind a
 * statement that fails if anything stands against the order. So its products are locked only while PostgreSQL works, and
 * not until we have read its responses: the fewer others wait for them.
 *
 * Returns null when something may stand against it, an earlier order with this key among others. Then nothing has
 * changed, and nothing is known but that: `placeOrder` finds out step by step.
 */
export async function placeAtOnce(
  { database, jobs, limits }: { database: Database; jobs: Pick<Jobs, 'wake'>; limits: OrderLimits },
  shopper: Shopper,
  request: OrderRequest,
): Promise<PlacedOrder | null> {
  const email = queueJob('order-confirmation', {
    user_id: shopper.userId,
    email: shopper.email,
    order_id: request.id,
  });
  const check = rollBackUnlessPlaced(shopper, request.id, limits);
  try {
    const placed = await database.transact(shopper, async (tx) => {
      const [, [outcome]] = await Promise.all([
        tx.rows(lockCartProducts(shopper)),
        tx.rows(attemptOrder(shopper, request)),
        tx.executeSql(email.text, email.values),
        tx.withCommit.executeSql(check.sql, [...check.parameters]),
      ]);
      if (!outcome || outcome.id === null) throw new Error('The order was not placed');
      const { id, order_number, total_amount } = outcome;
      return { id, order_number, total_amount };
    });
    jobs.wake('order-confirmation');
    return placed;
  } catch (error) {
    if (wasNotPlaced(error) || violates(error, 'one_order_per_key')) return null;
    throw error;
  }
}

/** Raised by roll_back_unless(). */
function wasNotPlaced(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'SH409';
}
