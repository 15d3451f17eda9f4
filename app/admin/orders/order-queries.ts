import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callAdmin } from '#app/admin/api.ts';
import { queryClient } from '#app/shell/api/query-client.ts';
import type { OrderDetail } from '#contract/admin/order-views.ts';
import type { OrderFilter } from './list/order-filter.ts';

const ORDERS = ['admin', 'orders'] as const;
/** The query keys of list pages, and of several orders that a screen shows together. */
export const ORDER_LISTS = [...ORDERS, 'list'] as const;
export const SEVERAL_ORDERS = [...ORDERS, 'several'] as const;

/** One page of the list. The previous page stays while the next one is loaded. */
export function orderListQuery(filter: OrderFilter) {
  return queryOptions({
    queryKey: [...ORDER_LISTS, filter],
    queryFn: () => callAdmin('GET /admin/orders', { query: filter }),
    placeholderData: keepPreviousData,
    // Rows must not move by themselves: list-updates-button.tsx shows that the list has changed.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

/** One order's page; fails with `order_not_found`. */
export function adminOrderQuery(id: string) {
  const queryKey = [...ORDERS, 'one', id];
  return queryOptions({
    queryKey,
    queryFn: async () => {
      const read = await callAdmin('GET /admin/orders/{id}', { params: { id } });
      return newerOf(queryClient.getQueryData<OrderDetail>(queryKey), read);
    },
  });
}

export const couriersQuery = queryOptions({
  queryKey: ['admin', 'couriers'],
  queryFn: () => callAdmin('GET /admin/couriers'),
  staleTime: 60_000,
});

/** Puts an order's new state into the cache and reloads the lists and counts of orders. */
export function orderChanged(order: OrderDetail): void {
  queryClient.setQueryData(adminOrderQuery(order.id).queryKey, (known) => newerOf(known, order));
  queryClient.setQueriesData<{ orders: OrderDetail[] }>(
    { queryKey: SEVERAL_ORDERS },
    (shown) =>
      shown && {
        ...shown,
        orders: shown.orders.map((each) => (each.id === order.id ? order : each)),
      },
  );
  void queryClient.invalidateQueries({ queryKey: ORDER_LISTS });
  void queryClient.invalidateQueries({ queryKey: ['admin', 'today'] });
}

/** Reloads all orders on the screen, because several were changed, or somebody else has changed one. */
export async function reloadOrders(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ORDERS }),
    queryClient.invalidateQueries({ queryKey: ['admin', 'today'] }),
  ]);
}

type Read = { version: number; events?: readonly unknown[] };

/**
 * The newer of two states of an order: the response to a request that was sent before an action may arrive after it. A
 * note adds an event without a new version. If both are equally new, returns `read`.
 */
export function newerOf<Order extends Read>(shown: Order | undefined, read: Order): Order {
  if (!shown) return read;
  const lead =
    read.version - shown.version || (read.events?.length ?? 0) - (shown.events?.length ?? 0);
  return lead < 0 ? shown : read;
}
