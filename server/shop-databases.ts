import { openPool } from '@aparajita/postgres/pool';
import { QUEUE_TIMEOUTS, STAFF_TIMEOUTS } from '@aparajita/postgres/timeouts';
import type pg from 'pg';
import { createDatabase, type Database } from './database/database.ts';
import type { DatabaseServer } from './database/database-server.ts';
import {
  createStaffDatabase,
  STAFF_CONNECTIONS,
  STAFF_IDLE_MS,
  type StaffDatabase,
} from './database/staff-database.ts';
import { QUEUE_CONNECTIONS } from './jobs/jobs.ts';
import type { Log } from './log.ts';
import type { Settings } from './settings/settings.ts';

/** The shop's access to its database: one per kind of caller. */
export type ShopDatabases = {
  /** For requests of shoppers, with their session. */
  database: Database;
  /** Accepts a shopper's id without a session. */
  systemDatabase: Database;
  /** Like `systemDatabase`, but does not wait for locks. */
  jobDatabase: Database;
  staffDatabase: StaffDatabase;
  queuePool: pg.Pool;
  /** Closes the connection pools; call it when nothing needs them any more. */
  close(): Promise<void>;
};

export function openShopDatabases(
  server: DatabaseServer,
  settings: Settings,
  log: Log,
): ShopDatabases {
  const pooled = settings.database?.pooled ?? false;
  const pool = openPool({
    connection: server.shop,
    role: 'shop_app',
    pooled,
    size: settings.databasePool,
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
  // Past a pooler: only the owner's login may take on every role.
  const staffPool = openPool({
    connection: server.owner,
    role: 'shop_staff',
    pooled: false,
    size: STAFF_CONNECTIONS,
    idleMs: STAFF_IDLE_MS,
    timeouts: STAFF_TIMEOUTS,
    log,
  });
  const enter = settings.hostedAccounts ? 'token' : 'session';
  const prepare = !pooled;
  return {
    database: createDatabase({ pool, enter, prepare }),
    systemDatabase: createDatabase({ pool, enter: 'token', prepare }),
    jobDatabase: createDatabase({ pool, enter: 'token', prepare, waitForLocks: false }),
    staffDatabase: createStaffDatabase({
      pool: staffPool,
      enter,
      requireFactor: !settings.demo,
    }),
    queuePool,
    async close() {
      await Promise.all([pool, queuePool, staffPool].map((each) => each.end()));
    },
  };
}
