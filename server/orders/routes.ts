import { AppError } from '#contract/errors.ts';
import { orderEndpoints } from '#contract/orders.ts';
import { type Authenticate, serve } from '#server/http/serve-endpoints.ts';
import { type OrderDependencies, placeOrder } from './place-order.ts';
import { findOrder, ordersOf } from './queries.ts';

const PAGE_LENGTH = 20;

export function orderRoutes(deps: OrderDependencies, authenticate: Authenticate) {
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
      return order;
    },
  });
}
