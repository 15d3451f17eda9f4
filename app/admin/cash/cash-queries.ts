import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { callAdmin } from '#app/admin/call-admin.ts';
import { queryClient } from '#app/shell/api/query-client.ts';

const CASH = ['admin', 'cash'] as const;

/** What couriers owe. */
export const cashQuery = queryOptions({
  queryKey: [...CASH, 'sums'],
  queryFn: () => callAdmin('GET /admin/cash'),
});

/** Orders whose cash has not been remitted in full, oldest first; or those settled by hand, newest first. */
export function openCashQuery(courier: string, state?: 'settled') {
  return {
    queryKey: [...CASH, 'orders', courier, state ?? 'open'],
    queryFn: ({ pageParam }: { pageParam: string }) =>
      callAdmin('GET /admin/cash/orders', {
        query: {
          ...(courier && { courier }),
          ...(state && { state }),
          ...(pageParam && { after: pageParam }),
        },
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }: { next: string | null }) => next,
  };
}

/** Postings and reversals, newest first. */
export const remittancesQuery = infiniteQueryOptions({
  queryKey: [...CASH, 'remittances'],
  queryFn: ({ pageParam }: { pageParam: string }) =>
    callAdmin('GET /admin/cash/remittances', { query: { ...(pageParam && { after: pageParam }) } }),
  initialPageParam: '',
  getNextPageParam: ({ next }) => next,
});

/** Reloads what depends on cash. */
export function cashChanged(): void {
  void queryClient.invalidateQueries({ queryKey: CASH });
  void queryClient.invalidateQueries({ queryKey: ['admin', 'today'] });
}
