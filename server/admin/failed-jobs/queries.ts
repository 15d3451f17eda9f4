import { sql } from 'kysely';
import { type FailedJob, MAX_FAILED_JOBS } from '#contract/admin/failed-jobs.ts';
import { tables } from '#server/database/tables.ts';
import { SHOWN_QUEUES } from '#server/jobs/queues.ts';

/** The newest of the queues that are shown, or of those with these ids. See list_dead_letters() in the migrations. */
export function listDeadLetters(ids: readonly string[] | null) {
  return sql<Omit<FailedJob, 'kind'>>`
    select id, queue, at, reason, order_id, order_number, recipient, retrying
    from list_dead_letters(${SHOWN_QUEUES}::text[], ${ids}::uuid[], ${MAX_FAILED_JOBS})`.compile(
    tables,
  );
}

/** One request after the other: the second sees what the first has queued. */
export function lockRetries() {
  return sql`select pg_advisory_xact_lock(hashtextextended('dead-letter-retry', 0))`.compile(
    tables,
  );
}
