import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { embeddedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts';
import { test as base } from './shop.ts';

/** A shop nobody else shops in: its owner may change prices, and its server may stop. */
export type OwnShop = {
  url: string;
  /** What the owner does to the catalogue, straight in the database. */
  sql(text: string, values?: unknown[]): Promise<pg.QueryResult>;
  /** The server goes away, as in a deploy; `start` brings it back at the same address. */
  stop(): Promise<void>;
  start(): Promise<void>;
};

/** Tests on a shop of their own, one for each worker that runs some; `ownSettings` go into its environment. */
// biome-ignore lint/complexity/noBannedTypes: no fixtures of the single test, as Playwright types it
export const test = base.extend<{}, { ownShop: OwnShop; ownSettings: Record<string, string> }>({
  ownSettings: [{}, { option: true, scope: 'worker' }],

  ownShop: [
    async ({ ownSettings }, use) => {
      mkdirSync('.cache/e2e', { recursive: true });
      const dataDir = mkdtempSync('.cache/e2e/own-');
      const port = await freePort();
      const url = `http://localhost:${port}`;
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
            ...ownSettings,
          },
        });
        while (!(await isReady(url))) await sleep(50);
      }

      async function stop() {
        if (!server || server.exitCode !== null) return;
        const gone = once(server, 'exit');
        server.kill('SIGTERM');
        await gone;
      }

      await start();
      const database = await embeddedPostgres(path.join(dataDir, 'postgres'));
      const pool = new pg.Pool(database.connection);
      await use({ url, start, stop, sql: (text, values) => pool.query(text, values) });
      await stop();
      await pool.end();
      await database.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  baseURL: async ({ ownShop }, use) => {
    await use(ownShop.url);
  },
});

async function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`).then(
    (response) => response.ok,
    () => false,
  );
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return address.port;
}
