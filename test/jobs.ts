import type pg from 'pg';

/** Waits until every queued job is done; the first that fails fails the test. */
export async function jobsDone(owner: pg.Pool): Promise<void> {
  for (;;) {
    const { rows } = await owner.query<{ state: string; output: unknown }>(
      `select state, output from jobs.job where state <> 'completed'`,
    );
    const failed = rows.filter(({ state }) => state === 'retry' || state === 'failed');
    if (failed.length > 0) throw new Error(JSON.stringify(failed));
    if (rows.length === 0) return;
  }
}
