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
 * Places an order in one round trip, which succeeds for nearly every order. All statements are sent in one batch. The
 * last one before the commit fails, and rolls everything back, unless the order was placed and no limit is exceeded. So
 * the products are locked only while PostgreSQL works, not while its responses travel.
 *
 * Returns null when the order was not placed: a check failed, or an earlier order has this key. Nothing has changed, and
 * the reason is unknown: `placeOrder` then runs the statements one by one to find it.
 */
export async function placeInOneRoundTrip(
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
