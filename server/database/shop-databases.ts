import { openPool } from '@aparajita/postgres/pool';
import { QUEUE_TIMEOUTS, STAFF_TIMEOUTS } from '@aparajita/postgres/timeouts';
import type pg from 'pg';
import type { Log } from '#server/log.ts';
import { createDatabase, type Database } from './database.ts';
import type { DatabaseServer } from './database-server.ts';
import {
  createStaffDatabase,
  STAFF_CONNECTIONS,
  STAFF_IDLE_MS,
  type StaffDatabase,
} from './staff-database.ts';

/**
 * The job queue has its own connections, so that it takes none from shoppers' requests and can complete jobs while many
 * requests wait.
 */
const QUEUE_CONNECTIONS = 3;

/** Such a job works through its rows one after the other. */
const WORKER_CONNECTIONS = 2;

type ShopDatabasesOptions = {
  /** Whether a transaction pooler is in front. */
  pooled: boolean;
  /** Connections for shoppers' requests. */
  size: number;
  /** Whether staff need a second factor. */
  requireFactor: boolean;
};

/** The shop's access to its database: one per kind of caller. */
type ShopDatabases = {
  /** For requests of shoppers, with their session. */
  database: Database;
  /** Accepts a shopper's id without a session. */
  systemDatabase: Database;
  /** Like `systemDatabase`, but does not wait for locks. */
  jobDatabase: Database;
  staffDatabase: StaffDatabase;
  /** For jobs that work on rows of everybody, through the role shop_worker. */
  workerDatabase: Database;
  queuePool: pg.Pool;
  /** Closes the connection pools; call it when nothing needs them any more. */
  close(): Promise<void>;
};

export function openShopDatabases(
  server: DatabaseServer,
  { pooled, size, requireFactor }: ShopDatabasesOptions,
  log: Log,
): ShopDatabases {
  const pool = openPool({
    connection: server.shop,
    role: 'shop_app',
    pooled,
    size,
    log,
  });
  const queuePool = openPool({
    connection: server.shop,
    role: 'shop_app',
    pooled,
    size: QUEUE_CONNECTIONS,
    timeouts: QUEUE_TIMEOUTS,
    log,
  });
  // These two bypass a transaction pooler, because only the owner's login may switch to their roles.
  const staffPool = openPool({
    connection: server.owner,
    role: 'shop_staff',
    pooled: false,
    size: STAFF_CONNECTIONS,
    idleMs: STAFF_IDLE_MS,
    timeouts: STAFF_TIMEOUTS,
    log,
  });
  const workerPool = openPool({
    connection: server.owner,
    role: 'shop_worker',
    pooled: false,
    size: WORKER_CONNECTIONS,
    log,
  });
  const prepare = !pooled;
  return {
    database: createDatabase({ pool, enter: 'session', prepare }),
    systemDatabase: createDatabase({ pool, enter: 'system', prepare }),
    jobDatabase: createDatabase({ pool, enter: 'system', prepare, waitForLocks: false }),
    staffDatabase: createStaffDatabase({ pool: staffPool, requireFactor }),
    workerDatabase: createDatabase({ pool: workerPool, enter: 'system', prepare: true }),
    queuePool,
    async close() {
      await Promise.all([pool, queuePool, staffPool, workerPool].map((each) => each.end()));
    },
  };
}
