import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '#app/shell/api/api.ts';
import { queryClient } from '#app/shell/api/query-client.ts';

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

/** Reloads the cached orders. */
export function refreshOrders(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ORDERS_KEY });
}
