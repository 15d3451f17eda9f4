import { AppError } from '#contract/errors.ts';
import type { Cancellation, OrderWithTimeline } from '#contract/orders.ts';
import type { Database } from '#server/database/database.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { Shopper } from '#server/shopper.ts';
import { actOnOrder } from './action-query.ts';
import { queueFollowUps } from './follow-up-jobs.ts';
import { findOrder } from './queries.ts';
import { withTimeline } from './timeline.ts';

/**
 * Cancels the shopper's order as staff would: the pieces return to the stock, and what was paid online is refunded.
 * Returns an order that is cancelled already without a change.
 *
 * @throws AppError order_not_found; not_allowed_now once the parcel is handed over, and while the payment is disputed.
 */
export function cancelOrder(
  { database, jobs }: { database: Database; jobs: Jobs },
  shopper: Shopper,
  id: string,
  reason: Cancellation['reason'],
): Promise<OrderWithTimeline> {
  return database.transact(shopper, async (tx) => {
    const data = reason === undefined ? {} : { reason };
    const [acted] = await tx.rows(actOnOrder(id, null, 'cancel', data));
    const [order] = await tx.rows(findOrder(shopper, id));
    if (!order) throw new AppError('order_not_found');
    if (acted?.outcome !== 'done' && order.fulfilment !== 'cancelled') {
      throw new AppError('not_allowed_now');
    }
    if (acted) await queueFollowUps(jobs, tx, id, 'cancel', acted);
    return withTimeline(order);
  });
}
