import type { Transaction } from '#server/database/database.ts';
import { JOBS_SCHEMA } from './boss.ts';
import { queueJob } from './queue-job.ts';
import type { OwnedRow, RowJob } from './queues.ts';

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
