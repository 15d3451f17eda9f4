import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type EmbeddedPostgres, embeddedPostgres } from '@aparajita/embedded-postgres';
import { makeBackup } from '@aparajita/postgres/backup';
import { migrate, readBaseline } from '@aparajita/postgres/migrate';
import { restoreBackup } from '@aparajita/postgres/restore';
import { withClient } from '@aparajita/postgres/with-client';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SHOP_SCHEMA } from '#server/database/shop-schema.ts';
import { setUpJobs } from '#server/jobs/set-up.ts';
import { BACKUP } from './backup-options.ts';

let folder: string;
let file: string;
let fresh: EmbeddedPostgres;

/** A server of its own: the one of the other tests has all roles. */
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'restore-'));
  file = path.join(folder, 'old.backup');
  fresh = await embeddedPostgres(path.join(folder, 'data'), {
    database: 'old',
    settings: { fsync: 'off' },
  });
  const through = (await readBaseline(SHOP_SCHEMA)).at(-1)?.name ?? '';
  await migrate(fresh.connection, SHOP_SCHEMA, { through });
  await setUpJobs(fresh.connection);
  await query(
    fresh.connection,
    `insert into jobs.job (name, data) values ('auth-cleanup', '{}');
     insert into profiles values ('11111111-1111-4111-8111-111111111111', 'Asha')`,
  );
  // As the last version before this baseline left it.
  await query(
    fresh.connection,
    `truncate applied_migrations;
     insert into applied_migrations values ('0001_shop.sql', 'a'), ('${SHOP_SCHEMA.formerly}', 'b')`,
  );
  await makeBackup(fresh.connection, file, BACKUP);
});

afterAll(async () => {
  await fresh.stop();
  await rm(folder, { recursive: true });
});

test('a backup of the last version before this baseline is restored', async () => {
  const restored = await emptyDatabase('restored');
  await restoreBackup(restored, file, BACKUP);
  expect(await query(restored, 'select full_name from profiles')).toEqual([{ full_name: 'Asha' }]);
  expect(await query(restored, 'select name from jobs.job')).toEqual([{ name: 'auth-cleanup' }]);
  expect(await migrate(restored, SHOP_SCHEMA)).toEqual([]);
});

test('a database of that version is taken on as it is', async () => {
  await migrate(fresh.connection, SHOP_SCHEMA);
  expect(await query(fresh.connection, 'select full_name from profiles')).toEqual([
    { full_name: 'Asha' },
  ]);
});

test('a backup of an older version is refused', async () => {
  const older = path.join(folder, 'older.backup');
  await query(
    fresh.connection,
    `truncate applied_migrations; insert into applied_migrations values ('0001_shop.sql', 'a')`,
  );
  await makeBackup(fresh.connection, older, BACKUP);
  await expect(restoreBackup(await emptyDatabase('older'), older, BACKUP)).rejects.toThrow(
    /does not have 0001_shop.sql as it was then/,
  );
});

test('a restore that fails on the way says why, and what to do with the database', async () => {
  const target = await emptyDatabase('target');
  await writeFile(path.join(folder, '9000_broken.sql'), 'select 1 / 0;');
  const schema = { ...SHOP_SCHEMA, migrations: [...SHOP_SCHEMA.migrations, folder] };
  await expect(restoreBackup(target, file, { ...BACKUP, schema })).rejects.toThrow(
    /drop it.*9000_broken\.sql failed: division by zero/s,
  );
});

async function emptyDatabase(name: string): Promise<pg.ClientConfig> {
  await query(fresh.connection, `create database ${name}`);
  return { ...fresh.connection, database: name };
}

function query(connection: pg.ClientConfig, sql: string): Promise<unknown[]> {
  return withClient(connection, async (client) => (await client.query(sql)).rows);
}
