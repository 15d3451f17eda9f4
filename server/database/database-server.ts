import path from 'node:path';
import { embeddedPostgres } from '@aparajita/embedded-postgres';
import {
  checkReachable,
  DatabaseUnreachableError,
  keepsSession,
} from '@aparajita/postgres/reachable';
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
    await checkKeepsSession(database.directUrl);
    return {
      owner: { connectionString: database.directUrl },
      shop: { connectionString: database.url },
      auth: { connectionString: database.authUrl },
      stop: async () => {},
    };
  }
  const folder = path.join(dataDir, 'postgres');
  const { connection, stop } = await embeddedPostgres(folder, { database: 'shop' }).catch(
    (cause: Error) => {
      throw new DatabaseUnreachableError(`DATA_DIR: ${cause.message}`, { cause });
    },
  );
  return { owner: connection, shop: connection, auth: connection, stop };
}

/** Checks the address of the owner alone, for commands that need no other. @throws DatabaseUnreachableError */
export async function checkOwner({ directUrl }: { directUrl: string }): Promise<void> {
  await checkReachable({ DATABASE_DIRECT_URL: directUrl });
  await checkKeepsSession(directUrl);
}

async function checkKeepsSession(directUrl: string): Promise<void> {
  if (await keepsSession(directUrl)) return;
  throw new DatabaseUnreachableError(
    `DATABASE_DIRECT_URL: a transaction pooler answers at ${new URL(directUrl).host}, and migrations, staff and notifications ` +
      'need a session: set it to the address of the database itself, as docs/deployment.md says under “Behind a transaction pooler”',
  );
}
