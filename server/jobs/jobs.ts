import { withConnection } from '@aparajita/postgres/connections';
import type pg from 'pg';
import { type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss';
import type { Transaction } from '#server/database/database.ts';
import type { Log } from '#server/log.ts';
import { withTimeout } from '#server/with-timeout.ts';
import { PermanentFailure } from './permanent-failure.ts';
import { type JobData, type JobName, QUEUES, type RowJob, SCHEDULES, TIME_ZONE } from './queues.ts';
import { JOBS_SCHEMA } from './set-up.ts';

/**
 * One handler for each kind of job. Handlers must be idempotent: a job may run twice. After the last attempt a job that
 * fails becomes a dead letter.
 */
export type JobHandlers = {
  [N in JobName]: (data: JobData[N], isLastAttempt: boolean) => Promise<void>;
};

/** A transaction in which jobs can be queued, the shop's or the auth server's. */
type Executor = Pick<Transaction, 'executeSql'>;

export type Jobs = {
  /** Queues a job in the caller's transaction: they commit or roll back together. */
  send<N extends JobName>(
    tx: Executor,
    name: N,
    data: JobData[N],
    options?: SendOptions,
  ): Promise<void>;
  /** Moves the waiting job about this row to so many seconds from now, or queues one. */
  reschedule<N extends RowJob>(
    tx: Executor,
    name: N,
    data: JobData[N],
    afterSeconds: number,
  ): Promise<void>;
  /** Queues a job for each row that has none waiting. */
  sendMissing<N extends RowJob>(name: N, rows: JobData[N][]): Promise<void>;
  /** Starts running the jobs that have a handler here, and schedules the repeated ones. */
  work(handlers: Partial<JobHandlers>, options?: WorkOptions): Promise<void>;
  /** Waits at most ten seconds for running jobs; interrupted ones are retried elsewhere. */
  stop(): Promise<void>;
};

export type SendOptions = {
  /** A UUID: a job with this id is queued once, however often it is sent. */
  id?: string;
  /** Seconds until it runs. */
  after?: number;
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
    handle: JobHandlers[N] | undefined,
    { limitConcurrency = false }: WorkOptions,
  ): Promise<void> {
    if (!handle) return;
    const options = {
      ...WORK,
      ...((limitConcurrency || name.startsWith('payment-')) && { batchSize: LIMITED_BATCH }),
      pollingIntervalSeconds: pollingInterval(name),
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
    send: async (tx, name, data, { id, after } = {}) => {
      await boss.send(name, data, {
        db: tx,
        ...(id !== undefined && { id }),
        ...(after !== undefined && { startAfter: after }),
        ...singletonKey(name, data),
      });
    },
    reschedule: async (tx, name, data, afterSeconds) => {
      await boss.upsert(name, data, {
        db: tx,
        startAfter: afterSeconds,
        singletonKey: data.id,
      });
    },
    sendMissing: async (name, rows) => {
      if (rows.length === 0) return;
      await boss.insert(
        name,
        rows.map((data) => ({ data, singletonKey: data.id })),
      );
    },
    work: async (handlers, options = {}) => {
      for (const name of namesOf(handlers)) {
        await startWorker(name, handlers[name], options);
        const cron = SCHEDULES[name];
        if (cron) await boss.schedule(name, cron, {}, { tz: TIME_ZONE, missed: 'once' });
      }
    },
    stop: () => boss.stop({ graceful: true, timeout: 10_000 }),
  };
}

/** Nobody waits for a repeated job, and a check or a refund may wait as long as between two polls. */
function pollingInterval(name: JobName): number {
  if (name in SCHEDULES) return 5;
  return QUEUES[name].policy ? 2 : 0.5;
}

function singletonKey<N extends JobName>(name: N, data: JobData[N]): { singletonKey?: string } {
  return QUEUES[name].policy && 'id' in data ? { singletonKey: data.id } : {};
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
  handle: (data: Data, isLastAttempt: boolean) => Promise<void>,
  log: Log,
): Promise<JobResult> {
  const isLastAttempt = retryCount >= retryLimit;
  try {
    const seconds = expireInSeconds - LEEWAY_SECONDS;
    const tooLate = () => new Error(`not done in ${seconds} s`);
    await withTimeout(seconds * 1000, handle(data, isLastAttempt), tooLate);
    return { id, status: 'completed' };
  } catch (error) {
    const job = { id, name, attempt: retryCount + 1 };
    if (error instanceof PermanentFailure || isLastAttempt) {
      log.error({ err: error, job }, 'a job failed permanently and became a dead letter');
      return { id, status: 'deadletter' };
    }
    log.warn({ err: error, job }, 'a job failed and will be retried');
    return { id, status: 'failed' };
  }
}

function namesOf<T extends object>(table: T): (keyof T & string)[];
function namesOf(table: object): string[] {
  return Object.keys(table);
}
