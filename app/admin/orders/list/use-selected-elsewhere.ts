import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLatestChange } from '#app/admin/live/latest-change.ts';
import { orderListQuery } from '#app/admin/orders/order-queries.ts';
import type { OrderFilter } from './order-filter.ts';

/**
 * The selected orders that are on other pages of the list, by their numbers. Those that have left the list since, as a
 * colleague has packed them, are not among them.
 */
export function useSelectedElsewhere(
  { q: _, after: __, ...list }: OrderFilter,
  numbers: readonly string[],
) {
  const some = numbers.length > 0;
  const { data, isPlaceholderData, isError, refetch } = useQuery({
    ...orderListQuery({ ...list, q: numbers.join(' ') }),
    enabled: some,
  });
  const mark = useLatestChange();
  useEffect(() => {
    if (some && mark !== undefined) void refetch({ cancelRefetch: false });
  }, [some, mark, refetch]);
  const isRead = some && !isPlaceholderData && data;
  return {
    orders: isRead ? data.orders : [],
    pending: some && !isRead,
    failed: some && !isRead && isError,
    retry: () => void refetch(),
  };
}
