import { AppError } from '#contract/errors.ts';
import { orderEndpoints } from '#contract/orders.ts';
import { pageOf } from '#server/database/page-of.ts';
import { requireRow } from '#server/database/require-row.ts';
import { type Authenticate, serveEndpoints } from '#server/http/serve-endpoints.ts';
import type { OrderTokens } from './order-tokens.ts';
import { findTimeline } from './order-update-query.ts';
import { type OrderDependencies, placeOrder } from './place-order.ts';
import { findOrder, ordersOf } from './queries.ts';
import { takeShoppersStep } from './shoppers-step.ts';
import { sharedTimelineOf, withTimeline } from './timeline.ts';

const PAGE_LENGTH = 20;

export function orderRoutes(
  deps: OrderDependencies,
  authenticate: Authenticate,
  timelineTokens: OrderTokens,
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

    'POST /orders/{id}/cancellation': ({ shopper, params: { id }, body: { reason } }) =>
      database.transact(shopper, async (tx) => {
        await takeShoppersStep(deps.jobs, tx, shopper, id, { verb: 'cancel', reason });
        return withTimeline(requireRow(await tx.rows(findOrder(shopper, id)), 'order_not_found'));
      }),

    'GET /order-timelines/{token}': async ({ params }) => {
      const id = timelineTokens.read(params.token);
      const [order] = id === null ? [] : await database.rows(findTimeline(id));
      if (!order) throw new AppError('order_not_found');
      const { order_number, status, refunded, expected_by } = order;
      return { order_number, status, refunded, expected_by, events: sharedTimelineOf(order) };
    },
  });
}
