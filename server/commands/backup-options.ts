import type { BackupOptions } from '@aparajita/postgres/backup';
import type { RestoreOptions } from '@aparajita/postgres/restore';
import { SHOP_SCHEMA } from '#server/database/shop-schema.ts';
import { EXCLUDED_SCHEMAS, readPendingJobs, requeueJobs } from '#server/jobs/pending-jobs.ts';
import { setUpJobs } from '#server/jobs/set-up.ts';

/** What a backup of the shop contains, and how it is restored. */
export const BACKUP: BackupOptions & RestoreOptions = {
  application: 'aparajita',
  excludeSchemas: EXCLUDED_SCHEMAS,
  readJobs: readPendingJobs,
  schema: SHOP_SCHEMA,
  setUp: setUpJobs,
  // Numbers of orders and tickets that were given out after the backup are in emails and on parcels, so a restore skips
  // a million. There are 2^30 numbers, enough for a thousand restores.
  skipNumbers: { 'public.order_number_sequence': 1_000_000 },
  queueJobs: requeueJobs,
  // An update that changes nothing runs the trigger that checks products (docs/decisions/082).
  checkRows: async (client) =>
    void (await client.query('update public.products set rating = rating')),
};
