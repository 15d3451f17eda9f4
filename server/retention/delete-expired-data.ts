import { BATCH, inBatches } from '@aparajita/postgres/in-batches';
import type { CompiledQuery } from 'kysely';
import type { Database } from '#server/database/database.ts';
import {
  deleteAbandonedPayments,
  deleteExpiredInvitations,
  deleteGuestData,
  deleteOldCarts,
  deleteOldDemoEmails,
  deleteUnusedPictures,
} from './queries.ts';

/** Retention periods in days; see docs/decisions/043. */
export const DAYS = {
  abandonedPayments: 90,
  carts: 400,
  demoEmails: 30,
  staffInvitations: 30,
  // A week for a product's form, which keeps what is not saved in its browser, and a day.
  unusedPictures: 8,
};

const DAY_MS = 24 * 60 * 60 * 1000;

/** Deletes what is older than its retention period. Runs every night; continues the next night if interrupted. */
export async function deleteExpiredData(
  database: Database,
  now: Date,
  batch = BATCH,
): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const purge = (query: (before: Date, limit: number) => Deletion, days: number) =>
    inBatches((limit) => runDeletion(database, query(before(days), limit)), batch);
  await purge(deleteAbandonedPayments, DAYS.abandonedPayments);
  await purge(deleteOldCarts, DAYS.carts);
  await purge(deleteOldDemoEmails, DAYS.demoEmails);
  await purge(deleteExpiredInvitations, DAYS.staffInvitations);
  await purge(deleteUnusedPictures, DAYS.unusedPictures);
}

/** The same for data of guests, whose retention periods are in the database. */
export function deleteExpiredGuestData(
  database: Database,
  now: Date,
  batch = BATCH,
): Promise<void> {
  return inBatches((limit) => runDeletion(database, deleteGuestData(now, limit)), batch);
}

type Deletion = CompiledQuery<{ deleted: number }>;

async function runDeletion(database: Database, query: Deletion): Promise<number> {
  return (await database.rows(query))[0]?.deleted ?? 0;
}
