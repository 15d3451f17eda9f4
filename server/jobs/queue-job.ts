import type { Transaction } from '#server/database/database.ts';
import { JOBS_SCHEMA } from './boss.ts';
import { type JobData, type JobName, type OwnedRow, QUEUES, type RowJob } from './queues.ts';

type JobStatement = { text: string; values: unknown[] };

export type SendOptions = {
  /** A UUID: a job with this id is queued once, however often it is sent. */
  id?: string;
  /** Seconds until it runs. */
  after?: number;
};

/**
 * The statement that queues one job. If a job with this id, or a waiting job about this row, exists, it returns no row.
 *
 * It is used instead of pg-boss's `send`, which takes PostgreSQL twice the instructions (`jobs.test.ts` checks that both
 * write the same row). Also, if the queue does not exist, `send` queues nothing and reports no error, and the order
 * would be committed without its job; this statement fails.
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

/** The columns that a job copies from its queue. */
const QUEUE_COLUMNS = `expire_seconds, deletion_seconds, retry_limit, retry_delay, retry_backoff, retry_delay_max, policy,
  dead_letter, heartbeat_seconds`;

/** The row of the queue. If there is no such queue, one row with nulls, whose name the table of jobs refuses. */
const QUEUE_ROW = `(select) one left join ${JOBS_SCHEMA}.queue on name = $1`;

const QUEUE_JOB = `
  insert into ${JOBS_SCHEMA}.job_common (name, data, keep_until, ${QUEUE_COLUMNS})
  select name, $2::jsonb, now() + retention_seconds * interval '1 second', ${QUEUE_COLUMNS}
  from ${QUEUE_ROW}`;

const QUEUE_WITH_OPTIONS = `
  insert into ${JOBS_SCHEMA}.job_common (id, name, data, start_after, singleton_key, keep_until, ${QUEUE_COLUMNS})
  select coalesce($3::uuid, gen_random_uuid()), name, $2::jsonb, now() + $4::float8 * interval '1 second', $5,
    now() + ($4::float8 + retention_seconds) * interval '1 second', ${QUEUE_COLUMNS}
  from ${QUEUE_ROW}
  on conflict do nothing
  returning id`;

/** A transaction in which jobs can be queued, the shop's or the auth server's. */
export type Executor = Pick<Transaction, 'executeSql'>;

/**
 * Schedules a job about a row. If one is waiting, moves its start earlier, never later: while a job runs, another may
 * be scheduled for immediate execution, and the next start that the running job plans must not replace that.
 */
export async function rescheduleRowJob(
  tx: Executor,
  name: RowJob,
  row: OwnedRow,
  afterSeconds: number,
): Promise<void> {
  const { text, values } = queueJob(name, row, { after: afterSeconds });
  // The waiting job can be fetched between the two statements, and then does not count.
  for (;;) {
    if ((await tx.executeSql(text, values)).rows.length > 0) return;
    const { rows } = await tx.executeSql(PULL_FORWARD, [name, row.id, afterSeconds]);
    if (rows.length > 0) return;
  }
}

/** Those rows about which no job waits, is retried or runs. */
export async function withoutJob(
  pool: Executor,
  name: RowJob,
  rows: OwnedRow[],
): Promise<OwnedRow[]> {
  const { rows: jobs } = await pool.executeSql(UNFINISHED, [name, rows.map(({ id }) => id)]);
  const unfinished = new Set(jobs.map(({ singleton_key }) => singleton_key));
  return rows.filter(({ id }) => !unfinished.has(id));
}

const PULL_FORWARD = `
  update ${JOBS_SCHEMA}.job
  set start_after = least(start_after, ${JOBS_SCHEMA}.job_now() + $3::float8 * interval '1 second')
  where name = $1 and singleton_key = $2 and state = 'created'
  returning id`;

const UNFINISHED = `
  select singleton_key from ${JOBS_SCHEMA}.job
  where name = $1 and state in ('created', 'retry', 'active') and singleton_key = any($2)`;
