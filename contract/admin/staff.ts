import * as z from 'zod/mini';
import type { EndpointTable } from '#contract/endpoint.ts';
import { asMade, Id, Timestamp } from '#contract/fields.ts';
import { STAFF_ROLES } from '#domain/staff.ts';
import { Role, StaffEmail } from './fields.ts';

/** Who is signed in, for the admin's frame. */
export const StaffMe = z.object({
  user_id: Id,
  email: z.string(),
  role: Role,
  /** Until when endpoints with `recentFactor` accept them; null: they must verify their second factor first. */
  recent_factor_until: z.nullable(Timestamp),
});
export type StaffMe = z.infer<typeof StaffMe>;

export const StaffMember = z.object({
  id: Id,
  email: z.string(),
  role: Role,
  created_at: Timestamp,
  /** The email of who invited them; null when a command on the server did. */
  invited_by: z.nullable(z.string()),
  disabled_at: z.nullable(Timestamp),
});
export type StaffMember = z.infer<typeof StaffMember>;

/** An invitation that nobody has accepted yet. */
export const StaffInvitation = z.object({
  id: Id,
  email: z.string(),
  role: Role,
  invited_by: z.nullable(z.string()),
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

export const staffEndpoints = {
  'GET /admin/me': {
    summary: 'Who is signed in, and in which role',
    access: 'staff',
    roles: STAFF_ROLES,
    status: 200,
    response: StaffMe,
    errors: [],
  },
  'GET /admin/staff': {
    summary: 'Everybody who is or was staff, and the open invitations',
    access: 'staff',
    roles: ['owner'],
    status: 200,
    response: z.object({ staff: z.array(StaffMember), invitations: z.array(StaffInvitation) }),
    errors: [],
  },
  'POST /admin/staff/invitations': {
    summary: 'Invite somebody by email; a newer invitation of the same email replaces the older',
    access: 'staff',
    roles: ['owner'],
    recentFactor: true,
    body: NewStaffInvitation,
    status: 201,
    /** `link` is shown once, for sending it by another way than email. */
    response: z.extend(StaffInvitation, { link: z.string() }),
    errors: [],
  },
  'DELETE /admin/staff/invitations/{id}': {
    summary: 'Withdraw an invitation',
    access: 'staff',
    roles: ['owner'],
    recentFactor: true,
    params: id,
    status: 204,
    errors: ['not_found'],
  },
  'PATCH /admin/staff/{id}': {
    summary: 'Change somebody’s role, disable or enable them; the last owner stays',
    access: 'staff',
    roles: ['owner'],
    recentFactor: true,
    params: id,
    body: StaffChange,
    status: 200,
    response: StaffMember,
    errors: ['not_found', 'last_owner'],
  },
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
