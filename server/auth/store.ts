import type pg from 'pg';
import { gather } from '#server/platform/database/batch.ts';
import { databaseAway, gaveWay } from '#server/platform/database/failures.ts';
import { preparing } from '#server/platform/database/prepare.ts';
import { AuthFault } from './fault.ts';

/** Runs a statement and gives its rows; `executeSql` is the same for code that brings its own SQL. */
export type Statements = {
  executeSql(text: string, values?: unknown[]): Promise<pg.QueryResult>;
  rows<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]): Promise<Row[]>;
};

export type Store = Statements & {
  /** Runs `work` in one transaction; a thrown error undoes all of it. */
  transact<T>(work: (tx: Statements) => Promise<T>): Promise<T>;
};

/**
 * The accounts' tables, through a pool whose role is shop_auth. A database that is away is answered 503,
 * which the client takes as a reason to try again later and never to forget the session.
 */
export function createStore(pool: pg.Pool, prepare: boolean): Store {
  const prepared = preparing(prepare);
  return {
    executeSql: (text, values) => naming(() => pool.query(text, values)),
    rows: (text, values) => naming(async () => (await pool.query(prepared(text, values))).rows),
    transact: (work) => naming(() => transact(pool, prepared, work)),
  };
}

async function transact<T>(
  pool: pg.Pool,
  prepared: ReturnType<typeof preparing>,
  work: (tx: Statements) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken = false;
  try {
    const send = gather(client);
    const begun = send(prepared('begin', [])); // crosses together with the first statement
    begun.catch(() => {}); // then that fails too
    const result = await work({
      executeSql: (text, values) => send({ text, ...(values && { values }) }),
      rows: async (text, values) => (await send(prepared(text, values))).rows,
    });
    await begun;
    const { command } = await send(prepared('commit', []));
    if (command !== 'COMMIT') throw new Error('The transaction had already failed');
    return result;
  } catch (error) {
    broken = databaseAway(error);
    if (!broken) await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Runs `work` once more when it had to give way, and names what can be expected to fail. */
async function naming<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work().catch((error) => {
      if (gaveWay(error)) return work();
      throw error;
    });
  } catch (error) {
    if (databaseAway(error))
      throw new AuthFault('request_timeout', { retryAfterSeconds: 2 }, error);
    throw error;
  }
}
