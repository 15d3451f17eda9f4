import { useQuery } from '@tanstack/react-query';
import { severalOrdersQuery } from './several-orders.ts';

/**
 * Several orders in the order of their ids, as they are now: what an earlier screen has read may be of before somebody
 * cancelled. `pending` until they have come; `gone` are those that are not there for who looks.
 */
export function useOrders(ids: readonly string[]) {
  const asked = ids.length > 0;
  const { data, isFetchedAfterMount, isFetching, error, refetch } = useQuery({
    ...severalOrdersQuery(ids),
    enabled: asked,
    refetchOnMount: 'always',
  });
  return {
    orders: data?.orders ?? [],
    gone: data?.gone ?? [],
    pending: asked && !isFetchedAfterMount,
    error,
    retrying: isFetching,
    refetch,
  };
}
