import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type EmbeddedPostgres, embeddedPostgres } from '@aparajita/embedded-postgres';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MigrationRefusedError, migrate } from './migrate.ts';

let folder: string;
let server: EmbeddedPostgres;
let connection: pg.ClientConfig;
let migrations: string;
let count = 0;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'migrate-'));
  server = await embeddedPostgres(path.join(folder, 'data'), {
    database: 'shop',
    settings: { fsync: 'off' },
  });
});

afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

beforeEach(async () => {
  const database = `fresh_${++count}`;
  await query(server.connection, `create database ${database}`);
  connection = { ...server.connection, database };
  migrations = await mkdtemp(path.join(folder, 'migrations-'));
  await write('0001_teas.sql', 'create table teas (name text primary key);');
  await write('0002_first_tea.sql', `insert into teas values ('Butterfly pea');`);
});

describe('migrate', () => {
  test('applies every file once, in name order', async () => {
    expect(await migrate(connection, [migrations])).toEqual([
      '0001_teas.sql',
      '0002_first_tea.sql',
    ]);
    expect(await migrate(connection, [migrations])).toEqual([]);
    expect(await query(connection, 'select name from teas')).toEqual([{ name: 'Butterfly pea' }]);
  });

  test('four processes that start at once on a new database apply each file once', async () => {
    const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(connection, [migrations])));
    expect(applied.flat()).toEqual(['0001_teas.sql', '0002_first_tea.sql']);
  });

  test('a later release applies only what is new', async () => {
    await migrate(connection, [migrations]);
    await write('0003_second_tea.sql', `insert into teas values ('Lemongrass');`);
    expect(await migrate(connection, [migrations])).toEqual(['0003_second_tea.sql']);
  });

  test('the files of several folders are one sequence, by their numbers', async () => {
    await mkdir(path.join(migrations, 'accounts'));
    const folders = [path.join(migrations, 'accounts'), migrations];
    await write('accounts/0003_account.sql', `insert into teas values ('of an account');`);
    await write('accounts/0001a_prices.sql', 'alter table teas add column price integer;');
    const all = ['0001_teas.sql', '0001a_prices.sql', '0002_first_tea.sql', '0003_account.sql'];
    expect(await migrate(connection, folders)).toEqual(all);
  });

  test('an applied file may move to another folder', async () => {
    await migrate(connection, [migrations]);
    await mkdir(path.join(migrations, 'accounts'));
    const moved = path.join(migrations, 'accounts', '0002_first_tea.sql');
    await rename(path.join(migrations, '0002_first_tea.sql'), moved);
    expect(await migrate(connection, [migrations, path.dirname(moved)])).toEqual([]);
  });

  test('stops after the file named by through', async () => {
    expect(await migrate(connection, [migrations], { through: '0001_teas.sql' })).toEqual([
      '0001_teas.sql',
    ]);
    expect(await migrate(connection, [migrations])).toEqual(['0002_first_tea.sql']);
  });

  test('a failing file is rolled back, and the files before it stay applied', async () => {
    await write('0003_broken.sql', 'create table cups (id int); select 1 / 0;');
    await expect(migrate(connection, [migrations])).rejects.toThrow(
      '0003_broken.sql failed: division by zero',
    );
    expect(
      await query(connection, `select to_regclass('cups') as cups, count(*)::int from teas`),
    ).toEqual([{ cups: null, count: 1 }]);
    await write('0003_broken.sql', 'create table cups (id int);');
    expect(await migrate(connection, [migrations])).toEqual(['0003_broken.sql']);
  });

  test('refuses a file that changed after it had been applied', async () => {
    await migrate(connection, [migrations]);
    await write('0002_first_tea.sql', `insert into teas values ('Rose');`);
    await expect(migrate(connection, [migrations])).rejects.toThrow(/0002_first_tea.sql changed/);
  });

  test('treats a checkout with Windows line ends as the same migration', async () => {
    await write('0003_cups.sql', 'create table cups (\n  id int\n);\n');
    await migrate(connection, [migrations]);
    await write('0003_cups.sql', 'create table cups (\r\n  id int\r\n);\r\n');
    expect(await migrate(connection, [migrations])).toEqual([]);
  });

  test('refuses a database that a newer release has migrated', async () => {
    await write('0003_future.sql', 'create table future (id int);');
    await migrate(connection, [migrations]);
    await rm(path.join(migrations, '0003_future.sql'));
    const outcome = migrate(connection, [migrations]);
    await expect(outcome).rejects.toThrow(MigrationRefusedError);
    await expect(outcome).rejects.toThrow(/newer than this code: it has 0003_future.sql/);
  });

  test('refuses a new file that sorts before an applied one, and changes nothing', async () => {
    await migrate(connection, [migrations]);
    await write('0001_a_late_idea.sql', 'create table late (id int);');
    await write('0003_next.sql', 'create table next (id int);');
    await expect(migrate(connection, [migrations])).rejects.toThrow(
      /0001_a_late_idea.sql would run after/,
    );
    expect(await query(connection, `select to_regclass('next') as next`)).toEqual([{ next: null }]);
  });

  test('a process killed while it migrates leaves nothing of that file and no lock', async () => {
    await write('0003_slow.sql', 'create table cups (id int); select pg_sleep(60);');
    const killed = migrate(connection, [migrations]).catch(() => 'killed');
    const kill = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = '${connection.database}' and query like '%pg_sleep%' and state = 'active'`;
    await expect.poll(() => query(server.connection, kill)).toHaveLength(1);
    expect(await killed).toBe('killed');
    await write('0003_slow.sql', 'create table cups (id int);');
    expect(await migrate(connection, [migrations])).toEqual(['0003_slow.sql']);
  });

  test('waits briefly and often for a table that is in use, so that other queries run in between', async () => {
    await migrate(connection, [migrations]);
    await write('0003_origin.sql', 'alter table teas add column origin text;');
    const reader = await holdOpen('select from teas');
    const migrating = migrate(connection, [migrations], {
      retry: { lockMs: 200, pauseMs: 100, tries: 1000 },
    });
    for (let look = 0; look < 10; look += 1) {
      // Behind a migration with an endless wait, each of these would wait until the reader ends.
      await query(connection, `set statement_timeout = '10s'; select from teas`);
    }
    await reader.end();
    expect(await migrating).toEqual(['0003_origin.sql']);
  });

  test('fails when a table stays in use, says what to do, and has changed nothing', async () => {
    await migrate(connection, [migrations]);
    await write(
      '0003_origin.sql',
      'create table cups (id int); alter table teas add column origin text;',
    );
    const reader = await holdOpen('select from teas');
    const outcome = migrate(connection, [migrations], {
      retry: { lockMs: 50, pauseMs: 10, tries: 3 },
    });
    await expect(outcome).rejects.toThrow(MigrationRefusedError);
    await expect(outcome).rejects.toThrow(/0003_origin\.sql.*pg_stat_activity/s);
    expect(await query(connection, `select to_regclass('cups') as cups`)).toEqual([{ cups: null }]);
    await reader.end();
    expect(await migrate(connection, [migrations])).toEqual(['0003_origin.sql']);
  });
});

function write(name: string, sql: string) {
  return writeFile(path.join(migrations, name), sql);
}

/** An open transaction that has read a table. */
async function holdOpen(sql: string): Promise<pg.Client> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query('begin');
  await client.query(sql);
  return client;
}

async function query(config: pg.ClientConfig, sql: string) {
  const client = new pg.Client(config);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
