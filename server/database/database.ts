import {
  createExecutor,
  DatabaseUnavailableError,
  type Transaction as PostgresTransaction,
  type Statement,
} from '@aparajita/postgres';
import type { RunQuery } from '@aparajita/postgres/rate-limit';
import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import { AppError } from '#contract/errors.ts';
import type { Shopper } from '#server/shopper.ts';

/** A transaction, as one shopper or as a guest. */
export type Transaction = {
  rows<Row>(query: CompiledQuery<Row>): Promise<Row[]>;
  /** Runs SQL of the job queue on the same connection. */
  executeSql(text: string, values?: unknown[]): Promise<pg.QueryResult>;
  /**
   * For the transaction's last statement: the commit is sent with it, so locks are released one round trip sooner. Its
   * result comes after the commit; if it fails, nothing is committed.
   */
  withCommit: Pick<Transaction, 'rows' | 'executeSql'>;
};

export type Database = {
  /** Runs one statement on public data: the catalogue. Row security hides everything else. */
  rows<Row>(query: CompiledQuery<Row>): Promise<Row[]>;
  /** Like `rows`, for statements that a client can make slow: they may borrow only some of the pool's connections. */
  search<Row>(query: CompiledQuery<Row>): Promise<Row[]>;
  /** Runs one statement as the shopper, who sees only their own rows. One round trip. */
  asShopper<Row>(shopper: Shopper, query: CompiledQuery<Row>): Promise<Row[]>;
  /** Runs `work` in one transaction as the shopper; a thrown error rolls it back. */
  transact<T>(shopper: Shopper, work: (tx: Transaction) => Promise<T>): Promise<T>;
  /**
   * The same, one after the other for each shopper: it sees what those before it wrote, so that it can count and insert, or
   * that the customer was deleted meanwhile. The lock is taken by a statement of its own in the same round trip, because one
   * that waits for a lock itself sees the tables as they were before the wait.
   */
  transactInTurn: Database['transact'];
  /** Like `transact`, for a guest, to whom row security shows nothing. */
  transactAsGuest<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
};

export type DatabaseOptions = {
  pool: pg.Pool;
  /**
   * How a shopper enters a transaction: 'session' also checks, in the same round trip, that the session has not ended;
   * 'system' acts for a shopper without a session, for jobs and webhooks. Staff enter by their own statement.
   */
  enter: 'session' | 'system' | ((shopper: Shopper) => Statement);
  /** False behind a pooler without prepared statements. */
  prepare: boolean;
  /** False for work that is repeated anyway: it fails at once when a lock is taken. */
  waitForLocks?: boolean;
};

/**
 * The shop's database. It throws the AppError `unavailable` when the database is down, or busy for longer than a
 * shopper waits, and `not_signed_in` when the session has ended. It retries work after a serialization failure, a
 * deadlock or a lock timeout: that work must have no effects outside the database.
 */
export function createDatabase({
  pool,
  enter,
  prepare,
  waitForLocks = true,
}: DatabaseOptions): Database {
  const executor = createExecutor(pool, { prepare, waitForLocks });

  const enterAs = (shopper: Shopper): Statement =>
    typeof enter === 'function'
      ? enter(shopper)
      : enter === 'session'
        ? {
            text: 'select auth.enter($1, $2, $3)',
            values: [shopper.sessionId, shopper.userId, shopper.refreshCounter],
          }
        : { text: "select set_config('shop.user_id', $1, true)", values: [shopper.userId] };

  return {
    rows: async (query) =>
      (await executor.execute('read', [statement(query)]).catch(throwAppError)).rows,
    search: async (query) =>
      (await executor.execute('search', [statement(query)]).catch(throwAppError)).rows,
    asShopper: async (shopper, query) => {
      const statements = [enterAs(shopper), statement(query)];
      return (await executor.execute('statement', statements).catch(throwAppError)).rows;
    },
    transact: (shopper, work) =>
      executor.transact([enterAs(shopper)], (tx) => work(inTransaction(tx))).catch(throwAppError),
    transactInTurn: (shopper, work) =>
      executor
        .transact([turnOf(shopper), enterAs(shopper)], (tx) => work(inTransaction(tx)))
        .catch(throwAppError),
    transactAsGuest: (work) =>
      executor.transact([], (tx) => work(inTransaction(tx))).catch(throwAppError),
  };
}

function turnOf({ userId }: Shopper): Statement {
  return { text: 'select pg_advisory_xact_lock(hashtextextended($1, 1))', values: [userId] };
}

function inTransaction(tx: PostgresTransaction): Transaction {
  return {
    rows: async (query) => (await tx.execute(statement(query))).rows,
    executeSql: (text, values) => tx.execute({ text, ...(values && { values }) }),
    withCommit: {
      rows: async (query) => (await tx.executeWithCommit(statement(query))).rows,
      executeSql: (text, values) => tx.executeWithCommit({ text, ...(values && { values }) }),
    },
  };
}

function statement({ sql, parameters }: CompiledQuery) {
  return { text: sql, values: parameters };
}

/** Raised by auth.enter() when the session of an access token has ended. */
const SESSION_ENDED = 'SH401';

/**
 * Translates errors here and not in the error handler, because callers must distinguish a database that is down from a
 * gateway that is down.
 */
function throwAppError(error: unknown): never {
  if (error instanceof DatabaseUnavailableError) {
    throw new AppError('unavailable', error.busy ? BUSY : {}, error.cause);
  }
  if (error instanceof Error && 'code' in error && error.code === SESSION_ENDED) {
    throw new AppError('not_signed_in', {}, error);
  }
  throw error;
}

const BUSY = { message: 'We are very busy. Please try again in a minute. Your cart is safe.' };

/** Runs the statements of `@aparajita/postgres`, which are text and values, with a function that runs Kysely's. */
export function queryRunner(run: <Row>(query: CompiledQuery<Row>) => Promise<Row[]>): RunQuery {
  return (text, values) => run(CompiledQuery.raw(text, [...values]));
}
