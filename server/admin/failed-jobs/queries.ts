import { sql } from 'kysely';
import { type FailedJob, MAX_FAILED_JOBS_OF_A_KIND } from '#contract/admin/failed-jobs.ts';
import { statement } from '#server/database/tables.ts';
import { queuesShownAs } from '#server/jobs/queues.ts';

/**
 * The newest dead letters of each kind, or those with these ids. Payments come first, so that many failed emails do not
 * hide them. See list_dead_letters() in db/schema.
 */
export function listDeadLetters(ids: readonly string[] | null) {
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
export function dismissDeadLetters(ids: readonly string[]) {
  return statement`select dismiss_dead_letters(${ids}::uuid[])`;
}

/** Makes concurrent requests run one after the other, so that the second one sees which retries the first has queued. */
export function lockRetries() {
  return statement`select pg_advisory_xact_lock(hashtextextended('dead-letter-retry', 0))`;
}
