import { databaseBusy } from '@aparajita/postgres/error-codes';
import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss';
import { AppError } from '#contract/errors.ts';
import type { ReportError } from '#server/error-summary.ts';
import type { Log } from '#server/log.ts';
import { withTimeout } from '#server/process/with-timeout.ts';
import { ExplainedFailure, PermanentFailure, TooEarly } from './permanent-failure.ts';
import { type JobData, type JobName, QUEUES } from './queues.ts';

/**
 * One handler for each kind of job. Handlers must be idempotent: a job may run twice. After the last attempt a job that
 * fails becomes a dead letter, a scheduled one is left to its next run.
 */
export type JobHandlers = {
  [N in JobName]: (data: JobData[N], isLastAttempt: boolean) => Promise<void>;
};

export type WorkOptions = {
  /**
   * True for handlers with effects that cannot be undone or deduplicated, such as sending an email: few run at a time,
   * and each is marked as completed as soon as it is done. A killed process then repeats only what was running.
   */
  limitConcurrency?: boolean;
};

type Queue = {
  boss: PgBoss;
  log: Log;
  reportAs: ReportError<'warn'>;
  /** Logs an error of the queue itself. */
  report(error: unknown): void;
};

/** Runs the jobs of one queue in this process, and returns the worker's id. */
export async function startWorker<N extends JobName>(
  { boss, log, reportAs, report }: Queue,
  name: N,
  handle: JobHandlers[N],
  { limitConcurrency = false }: WorkOptions,
): Promise<string> {
  const options = {
    ...FETCH_OPTIONS,
    ...((limitConcurrency || GATEWAY_JOBS.includes(name)) && { batchSize: LIMITED_BATCH }),
    pollingIntervalSeconds: pollingInterval(name),
  };
  return boss.work<JobData[N], object, typeof options>(name, options, (jobs) =>
    Promise.all(
      jobs.map(async (job) => {
        const result = await runJob(job, handle, { log, reportAs });
        if (limitConcurrency && result.status === 'completed') await completeNow(job.id);
        return result;
      }),
    ),
  );

  /** A job that cannot be completed now is completed with the rest of the batch. */
  async function completeNow(id: string): Promise<void> {
    await boss.complete(name, id).catch(report);
  }
}

/** Large batches, so that slow emails wait in parallel; each job succeeds or fails on its own. */
const FETCH_OPTIONS = {
  batchSize: 20,
  burstWhenBatchFull: true,
  perJobResults: true,
  includeMetadata: true,
} as const;

/** As many as the shop's connections to its mail server. */
const LIMITED_BATCH = 5;

/** Jobs that call the gateway. Few run at a time, because the gateway limits the requests of the whole account. */
const GATEWAY_JOBS: readonly JobName[] = ['payment-event', 'payment-check', 'payment-refund'];

/**
 * In seconds. A job that this process queues wakes its worker (jobs.ts). Polling finds the other jobs: those of
 * processes that ended, retries, and delayed jobs. Scheduled jobs are polled less often, because nobody waits for them.
 */
function pollingInterval(name: JobName): number {
  return 'cron' in QUEUES[name] ? 5 : 2;
}

/** A job times out a little before pg-boss would declare the whole batch expired. */
const TIMEOUT_MARGIN_SECONDS = 5;

async function runJob<Data extends object>(
  { id, name, data, retryCount, retryLimit, expireInSeconds, deadLetter }: JobWithMetadata<Data>,
  handle: (data: Data, isLastAttempt: boolean) => Promise<void>,
  { log, reportAs }: Pick<Queue, 'log' | 'reportAs'>,
): Promise<JobResult> {
  const isLastAttempt = retryCount >= retryLimit;
  const seconds = expireInSeconds - TIMEOUT_MARGIN_SECONDS;
  try {
    await withTimeout(
      seconds * 1000,
      handle(data, isLastAttempt),
      () => new Error(`not done in ${seconds} s`),
    );
    return { id, status: 'completed' };
  } catch (error) {
    const job = { id, name, attempt: retryCount + 1 };
    if (error instanceof PermanentFailure || isLastAttempt) {
      log.error(
        { err: error, job },
        deadLetter
          ? 'a job failed permanently and became a dead letter'
          : 'a scheduled job failed, its next run does the same work',
      );
      return { id, status: 'deadletter', ...reasonOf(error) };
    }
    if (isExpected(error)) log.info({ err: error, job }, 'a job will run again');
    else reportAs('warn', { err: error, job }, 'a job failed and will be retried');
    return { id, status: 'failed' };
  }
}

/** It is too early, or the database is busy: as in a flash sale, where payments wait for the same rows. */
function isExpected(error: unknown): boolean {
  return error instanceof TooEarly || (error instanceof AppError && databaseBusy(error.cause));
}

/** Why the job became a dead letter; stored with it, for the owner's list. */
function reasonOf(error: unknown): { output?: { reason: string } } {
  return error instanceof ExplainedFailure ? { output: { reason: error.message } } : {};
}
