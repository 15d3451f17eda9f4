import path from 'node:path';
import { embeddedPostgres } from '@aparajita/embedded-postgres';
import { checkReachable } from '@aparajita/postgres/reachable';
import type pg from 'pg';

/** Connection parameters for the three logins: owner, shop, accounts. */
export type DatabaseServer = {
  owner: pg.ClientConfig;
  shop: pg.ClientConfig;
  auth: pg.ClientConfig;
  stop(): Promise<unknown>;
};

/** Three URLs, of a server of the operator's own; null for the embedded PostgreSQL in `dataDir`. */
type DatabaseSettings = {
  database: { url: string; directUrl: string; authUrl: string } | null;
  dataDir: string;
};

/** Connects to the configured database, or starts the embedded one. @throws DatabaseUnreachableError */
export async function openDatabaseServer({
  database,
  dataDir,
}: DatabaseSettings): Promise<DatabaseServer> {
  if (database) {
    await checkReachable({
      DATABASE_URL: database.url,
      DATABASE_DIRECT_URL: database.directUrl,
      DATABASE_AUTH_URL: database.authUrl,
    });
    return {
      owner: { connectionString: database.directUrl },
      shop: { connectionString: database.url },
      auth: { connectionString: database.authUrl },
      stop: async () => {},
    };
  }
  const { connection, stop } = await embeddedPostgres(path.join(dataDir, 'postgres'), {
    database: 'shop',
  });
  return { owner: connection, shop: connection, auth: connection, stop };
}
