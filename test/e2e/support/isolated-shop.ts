import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { embeddedPostgres } from '@aparajita/embedded-postgres';
import pg from 'pg';
import { ownDataFolder } from '#test/data-folder.ts';
import { reservePort } from '#test/reserve-port.ts';
import { test as base } from './shop.ts';

/** A shop that only this worker's tests use: they may change prices and stop its server. */
export type OwnShop = {
  /** Stays the same over restarts. */
  url: string;
  dataDir: string;
  /** Returns when the shop answers requests. Does nothing if it already runs. */
  start(): Promise<void>;
  /** Stops it as a deployment does: requests in progress are finished. */
  stop(): Promise<void>;
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
      const dataDir = ownDataFolder('own');
      const { port, release } = await reservePort();
      const url = `http://localhost:${port}`;
      let changed = {};
      let server: ChildProcess | undefined;

      async function start() {
        if (server?.exitCode === null) return;
        server = spawn(process.execPath, ['build/server/main.js'], {
          stdio: ['ignore', 'ignore', 'inherit'],
          env: {
            ...process.env,
            PORT: String(port),
            DATA_DIR: dataDir,
            AUTH_LIMITS_FACTOR: '1000',
            DRAIN_SECONDS: '0',
            ...ownSettings,
            ...changed,
          },
        });
        while (!(await isReady(url))) await sleep(50);
      }

      async function stop() {
        if (!server || server.exitCode !== null) return;
        const gone = once(server, 'exit');
        server.kill('SIGTERM');
        const [code] = await gone;
        if (code !== 0) throw new Error(`The shop did not stop cleanly: it ended with ${code}`);
      }

      await start();
      const database = await embeddedPostgres(path.join(dataDir, 'postgres'), { database: 'shop' });
      const pool = new pg.Pool(database.connection);
      await pool.query('create table products_as_before as table products');
      await use({
        url,
        dataDir,
        start,
        stop,
        async configure(settings) {
          if (!isDeepStrictEqual(settings, changed)) await stop();
          changed = settings;
          await start();
        },
        sql: (text, values) => pool.query(text, values),
      });
      await stop();
      await pool.end();
      await database.stop();
      release();
      rmSync(dataDir, { recursive: true, force: true });
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

/** Whether the shop at this URL answers requests. */
export async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    (response) => response.ok,
    () => false,
  );
}
