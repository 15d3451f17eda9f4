import { cloneDatabase } from '@aparajita/postgres/testing';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { seedCatalogue } from './seed.ts';

const db = await cloneDatabase();
afterAll(() => db.drop());

const seed = () => seedCatalogue(db.connection, 'db/seed.sql');

async function names(): Promise<string[]> {
  const { rows } = await db.owner.query<{ name: string }>('select name from products order by id');
  return rows.map(({ name }) => name);
}

test('a start neither waits for changes of products nor blocks orders', async () => {
  const before = await names();
  const owner = new pg.Client(db.connection);
  await owner.connect();
  await owner.query('begin');
  await owner.query('update products set price = price + 1, mrp = mrp + 1');
  await seed();
  await owner.query('rollback');
  await owner.end();
  expect(await names()).toEqual(before);
});

test('a catalogue with one product is not seeded', async () => {
  await db.owner.query(`delete from products where id <> '1'`);
  await seed();
  expect(await names()).toHaveLength(1);
});

test('an empty catalogue is seeded once by several concurrent starts', async () => {
  await db.owner.query('delete from products');
  await Promise.all([seed(), seed(), seed(), seed()]);
  expect(await names()).toHaveLength(6);
});
