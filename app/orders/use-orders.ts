import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '#app/shell/api/api.ts';
import { hasErrorCode } from '#app/shell/api/api-error.ts';
import { cancelQueries, queryClient } from '#app/shell/api/query-client.ts';
import type { OrderAnswer } from '#contract/order-answers.ts';
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

/** The order that an email asks about; fails with order_not_found when the link has ended. */
export function askedOrderQuery(token: string) {
  return queryOptions({
    queryKey: ['asked-order', token],
    queryFn: () => call('GET /order-answers/{token}', { params: { token } }),
  });
}

/** Sends the answer of an emailed link, and shows what the order is then. Shows it too where the answer came too late. */
export async function answerOrder(token: string, answer: OrderAnswer): Promise<void> {
  const { queryKey } = askedOrderQuery(token);
  try {
    const order = await call('POST /order-answers', { body: { token, answer } });
    cancelQueries(queryKey);
    queryClient.setQueryData(queryKey, order);
  } catch (error) {
    if (!hasErrorCode(error, 'not_allowed_now')) throw error;
    await queryClient.invalidateQueries({ queryKey });
  }
  void refreshOrders();
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
