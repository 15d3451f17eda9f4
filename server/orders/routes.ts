import { AppError } from '#contract/errors.ts';
import { type Cancellation, type OrderWithTimeline, orderEndpoints } from '#contract/orders.ts';
import { decideStep, SHOPPERS_FACTS } from '#domain/decide-step.ts';
import type { Database } from '#server/database/database.ts';
import { pageOf } from '#server/database/page-of.ts';
import { requireRow } from '#server/database/require-row.ts';
import { type Authenticate, serveEndpoints } from '#server/http/serve-endpoints.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { Shopper } from '#server/shopper.ts';
import { queueFollowUps } from './follow-up-jobs.ts';
import { findTimeline } from './order-update-query.ts';
import { type OrderDependencies, placeOrder } from './place-order.ts';
import { findCancellationFacts, findOrder, ordersOf } from './queries.ts';
import { lockOrder } from './step-queries.ts';
import { takeStep } from './take-step.ts';
import { sharedTimelineOf, withTimeline } from './timeline.ts';
import type { TimelineTokens } from './timeline-token.ts';

const PAGE_LENGTH = 20;

export function orderRoutes(
  deps: OrderDependencies,
  authenticate: Authenticate,
  timelineTokens: TimelineTokens,
) {
  const { database } = deps;
  return serveEndpoints(orderEndpoints, authenticate, {
    'GET /orders': async ({ shopper, query }) => {
      const found = await database.asShopper(
        shopper,
        ordersOf(shopper, query.before, PAGE_LENGTH + 1),
      );
      const { page, next } = pageOf(found, PAGE_LENGTH, ({ id }) => id);
      return { orders: page, next };
    },

    'POST /orders': ({ shopper, body, idempotencyKey }) =>
      placeOrder(deps, shopper, body, idempotencyKey),

    'GET /orders/{id}': async ({ shopper, params }) => {
      const [order] = await database.asShopper(shopper, findOrder(shopper, params.id));
      if (!order) throw new AppError('order_not_found');
      return withTimeline(order);
    },

    'POST /orders/{id}/cancellation': ({ shopper, params, body }) =>
      cancelOrder(deps, shopper, params.id, body.reason),

    'GET /order-timelines/{token}': async ({ params }) => {
      const id = timelineTokens.read(params.token);
      const [order] = id === null ? [] : await database.rows(findTimeline(id));
      if (!order) throw new AppError('order_not_found');
      const { order_number, status, refunded, expected_by } = order;
      return { order_number, status, refunded, expected_by, events: sharedTimelineOf(order) };
    },
  });
}

/**
 * Cancels the shopper's order as staff would: the pieces return to the stock, and what was paid online is refunded.
 * Returns an order that is cancelled already without a change.
 *
 * @throws AppError order_not_found; not_allowed_now once the parcel is handed over, and while the payment is disputed.
 */
function cancelOrder(
  { database, jobs }: { database: Database; jobs: Jobs },
  shopper: Shopper,
  id: string,
  reason: Cancellation['reason'],
): Promise<OrderWithTimeline> {
  return database.transact(shopper, async (tx) => {
    const [locked] = await tx.rows(lockOrder(id));
    const [facts] = await tx.rows(findCancellationFacts(shopper, id));
    if (!locked || !facts) throw new AppError('order_not_found');
    if (facts.fulfilment !== 'cancelled') {
      const refundable_paise = locked.refundable_paise ?? 0;
      const order = { ...SHOPPERS_FACTS, ...facts, ...locked, refundable_paise };
      const input = { version: null, reason };
      const decision = decideStep('cancel', order, input);
      if (!('step' in decision)) throw new AppError('not_allowed_now');
      await queueFollowUps(jobs, tx, id, await takeStep(tx, order, decision.step, input));
    }
    return withTimeline(requireRow(await tx.rows(findOrder(shopper, id)), 'order_not_found'));
  });
}
