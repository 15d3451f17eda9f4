import type pg from 'pg';
import { openBoss } from '#server/jobs/boss.ts';
import type { JobData } from '#server/jobs/queues.ts';
import type { JobHandlers } from '#server/jobs/worker.ts';

type PaymentJobs = {
  /** Runs the jobs that are due, one after the other, and retries none; returns how many. */
  runDue(): Promise<number>;
  /** Makes what failed before due again. */
  retryNow(): Promise<void>;
  close(): Promise<void>;
};

const QUEUES = ['payment-event', 'payment-check', 'payment-refund'] as const;

/** Runs payment jobs when a test says so, instead of workers that run them at their own times. */
export async function openPaymentJobs(
  owner: pg.Pool,
  handlers: Pick<JobHandlers, (typeof QUEUES)[number]>,
): Promise<PaymentJobs> {
  const boss = await openBoss(owner);

  async function runQueue<N extends (typeof QUEUES)[number]>(name: N): Promise<number> {
    const jobs = await boss.fetch<JobData[N]>(name, { batchSize: 100, includeMetadata: true });
    for (const { id, data, retryCount, retryLimit } of jobs) {
      await handlers[name](data, retryCount >= retryLimit).then(
        () => boss.complete(name, id),
        () => boss.fail(name, id),
      );
    }
    return jobs.length;
  }

  return {
    close: () => boss.stop({ graceful: false }),
    async runDue() {
      let count = 0;
      for (const name of QUEUES) count += await runQueue(name);
      return count;
    },
    async retryNow() {
      await owner.query(
        `update jobs.job set start_after = now() where state = 'retry' and name = any($1)`,
        [QUEUES],
      );
    },
  };
}
