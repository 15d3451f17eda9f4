import { queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { callAdmin } from '#app/admin/call-admin.ts';
import { hasErrorCode } from '#app/shell/api/api-error.ts';
import type { StaffMe } from '#contract/admin/staff.ts';
import type { StaffRole } from '#domain/staff.ts';

/** While the second factor is asked for there is no data, and a refetch would remove the form with the code. */
const mayRefetch = ({ state }: { state: { data: unknown; error: unknown } }) =>
  state.data !== undefined || !isSessionIdle(state.error);

const meQuery = queryOptions({
  queryKey: ['admin', 'me'],
  queryFn: () => callAdmin('GET /admin/me'),
  staleTime: 60_000,
  refetchOnWindowFocus: mayRefetch,
  refetchOnReconnect: mayRefetch,
});

/** Who is signed in; fails with `not_found` for everybody who is not staff, and with `factor_required`. */
export function useMe() {
  return useQuery(meQuery);
}

/** Whether the server asks for the second factor again, because nobody has used this session for eight hours. */
export const isSessionIdle = (error: unknown): boolean => hasErrorCode(error, 'stale_factor');

export const StaffContext = createContext<StaffMe | null>(null);

/** The member of staff who is signed in, on screens behind the gate. */
export function useStaff(): StaffMe {
  const staff = use(StaffContext);
  if (!staff) throw new Error('useStaff is for screens behind the gate');
  return staff;
}

/** Whether the role of who is signed in is one of these. */
export function useRole(...roles: StaffRole[]): boolean {
  return roles.includes(useStaff().role);
}
