import type { ServerAuditVerb } from '#contract/admin/audit-verbs.ts';
import { type FailedJob, failedJobEndpoints } from '#contract/admin/failed-jobs.ts';
import { writeAudit } from '#server/admin/audit/write-audit.ts';
import type { Transaction } from '#server/database/database.ts';
import type { StaffDatabase } from '#server/database/staff-database.ts';
import { type Authenticate, serveEndpoints } from '#server/http/serve-endpoints.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { dismissDeadLetters, listDeadLetters, lockRetries } from './queries.ts';

export function failedJobRoutes(
  { staffDatabase, jobs }: { staffDatabase: StaffDatabase; jobs: Pick<Jobs, 'send'> },
  authenticate: Authenticate,
) {
  return serveEndpoints(
    failedJobEndpoints,
    authenticate,
    {
      'GET /admin/failed-jobs': ({ staff }) => staff.rows(listDeadLetters(null)),
      'POST /admin/failed-jobs/retries': ({ staff, body }) =>
        staff.transact(async (tx) => {
          const chosen = await lockDeadLetters(tx, body.ids);
          if (chosen.length > 0) {
            await writeAudit(tx, auditEntry('retry_failed_jobs', chosen));
            // The role of staff may add jobs but not change them, so a job moves the dead letters.
            await jobs.send(tx, 'dead-letter-retry', { ids: chosen.map(({ id }) => id) });
          }
          return tx.rows(listDeadLetters(null));
        }),
      'POST /admin/failed-jobs/dismissals': ({ staff, body }) =>
        staff.transact(async (tx) => {
          const chosen = await lockDeadLetters(tx, body.ids);
          if (chosen.length > 0) {
            await writeAudit(tx, auditEntry('dismiss_failed_jobs', chosen));
            await tx.rows(dismissDeadLetters(chosen.map(({ id }) => id)));
          }
          return tx.rows(listDeadLetters(null));
        }),
    },
    staffDatabase,
  );
}

/** The dead letters with these ids for which no retry is queued. */
async function lockDeadLetters(tx: Transaction, ids: readonly string[]): Promise<FailedJob[]> {
  await tx.rows(lockRetries());
  return (await tx.rows(listDeadLetters(ids))).filter(({ retrying }) => !retrying);
}

function auditEntry(verb: ServerAuditVerb, chosen: readonly FailedJob[]) {
  const count = (kind: FailedJob['kind']) => chosen.filter((job) => job.kind === kind).length;
  const orders = new Set(chosen.flatMap(({ order_number }) => order_number ?? []));
  return {
    verb,
    subject_type: 'failed_jobs',
    subject_id: 'failed-jobs',
    after: { emails: count('mail'), payments: count('payment'), orders: [...orders].join(', ') },
  };
}
