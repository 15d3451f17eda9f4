import { AppError } from '#contract/errors.ts';
import { orderEndpoints } from '#contract/orders.ts';
import { type Authenticate, serve } from '#server/http/serve-endpoints.ts';
import { cancelOrder } from './cancel-order.ts';
import { findTimeline } from './news-query.ts';
import { type OrderDependencies, placeOrder } from './place-order.ts';
import { findOrder, ordersOf } from './queries.ts';
import { sharedTimelineOf, withTimeline } from './timeline.ts';
import type { TimelineTokens } from './timeline-token.ts';

const PAGE_LENGTH = 20;

export function orderRoutes(
  deps: OrderDependencies,
  authenticate: Authenticate,
  timelineTokens: TimelineTokens,
) {
  const { database } = deps;
  return serve(orderEndpoints, authenticate, {
    'GET /orders': async ({ shopper, query }) => {
      // Reads one more than a page, to know whether there is a next page.
      const found = await database.asShopper(
        shopper,
        ordersOf(shopper, query.before, PAGE_LENGTH + 1),
      );
      const orders = found.slice(0, PAGE_LENGTH);
      return { orders, next: found.length > PAGE_LENGTH ? (orders.at(-1)?.id ?? null) : null };
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
      const { order_number, status, created_at, events } = order;
      return { order_number, status, events: sharedTimelineOf(created_at, events) };
    },
  });
}
