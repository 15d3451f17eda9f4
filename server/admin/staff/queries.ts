import { sql } from 'kysely';
import type {
  NewStaffInvitation,
  StaffChange,
  StaffInvitation,
  StaffMe,
  StaffMember,
} from '#contract/admin/staff.ts';
import { INVITATION_SECONDS } from '#domain/staff.ts';
import { statement } from '#server/database/tables.ts';

/** The staff member who runs the transaction. */
export function findMe() {
  return statement<StaffMe>`
    select user_id, email, role from staff where user_id = current_staff()`;
}

const MEMBER = sql`user_id as id, email, role, created_at, disabled_at`;

export function listStaff() {
  return statement<StaffMember>`
    select ${MEMBER} from staff order by disabled_at nulls first, created_at, user_id`;
}

/** Locks the row, so that the audit log's 'before' is correct. */
export function lockMember(id: string) {
  return statement<Pick<StaffMember, 'email' | 'role' | 'disabled_at'>>`
    select email, role, disabled_at from staff where user_id = ${id} for update`;
}

/** @throws a violation of `last_owner` for the last owner. */
export function changeMember(id: string, { role, disabled }: StaffChange) {
  return statement<StaffMember>`
    update staff set
      role = coalesce(${role ?? null}, role),
      disabled_at = case ${disabled ?? null}::boolean
        when true then coalesce(disabled_at, now()) when false then null else disabled_at end
    where user_id = ${id}
    returning ${MEMBER}`;
}

const INVITATION = sql`id, email, role, expires_at`;

/** By a command on the server, or by somebody who is still an owner; as in accept_staff_invitation() of db/schema. */
const INVITED_BY_OWNER = sql`(
  invited_by is null
  or exists (select from staff where user_id = invited_by and role = 'owner' and disabled_at is null)
)`;

/** The invitations that can still be accepted. */
export function listInvitations() {
  return statement<StaffInvitation>`
    select ${INVITATION} from staff_invitations
    where used_at is null and expires_at > now() and ${INVITED_BY_OWNER}
    order by created_at, id`;
}

export function deleteOpenInvitation(email: string) {
  return statement`
    delete from staff_invitations where email = ${email} and used_at is null returning id`;
}

export function insertInvitation(
  id: string,
  { email, role }: NewStaffInvitation,
  tokenHash: Buffer,
) {
  return statement<StaffInvitation>`
    insert into staff_invitations (id, token_hash, email, role, invited_by, expires_at)
    values (${id}, ${tokenHash}, ${email}, ${role}, current_staff(), now() + make_interval(secs => ${INVITATION_SECONDS}))
    returning ${INVITATION}`;
}

export function deleteInvitation(id: string) {
  return statement<{ email: string; role: string }>`
    delete from staff_invitations where id = ${id} and used_at is null returning email, role`;
}

/**
 * For the job that emails an invitation. No row if it was withdrawn, replaced or accepted, or made by somebody who is no
 * owner any more.
 */
export function findInvitation(id: string) {
  return statement<{ expired: boolean }>`
    select expires_at <= now() as expired from staff_invitations
    where id = ${id} and used_at is null and ${INVITED_BY_OWNER}`;
}

/** Run it as a shopper. `role` is null if the invitation is not valid for them. */
export function acceptInvitation(tokenHash: Buffer) {
  return statement<{ role: StaffMember['role'] | null }>`
    select accept_staff_invitation(${tokenHash}) as role`;
}
