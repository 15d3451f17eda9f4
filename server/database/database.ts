import { createExecutor, DatabaseUnavailable, type Transaction as Open } from '@aparajita/postgres';
import type { CompiledQuery } from 'kysely';
import type pg from 'pg';
import { AppError } from '#contract/errors.ts';
import type { Shopper } from '#server/shopper.ts';

/** A transaction, as one shopper or as a guest. */
export type Transaction = {
  rows<Row>(query: CompiledQuery<Row>): Promise<Row[]>;
  /** The same connection, for the job queue, which brings its own SQL. */
  executeSql(text: string, values?: unknown[]): Promise<pg.QueryResult>;
  /**
   * For the transaction's last statement: the commit is sent with it, so locks are released one round trip sooner.
   * What it answers comes too late to undo anything; when it fails itself nothing is committed.
   */
  withCommit: { executeSql: Transaction['executeSql'] };
};

export type Database = {
  /** Runs one statement on what is public: the catalogue. Row security shows nothing else. */
  rows<Row>(query: CompiledQuery<Row>): Promise<Row[]>;
  /** The same for statements that a stranger can make slow: only some of the pool's connections are lent to them. */
  search<Row>(query: CompiledQuery<Row>): Promise<Row[]>;
  /** Runs one statement as the shopper, who sees only their own rows. One round trip. */
  asShopper<Row>(shopper: Shopper, query: CompiledQuery<Row>): Promise<Row[]>;
  /** Runs `work` in one transaction as the shopper; a thrown error undoes all of it. */
  transact<T>(shopper: Shopper, work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** The same for somebody without an account, to whom row security shows nothing. */
  transactAsGuest<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
};

export type DatabaseOptions = {
  pool: pg.Pool;
  /**
   * How a shopper enters a transaction: 'session' also checks, in the same round trip, that the session
   * has not ended (our own accounts); 'token' trusts the token until it expires (hosted accounts).
   */
  enter: 'session' | 'token';
  /** False behind a pooler that does not keep prepared statements. */
  prepare: boolean;
  /** False for work that is repeated anyway: a lock that is taken ends it at once. */
  waitForLocks?: boolean;
};

/**
 * The shop's database. A database that is away, or busy for longer than a shopper waits, throws the refusal
 * `unavailable`, a session that has ended `not_signed_in`. Work that had to give way to other work, or met a lock that
 * is held for long, is run again: it must not do anything outside of the database.
 */
export function createDatabase({
  pool,
  enter,
  prepare,
  waitForLocks = true,
}: DatabaseOptions): Database {
  const executor = createExecutor(pool, { prepare, waitForLocks });

  const enterAs = (shopper: Shopper) =>
    enter === 'session'
      ? {
          text: 'select auth.enter($1, $2, $3)',
          values: [shopper.sessionId, shopper.userId, shopper.tokenNumber ?? 0],
        }
      : { text: "select set_config('shop.user_id', $1, true)", values: [shopper.userId] };

  return {
    rows: async (query) => (await executor.execute('read', [statement(query)]).catch(refuse)).rows,
    search: async (query) =>
      (await executor.execute('search', [statement(query)]).catch(refuse)).rows,
    asShopper: async (shopper, query) => {
      const statements = [enterAs(shopper), statement(query)];
      return (await executor.execute('statement', statements).catch(refuse)).rows;
    },
    transact: (shopper, work) =>
      executor.transact([enterAs(shopper)], (tx) => work(inTransaction(tx))).catch(refuse),
    transactAsGuest: (work) => executor.transact([], (tx) => work(inTransaction(tx))).catch(refuse),
  };
}

function inTransaction(tx: Open): Transaction {
  return {
    rows: async (query) => (await tx.execute(statement(query))).rows,
    executeSql: (text, values) => tx.execute({ text, ...(values && { values }) }),
    withCommit: {
      executeSql: (text, values) => tx.executeLast({ text, ...(values && { values }) }),
    },
  };
}

function statement({ sql, parameters }: CompiledQuery) {
  return { text: sql, values: parameters };
}

/** Raised by auth.enter() when the session behind an access token has ended. */
const SESSION_ENDED = 'SH401';

/** Here and not where answers are made: what comes between tells a database that is away from a gateway that is. */
function refuse(error: unknown): never {
  if (error instanceof DatabaseUnavailable) {
    throw new AppError('unavailable', error.busy ? BUSY : {}, error.cause);
  }
  if (error instanceof Error && 'code' in error && error.code === SESSION_ENDED) {
    throw new AppError('not_signed_in', {}, error);
  }
  throw error;
}

/** What somebody else holds, a lock for example, is often held for longer than a moment. */
const BUSY = {
  message: 'We are very busy. Please try again in a minute. Your cart is safe.',
  retryAfter: 60,
};
