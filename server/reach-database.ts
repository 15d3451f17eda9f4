import path from 'node:path';
import type pg from 'pg';
import type { Settings } from './env.ts';
import { embeddedPostgres } from './platform/embedded-postgres/embedded-postgres.ts';

/** The three ways into the database: as its owner, as the shop, as its accounts. */
export type DatabaseServer = {
  owner: pg.ClientConfig;
  shop: pg.ClientConfig;
  auth: pg.ClientConfig;
  stop(): Promise<unknown>;
};

/** The database of the settings, or the embedded one, started. */
export async function reachDatabase({ database, dataDir }: Settings): Promise<DatabaseServer> {
  if (database) {
    return {
      owner: { connectionString: database.directUrl },
      shop: { connectionString: database.url },
      auth: { connectionString: database.authUrl },
      stop: async () => {},
    };
  }
  const { connection, stop } = await embeddedPostgres(path.join(dataDir, 'postgres'));
  return { owner: connection, shop: connection, auth: connection, stop };
}
