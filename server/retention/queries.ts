import { sql } from 'kysely';
import { tables } from '#server/database/tables.ts';

/** `deleted`: how many rows. */
type Deleted = { deleted: number };

export function deleteAbandonedPayments(before: Date, limit: number) {
  return sql<Deleted>`select delete_abandoned_payments(${before}, ${limit}) as deleted`.compile(
    tables,
  );
}

export function deleteOldCarts(before: Date, limit: number) {
  return sql<Deleted>`select delete_old_carts(${before}, ${limit}) as deleted`.compile(tables);
}

export function deleteOldDemoEmails(before: Date, limit: number) {
  return sql<Deleted>`select delete_old_demo_emails(${before}, ${limit}) as deleted`.compile(
    tables,
  );
}

export function deleteExpiredInvitations(before: Date, limit: number) {
  return sql<Deleted>`select delete_expired_invitations(${before}, ${limit}) as deleted`.compile(
    tables,
  );
}

export function deleteUnusedPictures(before: Date, limit: number) {
  return sql<Deleted>`select delete_unused_pictures(${before}, ${limit}) as deleted`.compile(
    tables,
  );
}

/** Deletes old data of guests; the SQL function has the retention period of each kind. */
export function deleteGuestData(now: Date, limit: number) {
  return sql<Deleted>`select delete_expired_guest_data(${now}, ${limit}) as deleted`.compile(
    tables,
  );
}
