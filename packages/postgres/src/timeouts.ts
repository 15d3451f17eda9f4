import type pg from 'pg';

/**
 * After how many milliseconds PostgreSQL itself ends something. The client's timeouts are longer: if the client gave up
 * first, the backend would continue without anybody to receive the result.
 */
export type Timeouts = {
  /** A statement that waits for a lock: error 55P03. */
  lock: number;
  /** Any statement: error 57014. */
  statement: number;
  /** An idle transaction: PostgreSQL closes its connection, which frees its locks. */
  idleInTransaction: number;
};

/**
 * For requests. An order holds its locks for about 5 ms, so a request that does not get a lock within 300 ms waits for
 * something unusual; it returns the connection to the pool before it retries (connections.ts).
 */
export const REQUEST_TIMEOUTS: Timeouts = {
  lock: 300,
  statement: 4_000,
  idleInTransaction: 10_000,
};

/** For staff, whose lists read more than a shopper's page. */
export const STAFF_TIMEOUTS: Timeouts = { ...REQUEST_TIMEOUTS, statement: 5_000 };

/** For the job queue: no request waits for it, and it may delete a day's jobs in one statement. */
export const QUEUE_TIMEOUTS: Timeouts = {
  lock: 2_000,
  statement: 60_000,
  idleInTransaction: 60_000,
};

/** The largest number of statements sent together (batch.ts); each may take as long as one statement may. */
const LONGEST_BATCH = 5;

/** How long the driver waits for a response before it treats the connection as lost, in milliseconds. */
export function clientTimeout({ statement }: Timeouts): number {
  return LONGEST_BATCH * statement + 5_000;
}

/** Sets them for a whole connection. */
export function setTimeouts({ lock, statement, idleInTransaction }: Timeouts): string {
  return `set lock_timeout = ${lock}; set statement_timeout = ${statement};
    set idle_in_transaction_session_timeout = ${idleInTransaction}`;
}

/** Sets them for one transaction, in a statement that is sent with its first. */
export function localTimeouts({ lock, statement, idleInTransaction }: Timeouts): pg.QueryConfig {
  return {
    text: `select set_config('lock_timeout', $1, true), set_config('statement_timeout', $2, true),
      set_config('idle_in_transaction_session_timeout', $3, true)`,
    values: [lock, statement, idleInTransaction].map(String),
  };
}
