import pg from 'pg';
import { registerPool } from './connections.ts';
import { answersOf } from './run-statements.ts';
import { clientTimeout, connectionTimeouts, REQUEST_TIMEOUTS, type Timeouts } from './timeouts.ts';

/** How to reach PostgreSQL, and the role to use there. */
export type PoolOptions = {
  connection: pg.ClientConfig;
  /** The role with whose rights every statement runs. */
  role: string;
  /**
   * True behind a transaction pooler, where a connection keeps no state between transactions: the login must then have
   * the role by `alter role … set role`, because we cannot set it. Timeouts are set in each transaction.
   */
  pooled: boolean;
  size: number;
  /** How long a connection that nobody uses stays open, in milliseconds; the driver's 10 s by default. */
  idleMs?: number;
  /** Those for requests by default. */
  timeouts?: Timeouts;
  log: { warn(fields: object, message: string): void };
};

/** How long opening or borrowing a connection may take, in milliseconds. */
const CONNECT_TIMEOUT_MS = 4_000;

/** Opens a pool. It reconnects by itself after the server was down. */
export function openPool(options: PoolOptions): pg.Pool {
  const { connection, role, pooled, size, idleMs, timeouts = REQUEST_TIMEOUTS, log } = options;
  const pool = new pg.Pool({
    ...connection,
    max: size,
    // A NAT or firewall may drop an idle connection silently; the next request would then wait for its timeout.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(idleMs !== undefined && { idleTimeoutMillis: idleMs }),
    // Sends statements without waiting for the responses to earlier ones.
    pipeline: true,
    types: { getTypeParser },
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: clientTimeout(timeouts),
    // Not as startup parameters of the connection: poolers that keep sessions refuse unknown ones.
    ...(!pooled && {
      onConnect: (client: pg.ClientBase) =>
        answersOf([
          client.query(`set role ${pg.escapeIdentifier(role)}`),
          client.query(connectionTimeouts(timeouts)),
        ]),
    }),
  });
  registerPool(pool, timeouts, pooled);
  // Without listeners a lost connection would end the process. The pool's listener gets errors of idle connections,
  // the client's those of borrowed ones, whose statements also fail with the reason.
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
