import { queryOptions, useQuery } from '@tanstack/react-query';
import { callAdmin } from '#app/admin/call-admin.ts';

/** How often an open admin asks, in milliseconds: a new order is to be seen within two seconds. */
const POLL_MS = 1_500;

/** Whether any order was placed or changed, by whomever. */
export const latestChangeQuery = queryOptions({
  queryKey: ['admin', 'changes'],
  queryFn: () => callAdmin('GET /admin/changes'),
  staleTime: 0,
  retry: false,
  refetchInterval: POLL_MS,
  // Also in a tab behind others: its title counts the new orders.
  refetchIntervalInBackground: true,
});

/** A text that changes when any order does; undefined until the server has been asked. `LiveUpdates` asks. */
export function useLatestChange(): string | undefined {
  return useQuery({ ...latestChangeQuery, enabled: false }).data?.mark;
}
