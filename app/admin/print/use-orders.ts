import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { severalOrdersQuery } from './several-orders.ts';

/**
 * Several orders in the order of their ids. Each screen requests them again, because somebody may have cancelled an order
 * that an earlier screen read. `pending` until they are there; `gone` are ids that this person may not see or that do not
 * exist. A later request that fails leaves the orders, with all that is typed beside them.
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
