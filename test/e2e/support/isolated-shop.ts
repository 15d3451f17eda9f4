import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { embeddedPostgres } from '@aparajita/embedded-postgres';
import pg from 'pg';
import { test as base } from './shop.ts';
import { placeShop, type ShopProcess } from './shop-process.ts';

/** A shop nobody else shops in: its owner may change prices, and its server may stop. */
export type OwnShop = Pick<ShopProcess, 'url' | 'dataDir' | 'start' | 'stop'> & {
  /** What the owner does to the catalogue, straight in the database. */
  sql(text: string, values?: unknown[]): Promise<pg.QueryResult>;
};

type TestFixtures = {
  /** What a test does to prices and stock, and to the server, is undone for the next one. */
  shopAsBefore: undefined;
};
type WorkerFixtures = { ownShop: OwnShop; ownSettings: Record<string, string> };

/** Tests on a shop of their own, one for each worker that runs some; `ownSettings` go into its environment. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  ownSettings: [{}, { option: true, scope: 'worker' }],

  ownShop: [
    async ({ ownSettings }, use) => {
      const shop = await placeShop(() => ownSettings);
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
        update products set price = before.price, stock = before.stock, active = before.active
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
