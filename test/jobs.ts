import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/**
 * Waits until every queued job is done; the first that fails fails the test.
 *
 * Tests empty no table of the queue while it is worked: its workers and its own upkeep lock the same rows in an order
 * of theirs, which is a deadlock now and then. A test looks for the jobs it has queued itself.
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
