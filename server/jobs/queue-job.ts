import { JOBS_SCHEMA } from './boss.ts';
import type { JobData, JobName, RowJob } from './queues.ts';

type JobStatement = { text: string; values: unknown[] };

/**
 * The statement that queues one job, without options. pg-boss's own can do more, and takes PostgreSQL twice the
 * instructions (`jobs.test.ts` holds that both write the same row).
 */
export function queueJob<N extends Exclude<JobName, RowJob>>(
  name: N,
  data: JobData[N],
): JobStatement {
  return { text: QUEUE_JOB, values: [name, JSON.stringify(data)] };
}

const FROM_QUEUE = `expire_seconds, deletion_seconds, retry_limit, retry_delay, retry_backoff, retry_delay_max, policy,
  dead_letter, heartbeat_seconds`;

const QUEUE_JOB = `
  insert into ${JOBS_SCHEMA}.job_common (name, data, keep_until, ${FROM_QUEUE})
  select name, $2::jsonb, now() + retention_seconds * interval '1 second', ${FROM_QUEUE}
  from ${JOBS_SCHEMA}.queue where name = $1`;
