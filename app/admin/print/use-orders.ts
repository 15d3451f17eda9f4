import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { severalOrdersQuery } from './several-orders.ts';

/**
 * Several orders in the order of their ids, read anew for each screen: what an earlier one has read may be of before
 * somebody cancelled. `pending` until they have come; `gone` are those that are not there for who looks. Once they have
 * come they stay, with all that is typed beside them, where a later reading fails.
 */
export function useOrders(ids: readonly string[]) {
  const [opened] = useState(Date.now);
  const asked = ids.length > 0;
  const { data, dataUpdatedAt, isFetching, error, refetch } = useQuery({
    ...severalOrdersQuery(ids),
    enabled: asked,
    refetchOnMount: 'always',
  });
  const come = dataUpdatedAt >= opened;
  return {
    orders: data?.orders ?? [],
    gone: data?.gone ?? [],
    pending: asked && !come && !error,
    error: come ? null : error,
    retrying: isFetching,
    refetch,
  };
}
