import type pg from 'pg';

/**
 * After how many milliseconds the server itself ends something. The client's own timeouts are longer: a client that
 * gave up first would leave a backend that goes on for nobody.
 */
export type Timeouts = {
  /** A statement that waits for a lock: 55P03. */
  lock: number;
  /** Any statement: 57014. */
  statement: number;
  /** A transaction whose client says nothing more: its connection is closed, its locks are free. */
  idleInTransaction: number;
};

/**
 * For what somebody waits for. An order holds its locks for about 5 ms, so whoever does not get one in 300 ms stands
 * behind something else, and gives the connection to others before trying again (connections.ts).
 */
export const REQUEST_TIMEOUTS: Timeouts = {
  lock: 300,
  statement: 4_000,
  idleInTransaction: 10_000,
};

/** For the job queue's own work, which nobody waits for and which may delete a day's worth of jobs at once. */
export const QUEUE_TIMEOUTS: Timeouts = {
  lock: 2_000,
  statement: 60_000,
  idleInTransaction: 60_000,
};

/** Most statements that are sent together (batch.ts); each of them may take as long as one statement may. */
const LONGEST_BATCH = 5;

/** How long the driver waits for an answer before it takes the connection for lost, in milliseconds. */
export function clientTimeout({ statement }: Timeouts): number {
  return LONGEST_BATCH * statement + 5_000;
}

/** Sets them for a whole connection. */
export function setTimeouts({ lock, statement, idleInTransaction }: Timeouts): string {
  return `set lock_timeout = ${lock}; set statement_timeout = ${statement};
    set idle_in_transaction_session_timeout = ${idleInTransaction}`;
}

/** Sets them for one transaction, as a statement that is sent with its first. */
export function localTimeouts({ lock, statement, idleInTransaction }: Timeouts): pg.QueryConfig {
  return {
    text: `select set_config('lock_timeout', $1, true), set_config('statement_timeout', $2, true),
      set_config('idle_in_transaction_session_timeout', $3, true)`,
    values: [lock, statement, idleInTransaction].map(String),
  };
}
