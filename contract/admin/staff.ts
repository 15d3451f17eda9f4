import * as z from 'zod/mini';
import type { EndpointTable } from '#contract/endpoint.ts';
import { asMade, Id, Timestamp } from '#contract/fields.ts';
import { STAFF_ROLES } from '#domain/staff.ts';
import { Role, StaffEmail } from './fields.ts';
import { forRoles } from './staff-endpoint.ts';

/** Who is signed in, for the admin's frame. */
export const StaffMe = z.object({ user_id: Id, email: z.string(), role: Role });
export type StaffMe = z.infer<typeof StaffMe>;

export const StaffMember = z.object({
  id: Id,
  email: z.string(),
  role: Role,
  created_at: Timestamp,
  disabled_at: z.nullable(Timestamp),
});
export type StaffMember = z.infer<typeof StaffMember>;

/** An invitation that nobody has accepted yet. */
export const StaffInvitation = z.object({
  id: Id,
  email: z.string(),
  role: Role,
  expires_at: Timestamp,
});
export type StaffInvitation = z.infer<typeof StaffInvitation>;

export const NewStaffInvitation = z.strictObject({ email: StaffEmail, role: Role });
export type NewStaffInvitation = z.infer<typeof NewStaffInvitation>;

export const StaffChange = z.strictObject({
  role: z.optional(Role),
  disabled: z.optional(z.boolean()),
});
export type StaffChange = z.infer<typeof StaffChange>;

const id = z.object({ id: Id });

const anyRole = forRoles(...STAFF_ROLES);
const owner = forRoles('owner');

export const staffEndpoints = {
  'GET /admin/me': anyRole({
    summary: 'Who is signed in, and in which role',
    response: StaffMe,
  }),
  'GET /admin/staff': owner({
    summary: 'Everybody who is or was staff, and the open invitations',
    response: z.object({ staff: z.array(StaffMember), invitations: z.array(StaffInvitation) }),
  }),
  'POST /admin/staff/invitations': owner({
    summary: 'Invite somebody by email; a newer invitation of the same email replaces the older',
    recentFactor: true,
    body: NewStaffInvitation,
    status: 201,
    /** `link` is shown once, for sending it by another way than email. */
    response: z.extend(StaffInvitation, { link: z.string() }),
  }),
  'DELETE /admin/staff/invitations/{id}': owner({
    summary: 'Withdraw an invitation',
    recentFactor: true,
    params: id,
    errors: ['not_found'],
  }),
  'PATCH /admin/staff/{id}': owner({
    summary: 'Change somebody’s role, disable or enable them; the last owner stays',
    recentFactor: true,
    params: id,
    body: StaffChange,
    response: StaffMember,
    errors: ['not_found', 'last_owner'],
  }),
  'POST /admin/staff/acceptance': {
    summary:
      'Accept an invitation with the token of its link; the confirmed email must be the invited one',
    access: 'shopper',
    body: z.strictObject({ token: asMade(/^[\w-]{20,100}$/) }),
    status: 200,
    response: z.object({ role: Role }),
    errors: ['invitation_expired'],
  },
} as const satisfies EndpointTable;
