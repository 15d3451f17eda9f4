import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { makeBackup } from '@aparajita/postgres/backup';
import { migrate } from '@aparajita/postgres/migrate';
import { restoreBackup } from '@aparajita/postgres/restore';
import { cloneDatabase, type TestDatabase } from '@aparajita/postgres/testing';
import pg from 'pg';
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
    `insert into auth.signing_keys values ('k', '{"kty":"EC"}', '\\x00ff5c2e0a', now(), now())`,
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

describe('a backup', () => {
  test('restores the whole shop into an empty database', async () => {
    const file = path.join(folder, 'whole');
    const rows = await makeBackup(shop.connection, file, BACKUP);
    expect(rows).toMatchObject({
      'public.products': 6,
      'public.addresses': 1,
      'auth.signing_keys': 1,
    });

    const restored = await emptyDatabase();
    await restoreBackup(restored, file, BACKUP);
    for (const table of Object.keys(rows)) {
      const all = `select * from ${table} t order by t::text`;
      expect(await query(restored, all), table).toEqual(await query(shop.connection, all));
    }
    expect(await query(restored, 'select full_name from addresses')).toEqual([
      { full_name: ODD_NAME },
    ]);
  });

  test('restores the unfinished jobs', async () => {
    const file = path.join(folder, 'going-on');
    await makeBackup(shop.connection, file, BACKUP);
    const restored = await emptyDatabase();
    await restoreBackup(restored, file, BACKUP);
    const jobs = 'select id, name, state, data from jobs.job';
    expect(await query(restored, jobs)).toEqual(await query(shop.connection, jobs));
  });

  test.each([
    ['some', 'select generate_order_number() from generate_series(1, 7)'],
    ['no', 'select'],
  ])(
    'of a shop with %s orders: a number given out after it is not given out again',
    async (orders, before) => {
      const source = await cloneDatabase();
      await source.owner.query(before);
      const file = path.join(folder, `${orders}-orders`);
      await makeBackup(source.connection, file, BACKUP);
      const numbers = 'select generate_order_number() as number from generate_series(1, 5000)';
      const lost = (await source.owner.query(numbers)).rows;
      await source.drop();
      const restored = await emptyDatabase();
      await restoreBackup(restored, file, BACKUP);
      const next = await query(restored, numbers);
      expect(new Set([...lost, ...next].map(({ number }) => number)).size).toBe(10_000);
    },
  );

  test('restores jobs that were queued under a former name', async () => {
    const file = path.join(folder, 'former-name');
    await makeBackup(shop.connection, file, BACKUP);
    const former = text(await readFile(file)).replaceAll('"order-confirmation"', '"auth-tidy"');
    await writeFile(file, gzipSync(former));
    const restored = await emptyDatabase();
    await restoreBackup(restored, file, BACKUP);
    expect(await query(restored, 'select name from jobs.job')).toEqual([{ name: 'auth-cleanup' }]);
  });

  test('restores constraints and triggers', async () => {
    const file = path.join(folder, 'rules');
    await makeBackup(shop.connection, file, BACKUP);
    const restored = await emptyDatabase();
    await restoreBackup(restored, file, BACKUP);
    const off = `select tgname from pg_trigger where not tgisinternal and tgenabled <> 'O'`;
    expect(await query(restored, off)).toEqual([]);
    expect(await migrate(restored, SHOP_SCHEMA)).toEqual([]);
    await expect(query(restored, 'update products set stock = -1')).rejects.toThrow(/check/);
  });

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
    const file = path.join(folder, 'open');
    await makeBackup(source.connection, file, BACKUP).finally(() => open.abort());
    await day;
    await source.drop();

    const restored = await emptyDatabase();
    await restoreBackup(restored, file, BACKUP);
    expect(
      await query(
        restored,
        'select id from profiles where id not in (select user_id from addresses)',
      ),
    ).toEqual([]);
  });

  test('is readable by its owner only, and never incomplete', async () => {
    const file = path.join(folder, 'private');
    await makeBackup(shop.connection, file, BACKUP);
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
    file = path.join(folder, 'good');
    await makeBackup(shop.connection, file, BACKUP);
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
    ['is something else', () => Buffer.from('a photograph')],
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

  test('when a product breaks a rule that a trigger checks', async () => {
    const source = await cloneDatabase();
    await source.owner.query(
      `alter table products disable trigger user; update products set country_of_origin = '' where id = '2'`,
    );
    const broken = path.join(folder, 'broken');
    await makeBackup(source.connection, broken, BACKUP);
    await source.drop();
    const restored = await emptyDatabase();
    await expect(restoreBackup(restored, broken, BACKUP)).rejects.toThrow(
      /products_country_of_origin_check/,
    );
    const kept = `select 1 from products where country_of_origin = ''`;
    expect(await query(restored, kept)).toEqual([]);
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

async function query(connection: pg.ClientConfig, sql: string): Promise<unknown[]> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
