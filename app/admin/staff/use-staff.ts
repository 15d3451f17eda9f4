import { queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { callAdmin } from '#app/admin/api.ts';
import { hasErrorCode } from '#app/shell/api/api-error.ts';
import type { StaffMe } from '#contract/admin/staff.ts';
import { STAFF_ROLE_NAMES, STAFF_ROLES, type StaffRole } from '#domain/staff.ts';

/** Not refetched while the form for the second factor is open and there is no data: a refetch would remove the form. */
const mayRefetch = ({ state }: { state: { data: unknown; error: unknown } }) =>
  state.data !== undefined || !isSessionIdle(state.error);

/** The signed-in staff member. */
export const meQuery = queryOptions({
  queryKey: ['admin', 'me'],
  queryFn: () => callAdmin('GET /admin/me'),
  staleTime: 60_000,
  // Prefetched: who is no staff would be asked for twice.
  retryOnMount: false,
  refetchOnWindowFocus: mayRefetch,
  refetchOnReconnect: mayRefetch,
});

/** The signed-in staff member; fails with `not_found` for everybody else, and with `factor_required`. */
export function useMe() {
  return useQuery(meQuery);
}

/** Whether the server asks for the second factor again, because nobody has used this session for eight hours. */
export const isSessionIdle = (error: unknown): boolean => hasErrorCode(error, 'stale_factor');

export const StaffContext = createContext<StaffMe | null>(null);

/** The signed-in staff member, on screens inside `StaffGuard`. */
export function useStaff(): StaffMe {
  const staff = use(StaffContext);
  if (!staff) throw new Error('useStaff is for screens behind the gate');
  return staff;
}

/** Whether the user has one of these roles. */
export function useRole(...roles: StaffRole[]): boolean {
  return roles.includes(useStaff().role);
}

export const ROLE_OPTIONS = STAFF_ROLES.map((value) => ({ value, label: STAFF_ROLE_NAMES[value] }));
