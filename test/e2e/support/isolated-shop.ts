import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { embeddedPostgres } from '@aparajita/embedded-postgres';
import pg from 'pg';
import { test as base } from './shop.ts';
import { createShopProcess, type ShopProcess } from './shop-process.ts';

/** A shop that only this worker's tests use: they may change prices and stop its server. */
export type OwnShop = Pick<ShopProcess, 'url' | 'dataDir' | 'start' | 'stop'> & {
  /** Runs SQL in the shop's database. */
  sql(text: string, values?: unknown[]): Promise<pg.QueryResult>;
};

type TestFixtures = {
  /** After each test prices, stock and what is on sale are as before it, and the server runs. */
  shopAsBefore: undefined;
};
type WorkerFixtures = { ownShop: OwnShop; ownSettings: Record<string, string> };

/** Tests on a separate shop, one for each worker. `ownSettings` are environment variables of its server. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  ownSettings: [{}, { option: true, scope: 'worker' }],

  ownShop: [
    async ({ ownSettings }, use) => {
      const shop = await createShopProcess(() => ownSettings);
      await shop.start();
      const database = await embeddedPostgres(path.join(shop.dataDir, 'postgres'), {
        database: 'shop',
      });
      const pool = new pg.Pool(database.connection);
      await pool.query('create table products_as_before as table products');
      await use({ ...shop, sql: (text, values) => pool.query(text, values) });
      await shop.stop();
      await pool.end();
      await database.stop();
      await shop.remove();
    },
    { scope: 'worker', timeout: 180_000 },
  ],

  shopAsBefore: [
    async ({ ownShop }, use) => {
      await use(undefined);
      await ownShop.start();
      const revision = await catalogueRevision(ownShop);
      await ownShop.sql(`
        update products set price = before.price, mrp = before.mrp, stock = before.stock, active = before.active
        from products_as_before before where before.id = products.id`);
      // The server may serve cached pages for another second (revision-cache.ts): the next test would see old prices.
      if ((await catalogueRevision(ownShop)) !== revision) await sleep(1_001);
    },
    { auto: true },
  ],

  baseURL: async ({ ownShop }, use) => {
    await use(ownShop.url);
  },
});

async function catalogueRevision(shop: OwnShop): Promise<unknown> {
  const { rows } = await shop.sql('select sum(revision) as revision from catalogue_revision');
  return rows[0]?.revision;
}
