import { queryOptions } from '@tanstack/react-query';
import { callAdmin } from '#app/admin/call-admin.ts';
import { queryClient } from '#app/shell/api/query-client.ts';

/** Present and former staff members, and the open invitations. */
export const staffQuery = queryOptions({
  queryKey: ['admin', 'staff'],
  queryFn: () => callAdmin('GET /admin/staff'),
});

/** Reloads the staff members and invitations. */
export function staffChanged(): void {
  void queryClient.invalidateQueries({ queryKey: staffQuery.queryKey });
}
