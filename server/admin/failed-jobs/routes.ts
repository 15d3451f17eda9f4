import { type FailedJob, failedJobEndpoints } from '#contract/admin/failed-jobs.ts';
import { insertAudit } from '#server/admin/audit/queries.ts';
import type { Transaction } from '#server/database/database.ts';
import type { StaffDatabase } from '#server/database/staff-database.ts';
import { type Authenticate, serve } from '#server/http/serve-endpoints.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { failedKindOf } from '#server/jobs/queues.ts';
import { listDeadLetters, lockRetries } from './queries.ts';

export function failedJobRoutes(
  { staffDatabase, jobs }: { staffDatabase: StaffDatabase; jobs: Pick<Jobs, 'send'> },
  authenticate: Authenticate,
) {
  return serve(
    failedJobEndpoints,
    authenticate,
    {
      'GET /admin/failed-jobs': ({ staff }) => staff.transact((tx) => list(tx)),
      'POST /admin/failed-jobs/retries': ({ staff, body }) =>
        staff.transact(async (tx) => {
          await tx.rows(lockRetries());
          const chosen = (await list(tx, body.ids)).filter(({ retrying }) => !retrying);
          if (chosen.length > 0) {
            await tx.rows(insertAudit(retryOf(chosen)));
            // The staff's role may add jobs, and change none: a job of the shop moves them.
            await jobs.send(tx, 'dead-letter-retry', { ids: chosen.map(({ id }) => id) });
          }
          return list(tx);
        }),
    },
    staffDatabase,
  );
}

/** The newest, or those with these ids; without those of queues whose next run does the same work. */
async function list(tx: Transaction, ids: readonly string[] | null = null): Promise<FailedJob[]> {
  const rows = await tx.rows(listDeadLetters(ids));
  return rows.flatMap((row) => {
    const kind = failedKindOf(row.queue);
    return kind ? [{ ...row, kind }] : [];
  });
}

function retryOf(chosen: readonly FailedJob[]) {
  const count = (kind: FailedJob['kind']) => chosen.filter((job) => job.kind === kind).length;
  const orders = new Set(chosen.flatMap(({ order_number }) => order_number ?? []));
  return {
    verb: 'retry_failed_jobs',
    subject_type: 'failed_jobs',
    subject_id: 'failed-jobs',
    after: { emails: count('mail'), payments: count('payment'), orders: [...orders].join(', ') },
  };
}
