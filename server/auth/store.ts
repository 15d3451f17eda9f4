import type pg from 'pg';
import { gather, runLast } from '#server/platform/database/batch.ts';
import { lend, type Purpose, type Work } from '#server/platform/database/connections.ts';
import { databaseAway, databaseBusy, gaveWay } from '#server/platform/database/failures.ts';
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
 * The accounts' tables, through a pool whose role is shop_auth. A database that is away or busy is answered 503,
 * which the client takes as a reason to try again later and never to forget the session.
 */
export function createStore(pool: pg.Pool, prepare: boolean): Store {
  const prepared = preparing(prepare);

  const run = (statement: pg.QueryConfig) =>
    onConnection(pool, 'statement', (client, settings) =>
      settings.length > 0 ? runLast(client, [...settings, statement]) : client.query(statement),
    );

  return {
    executeSql: (text, values) => run({ text, ...(values && { values }) }),
    rows: async (text, values) => (await run(prepared(text, values))).rows,
    transact: (work) =>
      onConnection(pool, 'transaction', (client, settings) =>
        transact(client, settings, prepared, work),
      ),
  };
}

async function transact<T>(
  client: pg.PoolClient,
  settings: readonly pg.QueryConfig[],
  prepared: ReturnType<typeof preparing>,
  work: (tx: Statements) => Promise<T>,
): Promise<T> {
  try {
    const send = gather(client);
    const begun = Promise.all([prepared('begin', []), ...settings].map(send)); // crosses with the first statement
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
    await client.query('rollback').catch(() => {}); // a lost connection has rolled back by itself
    throw error;
  }
}

/** Lends `work` a connection, and names what can be expected to fail. */
async function onConnection<T>(pool: pg.Pool, purpose: Purpose, work: Work<T>): Promise<T> {
  try {
    return await lend(pool, { purpose, waitForLocks: true }, work);
  } catch (error) {
    if (databaseBusy(error)) throw new AuthFault('request_timeout', BUSY, error);
    if (databaseAway(error) || gaveWay(error))
      throw new AuthFault('request_timeout', { retryAfterSeconds: 2 }, error);
    throw error;
  }
}

const BUSY = {
  message: 'We are very busy. Please try again in a minute.',
  retryAfterSeconds: 60,
};
