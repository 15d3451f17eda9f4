import { BATCH_SIZE, deleteInBatches } from '@aparajita/postgres/delete-in-batches';
import { sql } from 'kysely';
import { DAY_MS } from '#domain/day.ts';
import { keysOf } from '#domain/keys-of.ts';
import { RETENTION_DAYS } from '#domain/retention.ts';
import type { Database } from '#server/database/database.ts';
import { statement } from '#server/database/tables.ts';

/** Retention periods in days, by what deletes the data afterwards; see docs/decisions/043. */
export const DAYS = {
  delete_abandoned_payments: RETENTION_DAYS.abandonedPayments,
  delete_old_carts: RETENTION_DAYS.carts,
  delete_old_address_corrections: RETENTION_DAYS.correctedAddresses,
  delete_old_demo_emails: 30,
  delete_expired_invitations: 30,
  delete_old_staff_sessions: 1,
  // A week for a product's form, which keeps what is not saved in its browser, and a day.
  delete_unused_pictures: 8,
} satisfies Partial<Record<Deletion, number>>;

/** Deletes what is older than its retention period. Runs every night; continues the next night if interrupted. */
export async function deleteExpiredData(
  database: Database,
  now: Date,
  batch = BATCH_SIZE,
): Promise<void> {
  for (const deletion of keysOf(DAYS)) {
    const time = new Date(now.getTime() - DAYS[deletion] * DAY_MS);
    await deleteAllBefore(database, deletion, time, batch);
  }
}

/** The same for data of guests: the database's function has the retention period of each kind. */
export function deleteExpiredGuestData(
  database: Database,
  now: Date,
  batch = BATCH_SIZE,
): Promise<void> {
  return deleteAllBefore(database, 'delete_expired_guest_data', now, batch);
}

function deleteAllBefore(
  database: Database,
  deletion: Deletion,
  time: Date,
  batch: number,
): Promise<void> {
  return deleteInBatches(async (limit) => {
    const [row] = await database.rows(deleteBefore(deletion, time, limit));
    return row?.deleted ?? 0;
  }, batch);
}

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
