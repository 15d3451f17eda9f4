import path from 'node:path';
import { embeddedPostgres } from '@aparajita/embedded-postgres';
import { endAll, newFolder, remove, serverPid } from '@aparajita/embedded-postgres/testing';
import { MigrationRefusedError } from '@aparajita/postgres/migrate';
import { Hono } from 'hono';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { closeAll } from './close-all.ts';
import { deriveShopKeys } from './crypto/derived-keys.ts';
import { readSettings } from './environment/settings.ts';
import { createLog } from './log.ts';
import { openShop } from './shop.ts';

const REAL = { PUBLIC_URL: 'https://example.in', AUTH_SECRET: 'x'.repeat(32) };

let folder: string;
let data: string;

beforeAll(async () => {
  folder = newFolder();
  data = path.join(folder, 'postgres');
  await (await open()).close(); // creates the database, in test payment mode
});

afterEach(() => endAll(data));
afterAll(() => remove(folder, data));

test('a failed start and a stop signal together close the shop once', async () => {
  const shop = await open();
  await Promise.all([shop.close(), shop.close()]);
  await shop.close();
});

test('a shop of another payment mode or older than its database does not open, and leaves no database running', async () => {
  await expect(open(REAL)).rejects.toThrow(/cannot be used for .* ones/);
  expect(serverPid(data)).toBeUndefined();
  await inDatabase(
    `insert into applied_migrations (name, sha256) values ('9999_tomorrow.sql', '')`,
  );
  await expect(open()).rejects.toThrow(MigrationRefusedError);
  expect(serverPid(data)).toBeUndefined();
});

test('a production shop without its settings does not open as a demo on its own data', async () => {
  const DATA_DIR = newFolder();
  await (await open({ ...REAL, DATA_DIR })).close();
  await expect(open({ DATA_DIR })).rejects.toThrow(/is not opened as a demo/);
  await expect(open({ DATA_DIR, AUTH_SECRET: REAL.AUTH_SECRET })).rejects.toThrow(/PUBLIC_URL/);
  await (await open({ ...REAL, DATA_DIR })).close();
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

const run: string[] = [];
const step = (name: string) => async () => void run.push(name);
const failing = (name: string) => async () => {
  run.push(name);
  throw new Error(`${name} does not close`);
};

test('whatever does not close, all else is closed, the database server after the slowest connection; the first failure is told', async () => {
  const slow = Promise.withResolvers<void>();
  const closing = {
    work: [step('settings'), failing('mail'), failing('jobs')],
    connections: [failing('pool'), () => slow.promise.then(step('channel'))],
  };
  const closed = closeAll(closing, { stop: failing('server') });
  setTimeout(slow.resolve, 20); // the pool has failed by then
  await expect(closed).rejects.toThrow('jobs does not close');
  expect(run).toEqual(['jobs', 'mail', 'settings', 'pool', 'channel', 'server']);
});

// Recorded when the label of the keys became an option: every shop has stored such values.
test('values that the shop encrypted and signed before can still be read', () => {
  const derivedKeys = deriveShopKeys('a secret of the test suite, long enough');
  const encrypted = 'RimT4IPId231YN4HSs4eQ_CVx0xNyokqip_R9cZvuUxg3g03uZUeq_o';
  const decrypted = derivedKeys.decryptRotated(
    Buffer.from(encrypted, 'base64url'),
    'auth.signing_keys k1',
  );
  expect(decrypted.plain.toString()).toBe('a private key');
  expect(derivedKeys.hmac('device', 'asha@example.com').toString('base64url')).toBe(
    'ebG8YJToBC8OaKL5TZ0G4Qfbd8JHw7AVE_nSP49um3s',
  );
  expect(derivedKeys.hmacId('limit signUp', '198.51.100.7')).toBe(
    'DGu4LjF-YlZozR72Qzq-YyKw_edIfPI3',
  );
});
