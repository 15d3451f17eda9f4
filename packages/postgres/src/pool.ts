import pg from 'pg';
import { countBorrowers } from './connections.ts';
import { clientTimeout, REQUEST_TIMEOUTS, setTimeouts, type Timeouts } from './timeouts.ts';

/** How to reach PostgreSQL, and as which role to work there. */
export type PoolOptions = {
  connection: pg.ClientConfig;
  /** The role whose rights every statement has. */
  role: string;
  /**
   * True behind a transaction pooler, where a connection keeps no state between transactions: the login must then have
   * the role by `alter role … set role`, because we cannot set it. Timeouts are set anew in each transaction.
   */
  pooled: boolean;
  size: number;
  /** Those of what somebody waits for, unless said otherwise. */
  timeouts?: Timeouts;
  log: { warn(fields: object, message: string): void };
};

/** How long a connection may take to open, or to be free, in milliseconds. */
const CONNECT_TIMEOUT_MS = 4_000;

/** Opens a pool. It reconnects by itself after the server was away. */
export function openPool(options: PoolOptions): pg.Pool {
  const { connection, role, pooled, size, timeouts = REQUEST_TIMEOUTS, log } = options;
  const pool = new pg.Pool({
    ...connection,
    max: size,
    // What is said while an answer is awaited does not wait for it; see also batch.ts.
    pipeline: true,
    types: { getTypeParser },
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: clientTimeout(timeouts),
    // Not as parameters of the connection's start: poolers that keep sessions refuse those they do not know.
    ...(!pooled && {
      onConnect: (client: pg.ClientBase) =>
        client.query(`set role ${pg.escapeIdentifier(role)}; ${setTimeouts(timeouts)}`),
    }),
  });
  countBorrowers(pool, timeouts, pooled);
  // Without listeners a lost connection would end the process: the pool's hears of idle ones, the client's
  // of those that are lent, whose statements fail besides and say why.
  pool.on('error', (error) => log.warn({ err: error }, 'lost a database connection'));
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

const NUMERIC = 1700;
const TIMESTAMPTZ = 1184;

/** numeric becomes a number (amounts have two decimals), timestamptz an ISO 8601 string in UTC. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') => {
  if (oid === NUMERIC) return Number;
  if (oid === TIMESTAMPTZ) return toIsoString;
  return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid);
};

function toIsoString(text: string): string {
  return new Date(text).toISOString();
}
