import { withConnection } from '@aparajita/postgres/connections';
import type pg from 'pg';
import { type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss';
import type { Transaction } from '#server/database/database.ts';
import type { Log } from '#server/log.ts';
import { PermanentFailure } from './permanent-failure.ts';
import { type JobData, type JobName, NIGHTLY, QUEUES, TIME_ZONE } from './queues.ts';
import { JOBS_SCHEMA } from './set-up.ts';

/** One handler for each kind of job. Handlers must be idempotent: a job may run twice. */
export type JobHandlers = { [N in JobName]: (data: JobData[N]) => Promise<void> };

/** A transaction in which jobs can be queued, the shop's or the auth server's. */
type Executor = Pick<Transaction, 'executeSql'>;

export type Jobs = {
  /** Queues a job in the caller's transaction: they commit or roll back together. It starts `delay` seconds later. */
  send<N extends JobName>(tx: Executor, name: N, data: JobData[N], delay?: number): Promise<void>;
  /** Starts running jobs in this process, and schedules the nightly ones. */
  work(handlers: JobHandlers, options?: WorkOptions): Promise<void>;
  /** Waits at most ten seconds for running jobs; interrupted ones are retried elsewhere. */
  stop(): Promise<void>;
};

export type WorkOptions = {
  /**
   * True for handlers with effects that cannot be undone or deduplicated, such as sending a mail: few run at a time,
   * and each is marked as completed as soon as it is done. A killed process then repeats only what was running.
   */
  limitConcurrency?: boolean;
};

/** As many as the shop's connections to its mail server. */
const LIMITED_BATCH = 5;

/**
 * The queue has its own connections: it takes none from shoppers' requests, and completes jobs however many of them
 * wait.
 */
export const QUEUE_CONNECTIONS = 3;

/** Opens the job queue that `setUpJobs` prepared, with the application's role. */
export async function openJobs(pool: pg.Pool, log: Log): Promise<Jobs> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => execute(pool, text, values) },
    schema: JOBS_SCHEMA,
    migrate: false,
    cronWorkerIntervalSeconds: 30,
    monitorIntervalSeconds: 10,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue reported an error'));
  await boss.start();

  async function startWorker<N extends JobName>(
    name: N,
    handle: JobHandlers[N],
    { limitConcurrency = false }: WorkOptions,
  ): Promise<void> {
    // Nobody waits for nightly jobs.
    const pollingIntervalSeconds = name in NIGHTLY ? 5 : 0.5;
    const options = {
      ...WORK,
      ...(limitConcurrency && { batchSize: LIMITED_BATCH }),
      pollingIntervalSeconds,
    };
    await boss.work<JobData[N], object, typeof options>(name, options, (jobs) =>
      Promise.all(
        jobs.map(async (job) => {
          const result = await runJob(job, handle, log);
          if (limitConcurrency && result.status === 'completed') await completeNow(name, job.id);
          return result;
        }),
      ),
    );
  }

  /** A job that cannot be completed now is completed with the rest of the batch. */
  async function completeNow(name: JobName, id: string): Promise<void> {
    await boss
      .complete(name, id)
      .catch((error) => log.warn({ err: error }, 'the job queue reported an error'));
  }

  return {
    send: async (tx, name, data, delay = 0) => {
      await boss.send(name, data, { db: tx, ...(delay > 0 && { startAfter: delay }) });
    },
    work: async (handlers, options = {}) => {
      for (const name of namesOf(QUEUES)) await startWorker(name, handlers[name], options);
      for (const name of namesOf(NIGHTLY)) {
        const at = NIGHTLY[name];
        if (at) await boss.schedule(name, at, {}, { tz: TIME_ZONE, missed: 'once' });
      }
    },
    stop: () => boss.stop({ graceful: true, timeout: 10_000 }),
  };
}

/** Some pg-boss statements are whole transactions in one text: a failed one has to be rolled back. */
function execute(pool: pg.Pool, text: string, values?: unknown[]): Promise<pg.QueryResult> {
  return withConnection(pool, { purpose: 'read', waitForLocks: true }, async (client) => {
    try {
      return await client.query(text, values);
    } catch (error) {
      await client.query('rollback').catch(() => {});
      throw error;
    }
  });
}

/** Large batches, so that slow mails wait in parallel; each job succeeds or fails on its own. */
const WORK = {
  batchSize: 20,
  burstWhenBatchFull: true,
  perJobResults: true,
  includeMetadata: true,
} as const;

/** A job times out a little before pg-boss would declare the whole batch expired. */
const LEEWAY_SECONDS = 5;

async function runJob<Data extends object>(
  { id, name, data, retryCount, retryLimit, expireInSeconds }: JobWithMetadata<Data>,
  handle: (data: Data) => Promise<void>,
  log: Log,
): Promise<JobResult> {
  try {
    await within(expireInSeconds - LEEWAY_SECONDS, handle(data));
    return { id, status: 'completed' };
  } catch (error) {
    const job = { id, name, attempt: retryCount + 1 };
    if (error instanceof PermanentFailure || retryCount >= retryLimit) {
      log.error({ err: error, job }, 'a job failed permanently and became a dead letter');
      return { id, status: 'deadletter' };
    }
    log.warn({ err: error, job }, 'a job failed and will be retried');
    return { id, status: 'failed' };
  }
}

async function within(seconds: number, work: Promise<void>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`not done in ${seconds} s`)), seconds * 1000);
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function namesOf<T extends object>(table: T): (keyof T & string)[];
function namesOf(table: object): string[] {
  return Object.keys(table);
}
