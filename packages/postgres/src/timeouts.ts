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

/** How many statements are sent together at most, of those that take time. */
const LONGEST_PIPELINE = 5;

/** For the way there and back, and for a client that is busy when the response arrives; in milliseconds. */
const NETWORK_MS = 1_000;

/**
 * How long the driver waits for a response before it treats the connection as lost, in milliseconds: a host that has
 * disappeared sends no error, and the caller waits for as long.
 */
export function clientTimeout({ statement }: Timeouts): number {
  return LONGEST_PIPELINE * statement + NETWORK_MS;
}

/** Sets them for a whole connection. */
export function connectionTimeouts(timeouts: Timeouts): pg.QueryConfig {
  return settings(timeouts, false);
}

/** Sets them for one transaction, in a statement that is sent with its first. */
export function localTimeouts(timeouts: Timeouts): pg.QueryConfig {
  return settings(timeouts, true);
}

/** Without values, so that it can also be sent before a text of several statements. */
function settings(
  { lock, statement, idleInTransaction }: Timeouts,
  local: boolean,
): pg.QueryConfig {
  return {
    text: `select set_config('lock_timeout', '${lock}', ${local}), set_config('statement_timeout', '${statement}', ${local}),
      set_config('idle_in_transaction_session_timeout', '${idleInTransaction}', ${local})`,
  };
}
