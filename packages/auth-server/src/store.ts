import { createExecutor, DatabaseUnavailableError } from '@aparajita/postgres';
import type pg from 'pg';
import { AuthError } from './auth-error.ts';

/** Runs a statement and returns its rows; `executeSql` is the same for libraries with their own SQL. */
export type Statements = {
  executeSql(text: string, values?: unknown[]): Promise<pg.QueryResult>;
  rows<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]): Promise<Row[]>;
};

export type Store = Statements & {
  /** Runs `work` in one transaction; an error rolls it back. */
  transact<T>(work: (tx: Statements) => Promise<T>): Promise<T>;
};

/**
 * Access to the accounts' tables, through a pool with the role shop_auth. An unreachable or busy database is answered
 * 503, on which the client retries later and keeps its session.
 */
export function createStore(pool: pg.Pool, prepare: boolean): Store {
  const executor = createExecutor(pool, { prepare });
  return {
    ...statements((statement) => executor.execute('statement', [statement]).catch(toAuthError)),
    transact: (work) =>
      executor.transact([], (tx) => work(statements(tx.execute))).catch(toAuthError),
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

function toAuthError(error: unknown): never {
  if (!(error instanceof DatabaseUnavailableError)) throw error;
  throw new AuthError('request_timeout', error.busy ? BUSY : { retryAfterSeconds: 2 }, error.cause);
}

const BUSY = {
  message: 'We are very busy. Please try again in a minute.',
  retryAfterSeconds: 60,
};
