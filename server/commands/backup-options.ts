import path from 'node:path';
import type { BackupOptions } from '@aparajita/postgres/backup';
import type { RestoreOptions } from '@aparajita/postgres/restore';
import { LEFT_OUT, queueAgain, readPendingJobs } from '#server/jobs/pending-jobs.ts';
import { setUpJobs } from '#server/jobs/set-up.ts';

/** What a backup of the shop holds, and how it is restored. */
export const BACKUP: BackupOptions & RestoreOptions = {
  application: 'aparajita',
  excludeSchemas: LEFT_OUT,
  readJobs: readPendingJobs,
  migrations: path.resolve('db/migrations'),
  setUp: setUpJobs,
  queueJobs: queueAgain,
};
