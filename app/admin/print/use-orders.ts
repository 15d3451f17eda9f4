import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { severalOrdersQuery } from './several-orders.ts';

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
