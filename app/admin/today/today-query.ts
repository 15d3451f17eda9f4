import { queryOptions } from '@tanstack/react-query';
import { callAdmin } from '#app/admin/call-admin.ts';

/** The open work. */
export const todayQuery = queryOptions({
  queryKey: ['admin', 'today'],
  queryFn: () => callAdmin('GET /admin/today'),
});
