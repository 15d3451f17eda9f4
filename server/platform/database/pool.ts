import pg from 'pg';
import type { Log } from '../log.ts';

/** How to reach PostgreSQL, and as which role to work there. */
export type PoolOptions = {
  connection: pg.ClientConfig;
  /** The role whose rights every statement has. */
  role: 'shop_app' | 'shop_auth';
  /**
   * True behind a transaction pooler, where a connection keeps no state between transactions: the login
   * must then have the role by `alter role … set role`, because we cannot set it.
   */
  pooled: boolean;
  size: number;
  log: Log;
};

/** Opens a pool. It reconnects by itself after the server was away. */
export function openPool({ connection, role, pooled, size, log }: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max: size,
    // What is said while an answer is awaited does not wait for it; see also batch.ts.
    pipeline: true,
    types: { getTypeParser },
    connectionTimeoutMillis: 5_000,
    query_timeout: 15_000,
    ...(!pooled && { onConnect: (client: pg.ClientBase) => client.query(`set role ${role}`) }),
  });
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
