import { sql } from 'kysely';
import type { ServerAuditVerb } from '#contract/admin/audit-verbs.ts';
import {
  type FailedJob,
  type failedJobEndpoints,
  MAX_FAILED_JOBS_OF_A_KIND,
} from '#contract/admin/failed-jobs.ts';
import { writeAudit } from '#server/admin/audit/write-audit.ts';
import type { Transaction } from '#server/database/database.ts';
import type { StaffAccess } from '#server/database/staff-database.ts';
import { statement } from '#server/database/tables.ts';
import type { Handlers } from '#server/http/serve-endpoints.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { queuesShownAs } from '#server/jobs/queues.ts';

export function failedJobHandlers({
  jobs,
}: {
  jobs: Pick<Jobs, 'send'>;
}): Handlers<typeof failedJobEndpoints> {
  return {
    'GET /admin/failed-jobs': ({ staff }) => staff.rows(listDeadLetters(null)),
    // The role of staff may add jobs but not change them, so a job moves the dead letters.
    'POST /admin/failed-jobs/retries': ({ staff, body }) =>
      change(staff, body.ids, 'retry_failed_jobs', (tx, ids) =>
        jobs.send(tx, 'dead-letter-retry', { ids }),
      ),
    'POST /admin/failed-jobs/dismissals': ({ staff, body }) =>
      change(staff, body.ids, 'dismiss_failed_jobs', (tx, ids) => tx.rows(dismissDeadLetters(ids))),
  };
}

/** Does this to the dead letters with these ids for which no retry is queued; returns the list as it is then. */
function change(
  staff: StaffAccess,
  ids: readonly string[],
  verb: ServerAuditVerb,
  work: (tx: Transaction, ids: string[]) => Promise<unknown>,
): Promise<FailedJob[]> {
  return staff.transact(async (tx) => {
    await tx.rows(lockRetries());
    const chosen = (await tx.rows(listDeadLetters(ids))).filter(({ retrying }) => !retrying);
    if (chosen.length > 0) {
      await writeAudit(tx, verb, ['failed_jobs', 'failed-jobs'], { after: summaryOf(chosen) });
      await work(
        tx,
        chosen.map(({ id }) => id),
      );
    }
    return tx.rows(listDeadLetters(null));
  });
}

function summaryOf(chosen: readonly FailedJob[]) {
  const count = (kind: FailedJob['kind']) => chosen.filter((job) => job.kind === kind).length;
  const orders = new Set(chosen.flatMap(({ order_number }) => order_number ?? []));
  return { emails: count('mail'), payments: count('payment'), orders: [...orders].join(', ') };
}

/**
 * The newest dead letters of each kind, or those with these ids. Payments come first, so that many failed emails do not
 * hide them. See list_dead_letters() in db/schema.
 */
function listDeadLetters(ids: readonly string[] | null) {
  const listOf = (kind: FailedJob['kind']) => {
    const names = queuesShownAs(kind);
    return sql`
      select ${kind}::text as kind, id, ${JSON.stringify(names)}::jsonb ->> queue as name, at, reason, order_id, order_number,
        recipient, retrying
      from list_dead_letters(${Object.keys(names)}::text[], ${ids}::uuid[], ${MAX_FAILED_JOBS_OF_A_KIND})`;
  };
  return statement<FailedJob>`
    ${listOf('payment')} union all ${listOf('mail')} order by kind desc, at desc, id`;
}

/** Deletes these dead letters. See dismiss_dead_letters() in db/schema. */
function dismissDeadLetters(ids: readonly string[]) {
  return statement`select dismiss_dead_letters(${ids}::uuid[])`;
}

/** Makes concurrent requests run one after the other, so that the second one sees which retries the first has queued. */
function lockRetries() {
  return statement`select pg_advisory_xact_lock(hashtextextended('dead-letter-retry', 0))`;
}
