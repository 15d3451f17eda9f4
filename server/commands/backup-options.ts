import path from 'node:path';
import type { BackupOptions } from '@aparajita/postgres/backup';
import type { RestoreOptions } from '@aparajita/postgres/restore';
import { EXCLUDED_SCHEMAS, readPendingJobs, requeueJobs } from '#server/jobs/pending-jobs.ts';
import { setUpJobs } from '#server/jobs/set-up.ts';

/** What a backup of the shop contains, and how it is restored. */
export const BACKUP: BackupOptions & RestoreOptions = {
  application: 'aparajita',
  excludeSchemas: EXCLUDED_SCHEMAS,
  readJobs: readPendingJobs,
  migrations: path.resolve('db/migrations'),
  setUp: setUpJobs,
  queueJobs: requeueJobs,
};
