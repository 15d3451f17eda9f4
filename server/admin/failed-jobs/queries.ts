import { sql } from 'kysely';
import { type FailedJob, MAX_FAILED_JOBS } from '#contract/admin/failed-jobs.ts';
import { tables } from '#server/database/tables.ts';

/** See list_dead_letters() in the migrations. */
export function listDeadLetters() {
  return sql<Omit<FailedJob, 'kind'>>`
    select id, queue, at, reason, order_id, order_number, recipient, retrying
    from list_dead_letters(${MAX_FAILED_JOBS})`.compile(tables);
}

/** One request after the other: the second sees what the first has queued. */
export function lockRetries() {
  return sql`select pg_advisory_xact_lock(hashtextextended('dead-letter-retry', 0))`.compile(
    tables,
  );
}
