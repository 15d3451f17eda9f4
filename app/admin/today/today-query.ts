import { queryOptions } from '@tanstack/react-query';
import { callAdmin } from '#app/admin/call-admin.ts';

/** What there is to do now. */
export const todayQuery = queryOptions({
  queryKey: ['admin', 'today'],
  queryFn: () => callAdmin('GET /admin/today'),
});
