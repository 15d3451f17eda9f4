import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeBackup } from '@aparajita/postgres/backup';
import { readBackup } from '@aparajita/postgres/backup-file';
import { migrate, type Schema } from '@aparajita/postgres/migrate';
import { cloneDatabase, type TestDatabase } from '@aparajita/postgres/testing';
import { withClient } from '@aparajita/postgres/with-client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SHOP_SCHEMA } from '#server/database/shop-schema.ts';
import { BACKUP } from './backup-options.ts';

/** Rewrites the table: for a snapshot from before it, the table is empty afterwards. */
const REWRITE =
  'alter table products add column cups integer generated always as (stock * 30) stored';

let folder: string;
let file: string;
let schema: Schema;
let shop: TestDatabase;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'backup-'));
  file = path.join(folder, 'shop.backup');
  await writeFile(path.join(folder, '9000_cups.sql'), `${REWRITE};`);
  schema = { ...SHOP_SCHEMA, migrations: [...SHOP_SCHEMA.migrations, folder] };
  shop = await cloneDatabase();
});

afterEach(async () => {
  await shop.drop();
  await rm(folder, { recursive: true });
});

test('a migration that rewrites a table before the backup has copied it leaves no rows out', async () => {
  await withClient(shop.connection, async (client) => {
    await client.query('begin; lock table auth.audit_log in access exclusive mode');
    const backup = makeBackup(shop.connection, file, BACKUP);
    await expect.poll(countWaiting).toBe(1);
    let migrated = false;
    const migrating = migrate(shop.connection, schema, {
      retry: { lockMs: 100, pauseMs: 50, tries: 1000 },
    }).finally(() => {
      migrated = true;
    });
    await expect.poll(async () => migrated || (await countWaiting()) === 2).toBe(true);
    await client.query('rollback');
    expect(await backup).toMatchObject({ 'public.products': 6 });
    expect(await migrating).toEqual(['9000_cups.sql']);
  });
});

test('a migration waits for a running backup, and says so when it has waited too long', async () => {
  let outcome: unknown;
  await makeBackup(shop.connection, file, {
    ...BACKUP,
    readJobs: async () => {
      const retry = { lockMs: 50, pauseMs: 10, tries: 2 };
      outcome = await migrate(shop.connection, schema, { retry }).catch((error) => error.message);
      return [];
    },
  });
  expect(outcome).toMatch(/9000_cups\.sql .* a backup/);
  expect((await readBackup(file, 'aparajita')).trailer.rows).toMatchObject({
    'public.products': 6,
  });
  expect(await migrate(shop.connection, schema)).toEqual(['9000_cups.sql']);
});

test('a shop without new migrations starts while a backup is made', async () => {
  let migrated: string[] | undefined;
  await makeBackup(shop.connection, file, {
    ...BACKUP,
    readJobs: async () => {
      migrated = await migrate(shop.connection, SHOP_SCHEMA);
      return [];
    },
  });
  expect(migrated).toEqual([]);
});

async function countWaiting(): Promise<number | null> {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return (await shop.owner.query(waiting)).rowCount;
}
