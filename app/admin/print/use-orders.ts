import { useQueries } from '@tanstack/react-query';
import { adminOrderQuery } from '#app/admin/orders/order-queries.ts';
import type { OrderDetail } from '#contract/admin/order-views.ts';

/**
 * Several orders in the order of their ids, as they are now: what an earlier screen has read may be of before somebody
 * cancelled. `pending` until all have come; `error` is the first that failed.
 */
export function useOrders(ids: readonly string[]) {
  return useQueries({
    queries: ids.map((id) => ({ ...adminOrderQuery(id), refetchOnMount: 'always' as const })),
    combine: (results) => ({
      orders: results.flatMap(({ data }): OrderDetail[] => (data ? [data] : [])),
      pending: results.some(({ isFetchedAfterMount }) => !isFetchedAfterMount),
      error: results.find(({ error }) => error !== null)?.error ?? null,
      refetch: () => {
        for (const { isError, refetch } of results) if (isError) void refetch();
      },
    }),
  });
}
