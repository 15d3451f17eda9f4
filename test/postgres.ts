import { createHash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { embeddedPostgres } from '@aparajita/embedded-postgres';
import { migrate, readMigrations } from '@aparajita/postgres/migrate';
import type {} from '@aparajita/postgres/testing';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { seedCatalogue } from '#server/catalogue/seed.ts';
import { SHOP_SCHEMA } from '#server/database/shop-schema.ts';
import { setUpJobs } from '#server/jobs/set-up.ts';
import { dataFolder } from './data-folder.ts';

/**
 * One PostgreSQL for all test files, with a migrated and seeded template database that each file clones. fsync is off;
 * crash safety is tested on servers of its own.
 */
export default async function startPostgres(project: TestProject) {
  const { connection, stop } = await embeddedPostgres(path.join(dataFolder('unit'), 'postgres'), {
    database: 'shop',
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      max_connections: '200',
      full_page_writes: 'off',
      // It stays for the next run, and may stay in memory.
      min_wal_size: '32MB',
      max_wal_size: '64MB',
    },
  });
  const template = `template_${await fingerprint()}`;
  const admin = new pg.Client(connection);
  await admin.connect();
  await admin.query('select pg_advisory_lock($1)', [PREPARING]);
  if (await isOnlyRun(admin)) {
    await emptyFolder(dataFolder('tmp'));
    await dropLeftovers(admin, template);
  }
  const { rowCount } = await admin.query('select from pg_database where datname = $1', [template]);
  if (rowCount === 0) await makeTemplate(admin, connection, template);
  await admin.query('select pg_advisory_lock_shared($1)', [RUNNING]);
  await admin.query('select pg_advisory_unlock($1)', [PREPARING]);
  project.provide('testServer', { ...connection, template });
  return async () => {
    await admin.end();
    await stop();
  };
}

/** Held while a run looks for the template and creates it. */
const PREPARING = 1;
/** Shared by all runs until they end. */
const RUNNING = 2;

/** True when no other run uses this server; otherwise its databases must not be dropped. */
async function isOnlyRun(admin: pg.Client): Promise<boolean> {
  const { rows } = await admin.query<{ alone: boolean }>(
    `with tried as materialized (select pg_try_advisory_lock($1) as alone)
     select alone and pg_advisory_unlock($1) as alone from tried`,
    [RUNNING],
  );
  return rows[0]?.alone === true;
}

/** Creates it under another name and renames it, so that an interrupted run leaves no incomplete template. */
async function makeTemplate(admin: pg.Client, connection: pg.ClientConfig, template: string) {
  await admin.query('drop database if exists template_unfinished with (force)'); // from an interrupted run
  await admin.query('create database template_unfinished');
  const owner = { ...connection, database: 'template_unfinished' };
  await migrate(owner, SHOP_SCHEMA);
  await seedCatalogue(owner, 'db/seed.sql');
  await setUpJobs(owner);
  await admin.query(`alter database template_unfinished rename to ${template}`);
}

/** What tests that were killed left in it may be in memory. */
async function emptyFolder(folder: string) {
  for (const name of await readdir(folder))
    await rm(path.join(folder, name), { recursive: true, force: true });
}

/** Drops clones of interrupted runs and templates of older migrations. */
async function dropLeftovers(admin: pg.Client, template: string) {
  const { rows } = await admin.query<{ datname: string }>(
    `select datname from pg_database
     where (datname like 'test\\_%' or datname like 'template\\_%') and datname <> $1`,
    [template],
  );
  for (const { datname } of rows) await admin.query(`drop database ${datname} with (force)`);
}

const JOBS = ['server/jobs/boss.ts', 'server/jobs/queues.ts', 'server/jobs/set-up.ts'];

/** Changes whenever a file that determines the template's contents does. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256');
  for (const { name, sha256 } of await readMigrations(SHOP_SCHEMA)) hash.update(name + sha256);
  for (const file of ['db/seed.sql', ...JOBS, 'package-lock.json']) {
    hash.update(await readFile(file));
  }
  return hash.digest('hex').slice(0, 16);
}
