import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type EmbeddedPostgres, embeddedPostgres } from '@aparajita/embedded-postgres';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MigrationRefusedError, migrate, type Schema } from './migrate.ts';

let folder: string;
let server: EmbeddedPostgres;
let connection: pg.ClientConfig;
let migrations: string;
let baseline: string;
let schema: Schema;
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
  baseline = await mkdtemp(path.join(folder, 'baseline-'));
  schema = { baseline: [baseline], migrations: [migrations] };
  await write('0001_teas.sql', 'create table teas (name text primary key);');
  await write('0002_first_tea.sql', `insert into teas values ('Butterfly pea');`);
});

describe('migrate', () => {
  test('applies every file once, in name order', async () => {
    expect(await migrate(connection, schema)).toEqual(['0001_teas.sql', '0002_first_tea.sql']);
    expect(await migrate(connection, schema)).toEqual([]);
    expect(await query(connection, 'select name from teas')).toEqual([{ name: 'Butterfly pea' }]);
  });

  test('four processes that start at once on a new database apply each file once', async () => {
    const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(connection, schema)));
    // Which process applies which of them is left to chance.
    expect(applied.flat().sort()).toEqual(['0001_teas.sql', '0002_first_tea.sql']);
  });

  test('a later release applies only what is new', async () => {
    await migrate(connection, schema);
    await write('0003_second_tea.sql', `insert into teas values ('Lemongrass');`);
    expect(await migrate(connection, schema)).toEqual(['0003_second_tea.sql']);
  });

  test('the files of several folders are one sequence, by their numbers', async () => {
    await mkdir(path.join(migrations, 'accounts'));
    const both = { baseline: [], migrations: [path.join(migrations, 'accounts'), migrations] };
    await write('accounts/0003_account.sql', `insert into teas values ('of an account');`);
    await write('accounts/0001a_prices.sql', 'alter table teas add column price integer;');
    const all = ['0001_teas.sql', '0001a_prices.sql', '0002_first_tea.sql', '0003_account.sql'];
    expect(await migrate(connection, both)).toEqual(all);
  });

  test('an applied file may move to another folder', async () => {
    await migrate(connection, schema);
    await mkdir(path.join(migrations, 'accounts'));
    const moved = path.join(migrations, 'accounts', '0002_first_tea.sql');
    await rename(path.join(migrations, '0002_first_tea.sql'), moved);
    const both = { baseline: [], migrations: [migrations, path.dirname(moved)] };
    expect(await migrate(connection, both)).toEqual([]);
  });

  test('stops after the file named by through', async () => {
    expect(await migrate(connection, schema, { through: '0001_teas.sql' })).toEqual([
      '0001_teas.sql',
    ]);
    expect(await migrate(connection, schema)).toEqual(['0002_first_tea.sql']);
  });

  test('a failing file is rolled back, and the files before it stay applied', async () => {
    await write('0003_broken.sql', 'create table cups (id int); select 1 / 0;');
    await expect(migrate(connection, schema)).rejects.toThrow(
      '0003_broken.sql failed: division by zero',
    );
    expect(
      await query(connection, `select to_regclass('cups') as cups, count(*)::int from teas`),
    ).toEqual([{ cups: null, count: 1 }]);
    await write('0003_broken.sql', 'create table cups (id int);');
    expect(await migrate(connection, schema)).toEqual(['0003_broken.sql']);
  });

  test('refuses a file that changed after it had been applied', async () => {
    await migrate(connection, schema);
    await write('0002_first_tea.sql', `insert into teas values ('Rose');`);
    await expect(migrate(connection, schema)).rejects.toThrow(/0002_first_tea.sql changed/);
  });

  test('treats a checkout with Windows line ends as the same migration', async () => {
    await write('0003_cups.sql', 'create table cups (\n  id int\n);\n');
    await migrate(connection, schema);
    await write('0003_cups.sql', 'create table cups (\r\n  id int\r\n);\r\n');
    expect(await migrate(connection, schema)).toEqual([]);
  });

  test('refuses a database that a newer release has migrated', async () => {
    await write('0003_future.sql', 'create table future (id int);');
    await migrate(connection, schema);
    await rm(path.join(migrations, '0003_future.sql'));
    const outcome = migrate(connection, schema);
    await expect(outcome).rejects.toThrow(MigrationRefusedError);
    await expect(outcome).rejects.toThrow(/newer than this code: it has 0003_future.sql/);
  });

  test('refuses a new file that sorts before an applied one, and changes nothing', async () => {
    await migrate(connection, schema);
    await write('0001_a_late_idea.sql', 'create table late (id int);');
    await write('0003_next.sql', 'create table next (id int);');
    await expect(migrate(connection, schema)).rejects.toThrow(
      /0001_a_late_idea.sql would run after/,
    );
    expect(await query(connection, `select to_regclass('next') as next`)).toEqual([{ next: null }]);
  });

  test('a process killed while it migrates leaves nothing of that file and no lock', async () => {
    await write('0003_slow.sql', 'create table cups (id int); select pg_sleep(60);');
    const killed = migrate(connection, schema).catch(() => 'killed');
    const kill = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = '${connection.database}' and query like '%pg_sleep%' and state = 'active'`;
    await expect.poll(() => query(server.connection, kill)).toHaveLength(1);
    expect(await killed).toBe('killed');
    await write('0003_slow.sql', 'create table cups (id int);');
    expect(await migrate(connection, schema)).toEqual(['0003_slow.sql']);
  });

  test('waits briefly and often for a table that is in use, so that other queries run in between', async () => {
    await migrate(connection, schema);
    await write('0003_origin.sql', 'alter table teas add column origin text;');
    const reader = await holdOpen('select from teas');
    const migrating = migrate(connection, schema, {
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
    await migrate(connection, schema);
    await write(
      '0003_origin.sql',
      'create table cups (id int); alter table teas add column origin text;',
    );
    const reader = await holdOpen('select from teas');
    const outcome = migrate(connection, schema, {
      retry: { lockMs: 50, pauseMs: 10, tries: 3 },
    });
    await expect(outcome).rejects.toThrow(MigrationRefusedError);
    await expect(outcome).rejects.toThrow(/0003_origin\.sql.*pg_stat_activity/s);
    expect(await query(connection, `select to_regclass('cups') as cups`)).toEqual([{ cups: null }]);
    await reader.end();
    expect(await migrate(connection, schema)).toEqual(['0003_origin.sql']);
  });
});

describe('a file of the baseline', () => {
  beforeEach(() => rm(path.join(migrations, '0001_teas.sql')));

  test('has its tables before the migrations and its functions after them', async () => {
    await writeTeas(1, 'select cups from teas');
    await write('0002_first_tea.sql', 'alter table teas add column cups integer');
    expect(await migrate(connection, schema)).toEqual([
      '10-teas.sql',
      '0002_first_tea.sql',
      '10-teas.sql revision 1',
    ]);
    expect(await migrate(connection, schema)).toEqual([]);
  });

  test('has its functions made anew under a higher revision', async () => {
    await writeTeas(1, 'select 1');
    await migrate(connection, schema);
    await writeTeas(2, 'select 2');
    expect(await migrate(connection, schema)).toEqual(['10-teas.sql revision 2']);
    expect(await query(connection, 'select cups()')).toEqual([{ cups: 2 }]);
  });

  test('has no functions made where only its tables are asked for', async () => {
    await writeTeas(1, 'select 1');
    expect(await migrate(connection, schema, { through: '10-teas.sql' })).toEqual(['10-teas.sql']);
  });

  test('has its revision made together with those of other files, or none', async () => {
    await writeTeas(1, 'select 1');
    await writeFile(path.join(baseline, '20-broken.sql'), '-- Revision 1.\nselect 1 / 0;');
    await expect(migrate(connection, schema)).rejects.toThrow(
      '20-broken.sql revision 1 failed: division by zero',
    );
    expect(await query(connection, `select to_regproc('cups') as cups`)).toEqual([{ cups: null }]);
  });

  test('is refused when a revision changed and kept its number', async () => {
    await writeTeas(1, 'select 1');
    await migrate(connection, schema);
    await writeTeas(1, 'select 2');
    await expect(migrate(connection, schema)).rejects.toThrow(
      /10-teas.sql revision 1 changed after being applied. Raise the number/,
    );
  });

  test('is refused by a version that knows only a lower revision', async () => {
    await writeTeas(2, 'select 2');
    await migrate(connection, schema);
    await writeTeas(1, 'select 1');
    await expect(migrate(connection, schema)).rejects.toThrow(
      /newer than this code: it has 10-teas.sql revision 2/,
    );
  });
});

describe('a database of before the baseline', () => {
  beforeEach(async () => {
    await migrate(connection, { baseline: [], migrations: [migrations] });
    await rm(path.join(migrations, '0001_teas.sql'));
    await rm(path.join(migrations, '0002_first_tea.sql'));
    await writeTeas(1, 'select 1');
    schema.formerly = '0002_first_tea.sql';
  });

  test('has its rows, and what follows the baseline is applied', async () => {
    await write('0300_origin.sql', 'alter table teas add column origin text');
    const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(connection, schema)));
    expect(applied.flat()).toEqual(['0300_origin.sql', '10-teas.sql revision 1']);
    expect(await query(connection, 'select * from teas')).toEqual([
      { name: 'Butterfly pea', origin: null },
    ]);
    expect(await query(connection, 'select name from applied_migrations order by name')).toEqual([
      { name: '0300_origin.sql' },
      { name: '10-teas.sql' },
      { name: '10-teas.sql revision 1' },
    ]);
  });

  test('is refused without its last file, and the refusal says how to go on', async () => {
    await query(connection, `delete from applied_migrations where name = '0002_first_tea.sql'`);
    await expect(migrate(connection, schema)).rejects.toThrow(
      /lacks 0002_first_tea.sql\. .* start the last version that has this file/,
    );
  });

  test('is refused when it is newer than the last file that is known', async () => {
    await query(connection, `insert into applied_migrations values ('0003_later.sql', '')`);
    await expect(migrate(connection, schema)).rejects.toThrow(/newer than this code: it has 0003/);
  });
});

function writeTeas(revision: number, cups: string) {
  return writeFile(
    path.join(baseline, '10-teas.sql'),
    `create table teas (name text primary key);
-- Revision ${revision}. Its functions.
create or replace function cups() returns integer language sql as '${cups}';`,
  );
}

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
