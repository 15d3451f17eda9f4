import { JOBS_SCHEMA } from './boss.ts';
import { type JobData, type JobName, QUEUES } from './queues.ts';

type JobStatement = { text: string; values: unknown[] };

export type SendOptions = {
  /** A UUID: a job with this id is queued once, however often it is sent. */
  id?: string;
  /** Seconds until it runs. */
  after?: number;
};

/**
 * The statement that queues one job. A job with an id or about a row is not queued again; then it returns no row.
 * pg-boss's own can do more, and takes PostgreSQL twice the instructions (`jobs.test.ts` holds that both write the
 * same row); and for a queue that is missing it would queue nothing without a word, while the order is committed. This
 * one fails.
 */
export function queueJob<N extends JobName>(
  name: N,
  data: JobData[N],
  { id, after }: SendOptions = {},
): JobStatement {
  const values = [name, JSON.stringify(data)];
  const row = rowOf(name, data);
  if (id === undefined && after === undefined && row === null) return { text: QUEUE_JOB, values };
  return { text: QUEUE_WITH_OPTIONS, values: [...values, id ?? null, after ?? 0, row] };
}

/** The row that a job is about, where only one job about each waits. */
function rowOf<N extends JobName>(name: N, data: JobData[N]): string | null {
  return QUEUES[name].options.policy && 'id' in data ? String(data.id) : null;
}

const FROM_QUEUE = `expire_seconds, deletion_seconds, retry_limit, retry_delay, retry_backoff, retry_delay_max, policy,
  dead_letter, heartbeat_seconds`;

/** One row also without the queue: its name is then null, which the table refuses. */
const ITS_QUEUE = `(select) one left join ${JOBS_SCHEMA}.queue on name = $1`;

const QUEUE_JOB = `
  insert into ${JOBS_SCHEMA}.job_common (name, data, keep_until, ${FROM_QUEUE})
  select name, $2::jsonb, now() + retention_seconds * interval '1 second', ${FROM_QUEUE}
  from ${ITS_QUEUE}`;

const QUEUE_WITH_OPTIONS = `
  insert into ${JOBS_SCHEMA}.job_common (id, name, data, start_after, singleton_key, keep_until, ${FROM_QUEUE})
  select coalesce($3::uuid, gen_random_uuid()), name, $2::jsonb, now() + $4::float8 * interval '1 second', $5,
    now() + ($4::float8 + retention_seconds) * interval '1 second', ${FROM_QUEUE}
  from ${ITS_QUEUE}
  on conflict do nothing
  returning id`;
