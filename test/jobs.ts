import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { QUEUES } from '#server/jobs/queues.ts';

const SCHEDULED = Object.entries(QUEUES).flatMap(([name, queue]) =>
  queue.cron === undefined ? [] : [name],
);

/**
 * Waits until every job that is due within half a minute is done; the first failed job fails the test. Not for scheduled
 * ones, which the queue adds at any minute, and looks at its own part of that only twice a minute.
 *
 * Tests must not empty queue tables while workers run: the workers and pg-boss maintenance lock the same rows in
 * another order, which sometimes deadlocks. A test looks for the jobs that it queued itself.
 */
export async function jobsDone(owner: pg.Pool): Promise<void> {
  for (;;) {
    const { rows } = await owner.query<{ state: string; output: unknown }>(
      `select state, output from jobs.job
       where state <> 'completed' and (start_after < now() + interval '30 seconds' or state <> 'created')
         and not starts_with(name, '__pgboss__') and name <> all($1)`,
      [SCHEDULED],
    );
    const failed = rows.filter(({ state }) => state === 'retry' || state === 'failed');
    if (failed.length > 0) throw new Error(JSON.stringify(failed));
    if (rows.length === 0) return;
    await sleep(20);
  }
}
