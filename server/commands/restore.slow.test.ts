import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type EmbeddedPostgres, embeddedPostgres } from '@aparajita/embedded-postgres';
import { makeBackup } from '@aparajita/postgres/backup';
import { migrate } from '@aparajita/postgres/migrate';
import { restoreBackup } from '@aparajita/postgres/restore';
import { withClient } from '@aparajita/postgres/with-client';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MIGRATION_FOLDERS } from '#server/database/migration-folders.ts';
import { setUpJobs } from '#server/jobs/set-up.ts';
import { BACKUP } from './backup-options.ts';

/** 0034 makes the role shop_staff. */
const BEFORE_STAFF = '0033_';

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
  await migrate(fresh.connection, MIGRATION_FOLDERS, { through: BEFORE_STAFF });
  await query(fresh.connection, 'create role shop_staff');
  await setUpJobs(fresh.connection);
  await query(
    fresh.connection,
    `insert into jobs.job (name, data) values ('auth-cleanup', '{}');
     insert into profiles values ('11111111-1111-4111-8111-111111111111', 'Asha')`,
  );
  await makeBackup(fresh.connection, file, BACKUP);
  await query(fresh.connection, 'drop owned by shop_staff; drop role shop_staff');
});

afterAll(async () => {
  await fresh.stop();
  await rm(folder, { recursive: true });
});

test('a backup from before the staff had a role is restored on a new server', async () => {
  const restored = await emptyDatabase('restored');
  await restoreBackup(restored, file, BACKUP);
  expect(await query(restored, 'select full_name from profiles')).toEqual([{ full_name: 'Asha' }]);
  expect(await query(restored, 'select name from jobs.job')).toEqual([{ name: 'auth-cleanup' }]);
  expect(await migrate(restored, MIGRATION_FOLDERS)).toEqual([]);
});

test('a restore that fails on the way says why, and what to do with the database', async () => {
  const target = await emptyDatabase('target');
  await writeFile(path.join(folder, '9000_broken.sql'), 'select 1 / 0;');
  const migrations = [...MIGRATION_FOLDERS, folder];
  await expect(restoreBackup(target, file, { ...BACKUP, migrations })).rejects.toThrow(
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
