import { sql } from 'kysely';
import { tables } from '#server/database/tables.ts';

/** `gone`: how many rows were deleted. */
type Deleted = { gone: number };

export function deleteAbandonedPayments(before: Date, limit: number) {
  return sql<Deleted>`select forget_abandoned_payments(${before}, ${limit}) as gone`.compile(
    tables,
  );
}

export function deleteOldCarts(before: Date, limit: number) {
  return sql<Deleted>`select forget_carts(${before}, ${limit}) as gone`.compile(tables);
}

export function deleteOldEmails(before: Date, limit: number) {
  return sql<Deleted>`select forget_kept_mails(${before}, ${limit}) as gone`.compile(tables);
}

/** Deletes old data of guests; the SQL function has the retention period of each kind. */
export function deleteGuestData(now: Date, limit: number) {
  return sql<Deleted>`select forget_strangers(${now}, ${limit}) as gone`.compile(tables);
}
