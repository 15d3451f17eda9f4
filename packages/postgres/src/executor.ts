import type pg from 'pg';
import { type Purpose, type Work, withConnection } from './connections.ts';
import { databaseBusy, databaseDown, serializationFailed } from './error-codes.ts';
import { prepareStatements } from './prepared-statements.ts';
import { answersOf, BEGIN, COMMIT, runStatements } from './run-statements.ts';

export type Statement = { text: string; values?: readonly unknown[] };

/** One open transaction. */
export type Transaction = {
  execute(statement: Statement): Promise<pg.QueryResult>;
  /**
   * For the transaction's last statement: the commit is sent with it, so locks are released one round trip sooner. Its
   * result comes after the commit; if it fails, nothing is committed.
   */
  executeWithCommit(statement: Statement): Promise<pg.QueryResult>;
};

export type Executor = {
  /** Runs statements in one transaction and one round trip, and returns the result of the last. */
  execute(purpose: Purpose, statements: readonly Statement[]): Promise<pg.QueryResult>;
  /**
   * Runs `work` in one transaction; a thrown error rolls it back. `first` is sent with the begin and with the work's
   * first statement. May retry `work`, which must have no effects outside the database.
   */
  transact<T>(first: readonly Statement[], work: (tx: Transaction) => Promise<T>): Promise<T>;
};

type ExecutorOptions = {
  /** False behind a pooler without prepared statements. */
  prepare: boolean;
  /** False for work that is retried anyway: it fails at once when a lock is taken. */
  waitForLocks?: boolean;
};

/** The database cannot be reached, cannot work, or was busy for too long; the cause is its error or the driver's. */
export class DatabaseUnavailableError extends Error {
  override name = 'DatabaseUnavailableError';
  /** True when it works but had no capacity: a row is locked, or every connection is in use. */
  readonly busy: boolean;

  constructor(busy: boolean, cause: unknown) {
    super(busy ? 'The database is busy' : 'The database is down', { cause });
    this.busy = busy;
  }
}

/**
 * Runs statements and transactions on a pool. It retries work after a serialization failure (40001), a deadlock (40P01)
 * or a lock timeout (connections.ts).
 *
 * @throws DatabaseUnavailableError; every other error of PostgreSQL unchanged.
 */
export function createExecutor(
  pool: pg.Pool,
  { prepare, waitForLocks = true }: ExecutorOptions,
): Executor {
  const prepared = prepareStatements(prepare);

  async function onConnection<T>(purpose: Purpose, work: Work<T>): Promise<T> {
    try {
      return await withConnection(pool, { purpose, waitForLocks }, work);
    } catch (error) {
      if (databaseBusy(error)) throw new DatabaseUnavailableError(true, error);
      if (databaseDown(error) || serializationFailed(error))
        throw new DatabaseUnavailableError(false, error);
      throw error;
    }
  }

  return {
    execute: (purpose, statements) =>
      onConnection(purpose, (client, settings) =>
        runStatements(client, [...settings, ...statements.map(prepared)]),
      ),

    transact: (first, work) =>
      onConnection('transaction', async (client, settings) => {
        let failure: unknown;
        /** Rejects with the transaction's first error: what was sent behind it fails because of it. */
        const send = (statement: pg.QueryConfig) =>
          client.query(statement).catch((error) => {
            failure ??= error;
            throw failure;
          });
        const opened = answersOf([BEGIN, ...settings, ...first.map(prepared)].map(send));
        opened.catch(() => {}); // awaited below, after the first statement was sent behind it
        let committing: Promise<pg.QueryResult> | undefined;
        const commit = () => send(COMMIT);
        async function execute(statement: Statement) {
          if (committing) throw new Error('No statement may follow the last one of a transaction');
          return send(prepared(statement));
        }
        try {
          const result = await work({
            execute,
            executeWithCommit: (statement) => {
              const answer = execute(statement);
              committing = commit();
              committing.catch(() => {}); // awaited below
              return answer;
            },
          });
          await opened;
          const { command } = await (committing ?? commit());
          if (command !== 'COMMIT') throw new Error('The transaction had already failed');
          return result;
        } catch (error) {
          // Also ends the wait for responses to what was sent before. A lost connection has rolled back by itself.
          await send({ text: 'rollback' }).catch(() => {});
          throw error;
        }
      }),
  };
}
