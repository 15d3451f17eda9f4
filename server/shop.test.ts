import path from 'node:path';
import { embeddedPostgres } from '@aparajita/embedded-postgres';
import { endAll, newFolder, remove, serverPid } from '@aparajita/embedded-postgres/testing';
import { MigrationRefusedError } from '@aparajita/postgres/migrate';
import { Hono } from 'hono';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ProductionDataRefusedError } from './demo/production-data.ts';
import { readSettings } from './environment/settings.ts';
import { createLog } from './log.ts';
import { MixedPaymentModesError } from './payments/gateway/modes.ts';
import { openShop } from './shop.ts';

let folder: string;
let data: string;

beforeAll(async () => {
  folder = newFolder();
  data = path.join(folder, 'postgres');
  await (await open()).close(); // creates the database, in test payment mode
});

afterEach(() => endAll(data));
afterAll(() => remove(folder, data));

test('a shop with another payment mode does not open, and leaves no database running', async () => {
  const real = { PUBLIC_URL: 'https://example.in', AUTH_SECRET: 'x'.repeat(32) };
  await expect(open(real)).rejects.toThrow(MixedPaymentModesError);
  expect(serverPid(data)).toBeUndefined();
});

test('a failed start and a stop signal together close the shop once', async () => {
  const shop = await open();
  await Promise.all([shop.close(), shop.close()]);
  await shop.close();
});

test('a shop that is older than its database does not open, and leaves no database running', async () => {
  await inDatabase(
    `insert into applied_migrations (name, sha256) values ('9999_tomorrow.sql', '')`,
  );
  await expect(open()).rejects.toThrow(MigrationRefusedError);
  expect(serverPid(data)).toBeUndefined();
});

test('a production shop without its settings does not open as a demo on its own data', async () => {
  const real = { PUBLIC_URL: 'https://example.in', AUTH_SECRET: 'x'.repeat(32) };
  const DATA_DIR = newFolder();
  await (await open({ ...real, DATA_DIR })).close();
  await expect(open({ DATA_DIR })).rejects.toThrow(ProductionDataRefusedError);
  await expect(open({ DATA_DIR, AUTH_SECRET: real.AUTH_SECRET })).rejects.toThrow(/PUBLIC_URL/);
  await (await open({ ...real, DATA_DIR })).close();
  await endAll(path.join(DATA_DIR, 'postgres'));
  remove(DATA_DIR, path.join(DATA_DIR, 'postgres'));
});

function open(environment: Record<string, string> = {}) {
  const settings = readSettings({ DATA_DIR: folder, PORT: '0', ...environment });
  return openShop(settings, createLog('silent'), () => new Hono());
}

async function inDatabase(sql: string): Promise<void> {
  const { connection, stop } = await embeddedPostgres(data, { database: 'shop' });
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(sql);
  await client.end();
  await stop();
}
