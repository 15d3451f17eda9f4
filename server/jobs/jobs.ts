import { withConnection } from '@aparajita/postgres/connections';
import { databaseBusy } from '@aparajita/postgres/error-codes';
import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import { keysOf } from '#domain/keys-of.ts';
import { summarizeErrors } from '#server/error-summary.ts';
import type { Log } from '#server/log.ts';
import { JOBS_SCHEMA } from './boss.ts';
import {
  type Executor,
  queueJob,
  rescheduleRowJob,
  type SendOptions,
  withoutJob,
} from './queue-job.ts';
import {
  DEAD_LETTER_QUEUE,
  type JobData,
  type JobName,
  type OwnedRow,
  QUEUES,
  type RowJob,
  TIME_ZONE,
} from './queues.ts';
import { type JobHandlers, startWorker, type WorkOptions } from './worker.ts';

/**
 * How long after a job was queued its worker is woken, in milliseconds. By then the job's transaction has usually
 * committed, and the worker can fetch several jobs at once. If the transaction takes longer, the next poll finds the job.
 */
const WAKE_AFTER_MS = 300;

export type Jobs = {
  /** Queues a job in the caller's transaction: they commit or roll back together. */
  send<N extends JobName>(
    tx: Executor,
    name: N,
    data: JobData[N],
    options?: SendOptions,
  ): Promise<void>;
  /** Has this process run a job soon that was queued by `queueJob`. */
  wake(name: JobName): void;
  /** Schedules a job about a row. If one is waiting, moves its start earlier, never later. */
  reschedule(tx: Executor, name: RowJob, row: OwnedRow, afterSeconds: number): Promise<void>;
  /** Queues a job for each row about which none waits, is retried or runs. */
  sendMissing(name: RowJob, rows: OwnedRow[]): Promise<void>;
  /** Queues these dead letters again, with all their retries; skips ids that are no longer dead letters. */
  retryDeadLetters(ids: string[]): Promise<void>;
  /** Starts running the jobs that have a handler here, and schedules the repeated ones. */
  work(handlers: Partial<JobHandlers>, options?: WorkOptions): Promise<void>;
  /** Waits at most ten seconds for running jobs; interrupted ones are retried elsewhere. */
  stop(): Promise<void>;
};

/**
 * Opens the job queue that `setUpJobs` prepared, with the application's role. `clock` is monotonic, in milliseconds.
 */
export async function openJobs(
  pool: pg.Pool,
  log: Log,
  clock: () => number = () => performance.now(),
): Promise<Jobs> {
  const db: Executor = { executeSql: (text, values) => execute(pool, text, values) };
  const boss = new PgBoss({
    db,
    schema: JOBS_SCHEMA,
    migrate: false,
    cronWorkerIntervalSeconds: 30,
    // How soon the jobs of a killed process are retried. By default the supervisor runs once a minute.
    superviseIntervalSeconds: 10,
    monitorIntervalSeconds: 10,
  });
  const reportAs = summarizeErrors<'info' | 'warn'>(log, clock);
  // A queue that finds no connection free polls again two seconds later.
  const report = (err: unknown) =>
    reportAs(databaseBusy(err) ? 'info' : 'warn', { err }, 'the job queue reported an error');
  boss.on('error', report);
  await boss.start();
  const workers = wakeWorkers(boss);

  return {
    send: async (tx, name, data, options) => {
      const { text, values } = queueJob(name, data, options);
      await tx.executeSql(text, values);
      if (!options?.after) workers.wake(name);
    },
    wake: workers.wake,
    reschedule: async (tx, name, row, afterSeconds) => {
      await rescheduleRowJob(tx, name, row, afterSeconds);
      if (afterSeconds === 0) workers.wake(name);
    },
    sendMissing: async (name, rows) => {
      const missing = await withoutJob(db, name, rows);
      if (missing.length === 0) return;
      for (const data of missing) {
        const { text, values } = queueJob(name, data);
        await db.executeSql(text, values);
      }
      workers.wake(name);
    },
    retryDeadLetters: async (ids) => {
      await boss.redrive(DEAD_LETTER_QUEUE, { ids });
    },
    work: async (handlers, options = {}) => {
      for (const name of keysOf(handlers)) {
        const handle = handlers[name];
        if (handle)
          workers.add(
            name,
            await startWorker({ boss, log, reportAs, report }, name, handle, options),
          );
        const { cron } = QUEUES[name];
        if (cron) await boss.schedule(name, cron, {}, { tz: TIME_ZONE, missed: 'once' });
      }
    },
    stop: () => {
      workers.stop();
      return boss.stop({ graceful: true, timeout: 10_000 });
    },
  };
}

/**
 * A job that has run must be completed, or it runs again: so this waits for locks, and tries again after a deadlock. Some
 * of pg-boss's texts are whole transactions; closing the connection rolls back one that fails.
 */
function execute(pool: pg.Pool, text: string, values?: unknown[]): Promise<pg.QueryResult> {
  const options = { purpose: 'read', waitForLocks: true } as const;
  return withConnection(pool, options, (client) => client.query(text, values));
}

type WakeWorkers = {
  /** This worker runs the jobs of the queue in this process. */
  add(name: JobName, worker: string): void;
  /** A job was queued, in a transaction that may still be open. */
  wake(name: JobName): void;
  stop(): void;
};

/**
 * Wakes the workers of this process soon after it has queued jobs for them. So they need to poll only for jobs of other
 * processes and for retries: polling every half a second took 6 % of a processor in a shop where nothing happened.
 */
export function wakeWorkers(boss: Pick<PgBoss, 'notifyWorker'>): WakeWorkers {
  const workers = new Map<JobName, string>();
  const planned = new Map<JobName, NodeJS.Timeout>();
  return {
    add(name, worker) {
      workers.set(name, worker);
    },
    wake(name) {
      const worker = workers.get(name);
      if (worker === undefined || planned.has(name)) return;
      const timer = setTimeout(() => {
        planned.delete(name);
        boss.notifyWorker(worker);
      }, WAKE_AFTER_MS);
      planned.set(name, timer.unref());
    },
    stop() {
      for (const timer of planned.values()) clearTimeout(timer);
      planned.clear();
    },
  };
}
