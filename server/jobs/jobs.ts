import { lend } from '@aparajita/postgres/connections';
import type pg from 'pg';
import { type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss';
import type { Transaction } from '#server/database/database.ts';
import type { Log } from '#server/log.ts';
import { PermanentFailure } from './permanent-failure.ts';
import { type JobData, type JobName, NIGHTLY, QUEUES, TIME_ZONE } from './queues.ts';
import { JOBS_SCHEMA } from './set-up.ts';

/** One handler for each kind of job. A handler may run twice for one job and must not mind. */
export type JobHandlers = { [N in JobName]: (data: JobData[N]) => Promise<void> };

/** A transaction that jobs can be queued in, the shop's or the accounts'. */
type Executor = Pick<Transaction, 'executeSql'>;

export type Jobs = {
  /** Queues a job in the caller's own transaction: it exists if and only if the change does. */
  send<N extends JobName>(tx: Executor, name: N, data: JobData[N]): Promise<void>;
  /** Starts working off jobs in this process, and has those of the night queued. */
  work(handlers: JobHandlers, options?: WorkOptions): Promise<void>;
  /** Lets running jobs finish, for at most ten seconds; what is cut off is tried again elsewhere. */
  stop(): Promise<void>;
};

export type WorkOptions = {
  /**
   * True where a handler does what nobody can take back or recognize, as sending a mail: few at a time, and each is noted
   * down as soon as it is done. A killed process then repeats only what was under way.
   */
  fewAtATime?: boolean;
};

/** As many as the shop has connections to its mail server. */
const FEW = 5;

/** The queue has its own: it takes none from shoppers, and its work is written down however many of them wait. */
export const QUEUE_CONNECTIONS = 3;

/** Opens the job queue that `setUpJobs` has prepared, with the application's own rights. */
export async function openJobs(pool: pg.Pool, log: Log): Promise<Jobs> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => execute(pool, text, values) },
    schema: JOBS_SCHEMA,
    migrate: false,
    cronWorkerIntervalSeconds: 30,
    monitorIntervalSeconds: 10,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue stumbled'));
  await boss.start();

  async function workOff<N extends JobName>(
    name: N,
    handle: JobHandlers[N],
    { fewAtATime = false }: WorkOptions,
  ): Promise<void> {
    // Nobody waits for what the clock asks for.
    const pollingIntervalSeconds = name in NIGHTLY ? 5 : 0.5;
    const options = { ...WORK, ...(fewAtATime && { batchSize: FEW }), pollingIntervalSeconds };
    await boss.work<JobData[N], object, typeof options>(name, options, (jobs) =>
      Promise.all(
        jobs.map(async (job) => {
          const result = await settle(job, handle, log);
          if (fewAtATime && result.status === 'completed') await noteDown(name, job.id);
          return result;
        }),
      ),
    );
  }

  /** What cannot be noted down now is with the rest of the batch. */
  async function noteDown(name: JobName, id: string): Promise<void> {
    await boss
      .complete(name, id)
      .catch((error) => log.warn({ err: error }, 'the job queue stumbled'));
  }

  return {
    send: async (tx, name, data) => {
      await boss.send(name, data, { db: tx });
    },
    work: async (handlers, options = {}) => {
      for (const name of namesOf(QUEUES)) await workOff(name, handlers[name], options);
      for (const name of namesOf(NIGHTLY)) {
        const at = NIGHTLY[name];
        if (at) await boss.schedule(name, at, {}, { tz: TIME_ZONE, missed: 'once' });
      }
    },
    stop: () => boss.stop({ graceful: true, timeout: 10_000 }),
  };
}

/** Some of the queue's statements are transactions in one text: one that failed has to be ended. */
function execute(pool: pg.Pool, text: string, values?: unknown[]): Promise<pg.QueryResult> {
  return lend(pool, { purpose: 'read', waitForLocks: true }, async (client) => {
    try {
      return await client.query(text, values);
    } catch (error) {
      await client.query('rollback').catch(() => {});
      throw error;
    }
  });
}

/** Many at a time, so that slow mails wait side by side; what comes of one is no matter of the others. */
const WORK = {
  batchSize: 20,
  burstWhenBatchFull: true,
  perJobResults: true,
  includeMetadata: true,
} as const;

/** A job ends a little before the queue takes the whole batch for lost. */
const LEEWAY_SECONDS = 5;

async function settle<Data extends object>(
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
      log.error({ err: error, job }, 'a job was given up');
      return { id, status: 'deadletter' };
    }
    log.warn({ err: error, job }, 'a job has to be tried again');
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
