import type { Endpoint } from '#contract/endpoint.ts';
import type { ErrorCode } from '#contract/errors.ts';
import type { StaffRole } from '#domain/staff.ts';

type Given = Omit<Endpoint, 'access' | 'roles' | 'status' | 'errors'> & {
  status?: 201;
  errors?: readonly ErrorCode[];
};

/**
 * Makes endpoints for these roles of staff: `forRoles('owner')({ summary, … })`. Unless something else is given, the status
 * is 200, or 204 without a response, and there are no errors but those of every endpoint.
 *
 * @__NO_SIDE_EFFECTS__
 */
export function forRoles(...roles: StaffRole[]) {
  return <const E extends Given>(endpoint: E) => ({
    access: 'staff' as const,
    roles,
    ...usual(endpoint),
    ...endpoint,
  });
}

function usual({ response }: Given): Pick<Endpoint, 'status' | 'errors'> {
  return { status: response ? 200 : 204, errors: [] };
}

/**
 * The request header of automatic requests, which an admin page sends while nobody uses it. They do not count as use of
 * the session: after eight hours without use, staff must verify their second factor again.
 */
export const UNATTENDED_HEADER = 'staff-unattended';
