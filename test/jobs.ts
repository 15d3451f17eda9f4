import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/**
 * Waits until every queued job is done; the first failed job fails the test.
 *
 * Tests must not empty queue tables while workers run: the workers and pg-boss maintenance lock the same rows in
 * another order, which sometimes deadlocks. A test looks for the jobs that it queued itself.
 */
export async function jobsDone(owner: pg.Pool): Promise<void> {
  for (;;) {
    const { rows } = await owner.query<{ state: string; output: unknown }>(
      `select state, output from jobs.job where state <> 'completed'`,
    );
    const failed = rows.filter(({ state }) => state === 'retry' || state === 'failed');
    if (failed.length > 0) throw new Error(JSON.stringify(failed));
    if (rows.length === 0) return;
    await sleep(20);
  }
}
