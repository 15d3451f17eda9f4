import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '#app/shell/api/api.ts';
import { cancelQueries, queryClient } from '#app/shell/api/query-client.ts';
import type { Cancellation } from '#contract/orders.ts';

const ORDERS_KEY = ['orders'] as const;

/** The shopper's orders, newest first, by page. */
export const ordersQuery = infiniteQueryOptions({
  queryKey: [...ORDERS_KEY, 'list'],
  queryFn: ({ pageParam }) =>
    call('GET /orders', { query: pageParam ? { before: pageParam } : {} }),
  initialPageParam: '',
  getNextPageParam: (page) => page.next,
});

/** One order; fails with order_not_found where there is none, or it is another shopper's. */
export function orderQuery(id: string) {
  return queryOptions({
    queryKey: [...ORDERS_KEY, id],
    queryFn: () => call('GET /orders/{id}', { params: { id } }),
  });
}

/** The steps of an order by the token of an email's link; fails with order_not_found when the link has ended. */
export function timelineQuery(token: string) {
  return queryOptions({
    queryKey: ['order-timeline', token],
    queryFn: () => call('GET /order-timelines/{token}', { params: { token } }),
  });
}

/** Cancels an order and updates the cached one. @throws ApiError not_allowed_now when its parcel has left. */
export async function cancelOrder(id: string, reason: Cancellation['reason']): Promise<void> {
  const cancelled = await call('POST /orders/{id}/cancellation', {
    params: { id },
    body: reason === undefined ? {} : { reason },
  });
  cancelQueries(orderQuery(id).queryKey);
  queryClient.setQueryData(orderQuery(id).queryKey, cancelled);
  void queryClient.invalidateQueries({ queryKey: ordersQuery.queryKey });
}

/** Reloads the cached orders. */
export function refreshOrders(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ORDERS_KEY });
}
