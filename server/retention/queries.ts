import { sql } from 'kysely';
import { statement } from '#server/database/tables.ts';

/** The database's functions that delete old rows of one kind, with what belongs to them. */
export type Deletion =
  | 'delete_abandoned_payments'
  | 'delete_old_carts'
  | 'delete_old_address_corrections'
  | 'delete_old_demo_emails'
  | 'delete_expired_invitations'
  | 'delete_old_staff_sessions'
  | 'delete_unused_pictures'
  | 'delete_expired_guest_data';

/** Deletes at most `limit` rows from before a time; `deleted`: how many. */
export function deleteBefore(deletion: Deletion, time: Date, limit: number) {
  return statement<{ deleted: number }>`
    select ${sql.raw(deletion)}(${time}, ${limit}) as deleted`;
}
