import { createExecutor, DatabaseUnavailableError } from '@aparajita/postgres';
import type pg from 'pg';
import { AuthError } from './auth-error.ts';
import type { Statements, Store } from './service.ts';

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

type Statement = { text: string; values?: readonly unknown[] };

function statements(execute: (statement: Statement) => Promise<pg.QueryResult>): Statements {
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
