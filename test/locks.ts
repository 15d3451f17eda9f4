import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { onTestFinished, vi } from 'vitest';

/** A transaction of its own that keeps its locks until `release`, which rolls it back, or `commit`. */
type HeldLock = {
  query: pg.PoolClient['query'];
  release(): Promise<void>;
  commit(): Promise<void>;
};

export async function holdLock(
  owner: pg.Pool,
  sql: string,
  values: unknown[] = [],
): Promise<HeldLock> {
  const client = await owner.connect();
  await client.query('begin');
  await client.query(sql, values);
  const end = async (how: string) => {
    await client.query(how);
    client.release();
  };
  return {
    query: client.query.bind(client),
    release: () => end('rollback'),
    commit: () => end('commit'),
  };
}

/**
 * How many statements of this database whose text contains `words` (in any case) wait for a lock. Name the statement
 * where the locked table is not only the shop's: the job queue's own maintenance may wait for it as well.
 * PostgreSQL shows the first 1,024 bytes of a statement: name words of its beginning.
 */
export async function waitingStatements(owner: pg.Pool, words = ''): Promise<number> {
  const { rows } = await owner.query<{ count: number }>(
    `select count(*)::integer from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and strpos(lower(query), lower($1)) > 0`,
    [words],
  );
  return rows[0]?.count ?? 0;
}

/** Resolves when so many statements wait for a lock. */
export async function untilWaiting(
  owner: pg.Pool,
  { count = 1, words = '' }: { count?: number; words?: string } = {},
): Promise<void> {
  while ((await waitingStatements(owner, words)) < count) await sleep(5);
}

const DEADLOCK = '40P01';

/**
 * Counts the deadlock errors that this process receives until the test ends. Responses do not show them because the
 * shop repeats the transaction that PostgreSQL aborted, and PostgreSQL's own counter lags until a connection ends.
 */
export function watchDeadlocks(): () => number {
  let count = 0;
  const { emit } = pg.Connection.prototype;
  const watched = vi.spyOn(pg.Connection.prototype, 'emit').mockImplementation(function (
    this: pg.Connection,
    event,
    ...told
  ) {
    const [message] = told;
    if (event === 'errorMessage' && message?.code === DEADLOCK) count += 1;
    return emit.call(this, event, ...told);
  });
  onTestFinished(() => watched.mockRestore());
  return () => count;
}
