import { queryOptions, useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';
import { callAdmin } from '#app/admin/call-admin.ts';
import type { StaffMe } from '#contract/admin/staff.ts';
import type { StaffRole } from '#domain/staff.ts';

const meQuery = queryOptions({
  queryKey: ['admin', 'me'],
  queryFn: () => callAdmin('GET /admin/me'),
  staleTime: 60_000,
});

/** Who is signed in; fails with `not_found` for everybody who is not staff, and with `factor_needed`. */
export function useMe() {
  return useQuery(meQuery);
}

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
