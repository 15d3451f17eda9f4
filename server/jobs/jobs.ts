import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import type { Transaction } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import { type JobData, type JobName, QUEUES } from './queues.ts';
import { JOBS_SCHEMA } from './set-up.ts';

/** One handler for each kind of job. A handler may run twice for one job and must not mind. */
export type JobHandlers = { [N in JobName]: (data: JobData[N]) => Promise<void> };

export type Jobs = {
  /** Queues a job in the caller's own transaction: it exists if and only if the change does. */
  send<N extends JobName>(tx: Transaction, name: N, data: JobData[N]): Promise<void>;
  /** Starts working off jobs in this process. */
  work(handlers: JobHandlers): Promise<void>;
  /** Lets running jobs finish, for at most ten seconds; what is cut off is tried again elsewhere. */
  stop(): Promise<void>;
};

/** Opens the job queue that `setUpJobs` has prepared, with the application's own rights. */
export async function openJobs(pool: pg.Pool, log: Log): Promise<Jobs> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schema: JOBS_SCHEMA,
    migrate: false,
    schedule: false,
    monitorIntervalSeconds: 10,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'the job queue stumbled'));
  await boss.start();

  async function workOff<N extends JobName>(name: N, handle: JobHandlers[N]): Promise<void> {
    await boss.work<JobData[N]>(
      name,
      { pollingIntervalSeconds: 0.5, batchSize: 1 },
      async (jobs) => {
        for (const job of jobs) await handle(job.data);
      },
    );
  }

  return {
    send: async (tx, name, data) => {
      await boss.send(name, data, { db: tx });
    },
    work: async (handlers) => {
      for (const name of namesOf(QUEUES)) await workOff(name, handlers[name]);
    },
    stop: () => boss.stop({ graceful: true, timeout: 10_000 }),
  };
}

function namesOf<T extends object>(table: T): (keyof T & string)[];
function namesOf(table: object): string[] {
  return Object.keys(table);
}
