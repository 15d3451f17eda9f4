import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { makeBackup } from '@aparajita/postgres/backup';
import { migrate } from '@aparajita/postgres/migrate';
import { restoreBackup } from '@aparajita/postgres/restore';
import { cloneDatabase, type TestDatabase } from '@aparajita/postgres/testing';
import { withClient } from '@aparajita/postgres/with-client';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { SHOP_SCHEMA } from '#server/database/shop-schema.ts';
import { BACKUP } from './backup-options.ts';

const SHOPPER = '11111111-1111-4111-8111-111111111111';
const ODD_NAME = 'Meera\u2028O\u0027Neill\\.\r\n\t\\N नीली चाय 🌸';

let folder: string;
let shop: TestDatabase;
const empties: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'backup-'));
  shop = await cloneDatabase();
  await shop.owner.query(
    `insert into addresses (user_id, full_name, phone, address_line1, city, state, postal_code, is_default)
     values ($1, $2, '9876543210', '1 Lake Road', 'Pune', 'Maharashtra', '411001', true)`,
    [SHOPPER, ODD_NAME],
  );
  await shop.owner.query(
    `insert into auth.users (email, created_at, updated_at) values ('k@example.com', now(), now());
     insert into auth.former_passwords (user_id, password_hash, replaced_at) select id, 'k', now() from auth.users;
     insert into auth.factor_undos (token_hash, user_id, factor_id, added_at, expires_at)
     select '\\x00ff5c2e0a', id, id, now(), now() from auth.users`,
  );
  await shop.owner.query('select generate_order_number() from generate_series(1, 7)');
  await shop.owner.query(
    `insert into jobs.job (name, data) values ('order-confirmation', '{"order_id":"o-1"}')`,
  );
});

afterAll(async () => {
  await shop.drop();
  for (const name of empties) await asAdmin(`drop database ${name} with (force)`);
  await rm(folder, { recursive: true });
});

/** A backup of this database in a file of that name. */
async function backUp(name: string, source = shop): Promise<string> {
  const file = path.join(folder, name);
  await makeBackup(source.connection, file, BACKUP);
  return file;
}

/** A new database with what the file holds. */
async function restore(file: string): Promise<pg.ClientConfig> {
  const restored = await emptyDatabase();
  await restoreBackup(restored, file, BACKUP);
  return restored;
}

describe('a backup', () => {
  test('restores the whole shop into an empty database, with its jobs, constraints, functions, triggers and policies', async () => {
    const file = path.join(folder, 'whole');
    const rows = await makeBackup(shop.connection, file, BACKUP);
    const counts = { 'public.products': 6, 'public.addresses': 1, 'auth.factor_undos': 1 };
    expect(rows).toMatchObject(counts);
    const restored = await restore(file);
    for (const table of Object.keys(rows)) {
      const columns = table === 'public.applied_migrations' ? 'name, sha256' : '*';
      const all = `select ${columns} from (select ${columns} from ${table}) t order by t::text`;
      expect(await query(restored, all), table).toEqual(await query(shop.connection, all));
    }
    expect(await query(restored, 'select full_name from addresses')).toEqual([
      { full_name: ODD_NAME },
    ]);
    const jobs = 'select id, name, state, data from jobs.job';
    expect(await query(restored, jobs)).toEqual(await query(shop.connection, jobs));
    const made = `select (select count(*) from pg_proc) as functions, (select count(*) from pg_trigger) as triggers,
      (select count(*) from pg_policy) as policies`;
    expect(await query(restored, made)).toEqual(await query(shop.connection, made));
    const off = `select tgname from pg_trigger where not tgisinternal and tgenabled <> 'O'`;
    expect(await query(restored, off)).toEqual([]);
    expect(await migrate(restored, SHOP_SCHEMA)).toEqual([]);
    await expect(query(restored, 'update products set stock = -1')).rejects.toThrow(/check/);
  });

  test.each([
    ['some', 'select generate_order_number() from generate_series(1, 7)'],
    ['no', 'select'],
  ])(
    'of a shop with %s orders: a number given out after it is not given out again',
    async (orders, before) => {
      const source = await cloneDatabase();
      await source.owner.query(before);
      const file = await backUp(`${orders}-orders`, source);
      const numbers = 'select generate_order_number() as number from generate_series(1, 5000)';
      const lost = (await source.owner.query(numbers)).rows;
      await source.drop();
      const next = await query(await restore(file), numbers);
      expect(new Set([...lost, ...next].map(({ number }) => number)).size).toBe(10_000);
    },
  );

  test('is a consistent snapshot of a running shop', async () => {
    const source = await cloneDatabase();
    // So large that many sales commit while it is copied, between the tables before and after it.
    await source.owner.query(
      `insert into demo_emails (idempotency_key, recipient, subject, text, html)
       select n, '', '', repeat(md5(n::text), 50), '' from generate_series(1, 2000) n`,
    );
    // A sign-up inserts an address, too: a consistent backup has both or neither.
    const signUp = () =>
      source.owner.query(
        `with person as (insert into profiles values (gen_random_uuid(), 'Asha') returning id)
         insert into addresses (user_id, full_name, phone, address_line1, city, state, postal_code)
         select id, 'Asha', '9876543210', '1 Lake Road', 'Pune', 'Maharashtra', '411001' from person`,
      );
    await signUp();
    const open = new AbortController();
    const day = (async () => {
      while (!open.signal.aborted) await signUp();
    })();
    const file = await backUp('open', source).finally(() => open.abort());
    await day;
    await source.drop();
    const half = 'select id from profiles where id not in (select user_id from addresses)';
    expect(await query(await restore(file), half)).toEqual([]);
  });

  test('is readable by its owner only, and never incomplete', async () => {
    const file = await backUp('private');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await expect(makeBackup(shop.connection, file, BACKUP)).rejects.toThrow(/exists already/);
    await expect(
      makeBackup(await emptyDatabase(), path.join(folder, 'none'), BACKUP),
    ).rejects.toThrow(/nothing in this database yet/);
    expect((await readdir(folder)).filter((name) => /none|unfinished/.test(name))).toEqual([]);
  });
});

describe('a restore is refused, and changes nothing,', () => {
  let file: string;
  let target: pg.ClientConfig;

  beforeAll(async () => {
    file = await backUp('good');
    target = await emptyDatabase();
  });

  test('when the database is not empty', async () => {
    await expect(restoreBackup(shop.connection, file, BACKUP)).rejects.toThrow(/not empty/);
    expect(await query(shop.connection, 'select full_name from addresses')).toEqual([
      { full_name: ODD_NAME },
    ]);
  });

  test.each([
    ['is cut off', (whole: Buffer) => whole.subarray(0, whole.length / 2)],
    ['has a wrong bit', (whole: Buffer) => whole.fill(whole.readUInt8(900) ^ 1, 900, 901)],
    [
      'lacks its last line',
      (whole: Buffer) => gzipSync(text(whole).slice(0, text(whole).lastIndexOf('{"rows"'))),
    ],
    ['lacks a row', (whole: Buffer) => gzipSync(text(whole).replace(/^2\tPremium.*\n/m, ''))],
  ])('when the file %s', async (_, spoil) => {
    const spoilt = path.join(folder, 'spoilt');
    await writeFile(spoilt, spoil(await readFile(file)));
    await expect(restoreBackup(target, spoilt, BACKUP)).rejects.toThrow(/not a whole backup/);
    expect(await tablesOf(target)).toEqual([]);
  });

  test('when a newer shop made it', async () => {
    const newer = path.join(folder, 'newer');
    const future = text(await readFile(file)).replace(
      '"migrations":[',
      '"migrations":[{"name":"9999_x.sql","sha256":""},',
    );
    await writeFile(newer, gzipSync(future));
    await expect(restoreBackup(target, newer, BACKUP)).rejects.toThrow(/does not have 9999_x.sql/);
    expect(await tablesOf(target)).toEqual([]);
  });
});

test('a migration that rewrites a table before a backup has copied it leaves no rows out', async () => {
  const migrations = await mkdtemp(path.join(folder, 'migrations-'));
  // For a snapshot from before it, the table is empty afterwards.
  await writeFile(
    path.join(migrations, '9000_cups.sql'),
    'alter table products add column cups integer generated always as (stock * 30) stored;',
  );
  const schema = { ...SHOP_SCHEMA, migrations: [...SHOP_SCHEMA.migrations, migrations] };
  const source = await cloneDatabase();
  const countWaiting = async () => {
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return (await source.owner.query(waiting)).rowCount;
  };
  await withClient(source.connection, async (client) => {
    await client.query('begin; lock table auth.audit_log in access exclusive mode');
    const backup = makeBackup(source.connection, path.join(migrations, 'shop.backup'), BACKUP);
    await expect.poll(countWaiting).toBe(1);
    let migrated = false;
    const migrating = migrate(source.connection, schema, {
      retry: { lockMs: 100, pauseMs: 50, tries: 1000 },
    }).finally(() => {
      migrated = true;
    });
    await expect.poll(async () => migrated || (await countWaiting()) === 2).toBe(true);
    await client.query('rollback');
    expect(await backup).toMatchObject({ 'public.products': 6 });
    expect(await migrating).toEqual(['9000_cups.sql']);
  });
  await source.drop();
});

function text(file: Buffer): string {
  return gunzipSync(file).toString('utf8');
}

function tablesOf(connection: pg.ClientConfig) {
  return query(
    connection,
    `select tablename from pg_tables where schemaname in ('public', 'auth', 'jobs')`,
  );
}

async function emptyDatabase(): Promise<pg.ClientConfig> {
  const name = `test_empty_${process.pid}_${empties.length}`;
  await asAdmin(`create database ${name}`);
  empties.push(name);
  const { template: _, ...server } = inject('testServer');
  return { ...server, database: name };
}

function asAdmin(statement: string) {
  const { template: _, ...server } = inject('testServer');
  return query({ ...server, database: 'postgres' }, statement);
}

function query(connection: pg.ClientConfig, sql: string) {
  return withClient(connection, async (client) => (await client.query(sql)).rows);
}
