import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callAdmin } from '#app/admin/call-admin.ts';
import { newerOf } from '#app/admin/orders/newer-of.ts';
import { ORDER_LISTS, SEVERAL_ORDERS } from '#app/admin/orders/order-queries.ts';
import { queryClient } from '#app/shell/api/query-client.ts';
import type { OrderList } from '#contract/admin/order-list.ts';
import type { OrderDetail } from '#contract/admin/order-views.ts';
import { MAX_DETAILS } from '#contract/admin/orders.ts';

/**
 * Loads several orders, in the order of their ids. Requested again when a screen opens, because an order may have been
 * cancelled since an earlier screen loaded it; `pending` until then. `gone`: orders that do not exist or that the role
 * may not see. If a later request fails, the orders stay, with all that is typed beside them.
 */
export function useOrders(ids: readonly string[]) {
  const [opened] = useState(Date.now);
  const hasIds = ids.length > 0;
  const { data, dataUpdatedAt, isFetching, error, refetch } = useQuery({
    ...severalOrdersQuery(ids),
    enabled: hasIds,
    refetchOnMount: 'always',
  });
  const isFresh = dataUpdatedAt >= opened;
  return {
    orders: data?.orders ?? [],
    gone: data?.gone ?? [],
    pending: hasIds && !isFresh && !error,
    error: isFresh ? null : error,
    retrying: isFetching,
    refetch,
  };
}

/** An order of the URL that does not exist or is not visible; its number, if this browser has shown it before. */
export type MissingOrder = { id: string; order_number: string | null };

type SeveralOrders = {
  orders: OrderDetail[];
  /** Requested orders that do not exist or that the role may not see: packers, for example, see no cancelled ones. */
  gone: MissingOrder[];
};

/** Loads the orders of these ids, in their order, with one request per hundred. */
function severalOrdersQuery(ids: readonly string[]) {
  const queryKey = [...SEVERAL_ORDERS, ids.join(',')];
  return queryOptions({
    queryKey,
    queryFn: async (): Promise<SeveralOrders> => {
      const numbers = knownNumbers();
      const orders: OrderDetail[] = [];
      for (let from = 0; from < ids.length; from += MAX_DETAILS) {
        const chunk = ids.slice(from, from + MAX_DETAILS).join(',');
        const answer = await callAdmin('GET /admin/orders/details', { query: { ids: chunk } });
        orders.push(...answer.orders);
      }
      const found = new Set(orders.map(({ id }) => id));
      const gone = ids
        .filter((id) => !found.has(id))
        .map((id) => ({ id, order_number: numbers.get(id) ?? null }));
      const shown = new Map(
        queryClient.getQueryData<SeveralOrders>(queryKey)?.orders.map((each) => [each.id, each]),
      );
      return { orders: orders.map((order) => newerOf(shown.get(order.id), order)), gone };
    },
  });
}

/** The numbers of orders in the cache, by their ids. */
function knownNumbers(): Map<string, string> {
  const lists = queryClient.getQueriesData<OrderList>({ queryKey: ORDER_LISTS });
  const several = queryClient.getQueriesData<SeveralOrders>({ queryKey: SEVERAL_ORDERS });
  const shown = [
    ...lists.flatMap(([, list]) => list?.orders ?? []),
    ...several.flatMap(([, { orders, gone } = { orders: [], gone: [] }]) => [...orders, ...gone]),
  ];
  return new Map(
    shown.flatMap(({ id, order_number }) => (order_number === null ? [] : [[id, order_number]])),
  );
}
