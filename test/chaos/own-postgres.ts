import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { embeddedPostgres } from '@aparajita/embedded-postgres';
import { migrate } from '@aparajita/postgres/migrate';
import { seedCatalogue } from '#server/catalogue/seed.ts';
import { SHOP_SCHEMA } from '#server/database/shop-schema.ts';
import { setUpJobs } from '#server/jobs/set-up.ts';
import type { ShopProcessOptions } from './shop-process.ts';

type OwnPostgres = {
  connection: ShopProcessOptions['connection'];
  /** The process id of the server. */
  pid(): Promise<number>;
};

/** Runs `work` with a new shop's database on its own server, which is deleted afterwards. */
export async function withOwnPostgres<T>(work: (own: OwnPostgres) => Promise<T>): Promise<T> {
  await mkdir('.cache', { recursive: true });
  const dataDir = await mkdtemp('.cache/chaos-');
  const { connection, stop } = await embeddedPostgres(path.join(dataDir, 'postgres'), {
    database: 'shop',
    settings: { fsync: 'off', max_connections: '120' },
  });
  try {
    await migrate(connection, SHOP_SCHEMA);
    await seedCatalogue(connection, 'db/seed.sql');
    await setUpJobs(connection);
    return await work({
      connection,
      async pid() {
        const pidFile = await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8');
        return Number(pidFile.split('\n')[0]);
      },
    });
  } finally {
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
