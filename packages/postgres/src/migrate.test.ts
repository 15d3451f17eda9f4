import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { MigrationRefusedError, migrate, type Schema } from './migrate.ts';
import { withClient } from './with-client.ts';

const { template: _, ...host } = inject('testServer');
const server = { ...host, database: 'postgres' };
const connection = { ...host, database: `migrated_${crypto.randomUUID().replaceAll('-', '')}` };
let folder: string;
let migrations: string;
let baseline: string;
let schema: Schema;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'migrate-'));
  await query(`create database ${connection.database} template template0`, server);
});

afterAll(async () => {
  await query(`drop database ${connection.database} with (force)`, server);
  await rm(folder, { recursive: true });
});

beforeEach(async () => {
  await query('drop schema public cascade; create schema public');
  migrations = await mkdtemp(path.join(folder, 'migrations-'));
  baseline = await mkdtemp(path.join(folder, 'baseline-'));
  schema = { baseline: [baseline], migrations: [migrations] };
  await write('0001_teas.sql', 'create table teas (name text primary key);');
  await write('0002_first_tea.sql', `insert into teas values ('Butterfly pea');`);
});

const write = (name: string, sql: string) => writeFile(path.join(migrations, name), sql);
const removeFile = (name: string) => rm(path.join(migrations, name));

/** What `to_regclass` or `to_regproc` finds. */
const found = async (name: string) =>
  (
    await query(`select coalesce(to_regclass('${name}')::text, to_regproc('${name}')::text) as it`)
  )[0].it;

describe('migrate', () => {
  test('applies every file once, in name order, and later only what is new', async () => {
    expect(await migrate(connection, schema)).toEqual(['0001_teas.sql', '0002_first_tea.sql']);
    expect(await migrate(connection, schema)).toEqual([]);
    expect(await query('select name from teas')).toEqual([{ name: 'Butterfly pea' }]);
    await write('0003_second_tea.sql', `insert into teas values ('Lemongrass');`);
    expect(await migrate(connection, schema)).toEqual(['0003_second_tea.sql']);
  });

  test('four processes that start at once on a new database apply each file once', async () => {
    const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(connection, schema)));
    // Which process applies which of them is left to chance.
    expect(applied.flat().sort()).toEqual(['0001_teas.sql', '0002_first_tea.sql']);
  });

  test('the files of several folders are one sequence by their numbers, and may move to another one and get Windows line ends', async () => {
    const accounts = path.join(migrations, 'accounts');
    await mkdir(accounts);
    const both = { baseline: [], migrations: [accounts, migrations] };
    await write('accounts/0003_account.sql', `insert into teas values ('of an account');`);
    await write('0001a_prices.sql', 'alter table teas\n  add column price integer;\n');
    const all = ['0001_teas.sql', '0001a_prices.sql', '0002_first_tea.sql', '0003_account.sql'];
    expect(await migrate(connection, both)).toEqual(all);
    await removeFile('0001a_prices.sql');
    await write('accounts/0001a_prices.sql', 'alter table teas\r\n  add column price integer;\r\n');
    expect(await migrate(connection, both)).toEqual([]);
  });

  test('a failing file is rolled back, and the files before it stay applied', async () => {
    await write('0003_broken.sql', 'create table cups (id int); select 1 / 0;');
    await expect(migrate(connection, schema)).rejects.toThrow(
      '0003_broken.sql failed: division by zero',
    );
    expect(await found('cups')).toBeNull();
    expect(await query('select from teas')).toHaveLength(1);
    await write('0003_broken.sql', 'create table cups (id int);');
    expect(await migrate(connection, schema)).toEqual(['0003_broken.sql']);
  });

  test.each<[string, () => Promise<void>, RegExp]>([
    [
      'changed after it had been applied',
      () => write('0002_first_tea.sql', `insert into teas values ('Rose');`),
      /0002_first_tea.sql changed/,
    ],
    [
      'only a newer release knows',
      () => removeFile('0002_first_tea.sql'),
      /newer than this code: it has 0002_first_tea.sql/,
    ],
    [
      'sorts before an applied one',
      () => write('0001_a_late_idea.sql', 'create table late (id int);'),
      /0001_a_late_idea.sql would run after/,
    ],
  ])('refuses a file that %s, and changes nothing', async (_why, change, message) => {
    await migrate(connection, schema);
    await change();
    await write('0003_next.sql', 'create table next (id int);');
    const outcome = migrate(connection, schema);
    await expect(outcome).rejects.toThrow(MigrationRefusedError);
    await expect(outcome).rejects.toThrow(message);
    expect(await found('next')).toBeNull();
  });

  test('waits briefly and often for a table that is in use, so that other queries run in between', async () => {
    await migrate(connection, schema);
    await write('0003_origin.sql', 'alter table teas add column origin text;');
    const migrating = await whileRead(async () => {
      const pending = migrate(connection, schema, {
        retry: { lockMs: 200, pauseMs: 100, tries: 1000 },
      });
      for (let look = 0; look < 10; look += 1) {
        // Behind a migration with an endless wait, each of these would wait until the reader ends.
        await query(`set statement_timeout = '10s'; select from teas`);
      }
      return { pending };
    });
    expect(await migrating.pending).toEqual(['0003_origin.sql']);
  });

  test('fails when a table stays in use, says what to do, and has changed nothing', async () => {
    await migrate(connection, schema);
    await write(
      '0003_origin.sql',
      'create table cups (id int); alter table teas add column origin text;',
    );
    await whileRead(async () => {
      const outcome = migrate(connection, schema, { retry: { lockMs: 50, pauseMs: 10, tries: 3 } });
      await expect(outcome).rejects.toThrow(MigrationRefusedError);
      await expect(outcome).rejects.toThrow(/0003_origin\.sql.*pg_stat_activity/s);
      expect(await found('cups')).toBeNull();
    });
    expect(await migrate(connection, schema)).toEqual(['0003_origin.sql']);
  });
});

describe('a file of the baseline', () => {
  beforeEach(() => removeFile('0001_teas.sql'));

  test('has its tables before the migrations and its functions after them, made anew under a higher revision', async () => {
    await writeTeas(1, 'select cups from teas');
    await write('0002_first_tea.sql', 'alter table teas add column cups integer');
    expect(await migrate(connection, schema, { through: '10-teas.sql' })).toEqual(['10-teas.sql']);
    expect(await found('cups')).toBeNull();
    const rest = ['0002_first_tea.sql', '10-teas.sql revision 1'];
    expect(await migrate(connection, schema)).toEqual(rest);
    expect(await migrate(connection, schema)).toEqual([]);
    await writeTeas(2, 'select 2');
    expect(await migrate(connection, schema)).toEqual(['10-teas.sql revision 2']);
    expect(await query('select cups()')).toEqual([{ cups: 2 }]);
  });

  test('that begins with its revision comes to a database that exists, after the migration with its tables', async () => {
    await writeTeas(1, 'select 1');
    await write('0002_cups.sql', 'create table cups (size integer)');
    await migrate(connection, schema);
    await write('0003_saucers.sql', 'create table saucers (size integer)');
    const view = 'create or replace view small_saucers as select from saucers where size < 3';
    await writeFile(path.join(baseline, '20-saucers.sql'), `-- Revision 1.\n${view};`);
    expect(await migrate(connection, schema)).toEqual([
      '0003_saucers.sql',
      '20-saucers.sql revision 1',
    ]);
    expect(await migrate(connection, schema)).toEqual([]);
  });

  test('has its revision made together with those of other files, or none', async () => {
    await writeTeas(1, 'select 1');
    await writeFile(path.join(baseline, '20-broken.sql'), '-- Revision 1.\nselect 1 / 0;');
    await expect(migrate(connection, schema)).rejects.toThrow(
      '20-broken.sql revision 1 failed: division by zero',
    );
    expect(await found('cups')).toBeNull();
  });

  test.each([
    ['changed and kept its number', 2, /revision 2 changed after being applied. Raise the number/],
    ['is known only in a lower one', 1, /newer than this code: it has 10-teas.sql revision 2/],
  ])('is refused when its revision %s', async (_why, revision, message) => {
    await writeTeas(2, 'select 2');
    await migrate(connection, schema);
    await writeTeas(revision, 'select 1');
    await expect(migrate(connection, schema)).rejects.toThrow(message);
  });
});

describe('a database of before the baseline', () => {
  beforeEach(async () => {
    await migrate(connection, { baseline: [], migrations: [migrations] });
    await removeFile('0001_teas.sql');
    await removeFile('0002_first_tea.sql');
    await writeTeas(1, 'select 1');
    schema.formerly = '0002_first_tea.sql';
  });

  test('has its rows, and what follows the baseline is applied', async () => {
    await write('0300_origin.sql', 'alter table teas add column origin text');
    const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(connection, schema)));
    // Which process applies which of them is left to chance.
    expect(applied.flat().sort()).toEqual(['0300_origin.sql', '10-teas.sql revision 1']);
    expect(await query('select * from teas')).toEqual([{ name: 'Butterfly pea', origin: null }]);
    const names = await query('select name from applied_migrations order by name');
    expect(names.map(({ name }) => name)).toEqual([
      '0300_origin.sql',
      '10-teas.sql',
      '10-teas.sql revision 1',
    ]);
  });

  test('takes on a later one, which has its migrations since', async () => {
    await write('0300_origin.sql', 'alter table teas add column origin text');
    await migrate(connection, schema);
    await removeFile('0300_origin.sql');
    await writeTeas(1, 'select 1', ', origin text');
    schema.formerly = '0300_origin.sql';
    expect(await migrate(connection, schema)).toEqual(['10-teas.sql revision 1']);
    expect(await query('select * from teas')).toEqual([{ name: 'Butterfly pea', origin: null }]);
    expect(await migrate(connection, schema)).toEqual([]);
  });

  test.each([
    [
      'lacks the last file of before',
      `delete from applied_migrations where name = '0002_first_tea.sql'`,
      /lacks 0002_first_tea.sql\. .* start the last version that has this file/,
    ],
    [
      'is newer than the last file that is known',
      `insert into applied_migrations values ('0003_later.sql', '')`,
      /newer than this code: it has 0003/,
    ],
  ])('is refused when it %s', async (_why, change, message) => {
    await query(change);
    await expect(migrate(connection, schema)).rejects.toThrow(message);
  });
});

function writeTeas(revision: number, cups: string, columns = '') {
  return writeFile(
    path.join(baseline, '10-teas.sql'),
    `create table teas (name text primary key${columns});
-- Revision ${revision}. Its functions.
create or replace function cups() returns integer language sql as '${cups}';`,
  );
}

/** Does `work` while an open transaction has read the table. */
function whileRead<T>(work: () => Promise<T>): Promise<T> {
  return withClient(connection, async (reader) => {
    await reader.query('begin; select from teas');
    return work();
  });
}

async function query(sql: string, config: pg.ClientConfig = connection) {
  return withClient(config, async (client) => (await client.query(sql)).rows);
}
