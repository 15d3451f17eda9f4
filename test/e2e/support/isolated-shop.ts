import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { embeddedPostgres } from '@aparajita/embedded-postgres';
import pg from 'pg';
import { test as base } from './shop.ts';
import { createShopProcess, type ShopProcess } from './shop-process.ts';

/** A shop that only this worker's tests use: they may change prices and stop its server. */
export type OwnShop = Pick<ShopProcess, 'url' | 'dataDir' | 'start' | 'stop'> & {
  /** Restarts the server with these environment variables beside its own, unless it runs with them. */
  configure(settings: Record<string, string>): Promise<void>;
  /** Runs SQL in the shop's database. */
  sql(text: string, values?: unknown[]): Promise<pg.QueryResult>;
};

type TestFixtures = {
  /** Environment variables of the server for a test. The shop keeps its data. */
  settings: Record<string, string>;
  /** After each test prices, stock and what is on sale are as before it, and the server runs. */
  shopAsBefore: undefined;
};
type WorkerFixtures = { ownShop: OwnShop; ownSettings: Record<string, string> };

/**
 * Tests on a separate shop, one for each worker. A restart with other `settings` takes a third of a new shop's time. So
 * `ownSettings` are only for a shop that no other file may use: they are environment variables of its server from the
 * first start.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  ownSettings: [{}, { option: true, scope: 'worker' }],
  settings: [{}, { option: true }],

  ownShop: [
    async ({ ownSettings }, use) => {
      let changed = {};
      const shop = await createShopProcess(() => ({ ...ownSettings, ...changed }));
      await shop.start();
      const database = await embeddedPostgres(path.join(shop.dataDir, 'postgres'), {
        database: 'shop',
      });
      const pool = new pg.Pool(database.connection);
      await pool.query('create table products_as_before as table products');
      await use({
        ...shop,
        async configure(settings) {
          if (!isDeepStrictEqual(settings, changed)) await shop.stop();
          changed = settings;
          await shop.start();
        },
        sql: (text, values) => pool.query(text, values),
      });
      await shop.stop();
      await pool.end();
      await database.stop();
      await shop.remove();
    },
    { scope: 'worker', timeout: 180_000 },
  ],

  shopAsBefore: [
    async ({ ownShop, settings }, use) => {
      await ownShop.configure(settings);
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
