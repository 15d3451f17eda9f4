import { createExecutor, DatabaseUnavailable } from '@aparajita/postgres';
import type pg from 'pg';
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
  const executor = createExecutor(pool, { prepare });
  return {
    ...statements((statement) => executor.execute('statement', [statement]).catch(refuse)),
    transact: (work) => executor.transact([], (tx) => work(statements(tx.execute))).catch(refuse),
  };
}

type Execute = (statement: {
  text: string;
  values?: readonly unknown[];
}) => Promise<pg.QueryResult>;

function statements(execute: Execute): Statements {
  return {
    executeSql: (text, values) => execute({ text, ...(values && { values }) }),
    rows: async (text, values) => (await execute({ text, values })).rows,
  };
}

function refuse(error: unknown): never {
  if (!(error instanceof DatabaseUnavailable)) throw error;
  throw new AuthFault('request_timeout', error.busy ? BUSY : { retryAfterSeconds: 2 }, error.cause);
}

const BUSY = {
  message: 'We are very busy. Please try again in a minute.',
  retryAfterSeconds: 60,
};
