import { type FailedJob, failedJobEndpoints } from '#contract/admin/failed-jobs.ts';
import { writeAudit } from '#server/admin/audit/write-audit.ts';
import type { Transaction } from '#server/database/database.ts';
import type { StaffDatabase } from '#server/database/staff-database.ts';
import { type Authenticate, serve } from '#server/http/serve-endpoints.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { dismissDeadLetters, listDeadLetters, lockRetries } from './queries.ts';

export function failedJobRoutes(
  { staffDatabase, jobs }: { staffDatabase: StaffDatabase; jobs: Pick<Jobs, 'send'> },
  authenticate: Authenticate,
) {
  return serve(
    failedJobEndpoints,
    authenticate,
    {
      'GET /admin/failed-jobs': ({ staff }) => staff.rows(listDeadLetters(null)),
      'POST /admin/failed-jobs/retries': ({ staff, body }) =>
        staff.transact(async (tx) => {
          const chosen = await choose(tx, body.ids);
          if (chosen.length > 0) {
            await writeAudit(tx, entryOf('retry_failed_jobs', chosen));
            // The staff's role may add jobs, and change none: a job of the shop moves them.
            await jobs.send(tx, 'dead-letter-retry', { ids: chosen.map(({ id }) => id) });
          }
          return tx.rows(listDeadLetters(null));
        }),
      'POST /admin/failed-jobs/dismissals': ({ staff, body }) =>
        staff.transact(async (tx) => {
          const chosen = await choose(tx, body.ids);
          if (chosen.length > 0) {
            await writeAudit(tx, entryOf('dismiss_failed_jobs', chosen));
            await tx.rows(dismissDeadLetters(chosen.map(({ id }) => id)));
          }
          return tx.rows(listDeadLetters(null));
        }),
    },
    staffDatabase,
  );
}

/** Those of them that nobody has chosen before. */
async function choose(tx: Transaction, ids: readonly string[]): Promise<FailedJob[]> {
  await tx.rows(lockRetries());
  return (await tx.rows(listDeadLetters(ids))).filter(({ retrying }) => !retrying);
}

function entryOf(verb: string, chosen: readonly FailedJob[]) {
  const count = (kind: FailedJob['kind']) => chosen.filter((job) => job.kind === kind).length;
  const orders = new Set(chosen.flatMap(({ order_number }) => order_number ?? []));
  return {
    verb,
    subject_type: 'failed_jobs',
    subject_id: 'failed-jobs',
    after: { emails: count('mail'), payments: count('payment'), orders: [...orders].join(', ') },
  };
}
