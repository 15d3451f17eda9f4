import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { insertShopper, openShopDatabase, type ShopDatabase } from '#test/shop-database.ts';
import { statements } from '#test/statements.ts';
import { addLine } from './queries.ts';

let shop: ShopDatabase;

beforeAll(async () => {
  shop = await openShopDatabase();
});

test('adding to a cart does not wait for the disk, and what the connection does next waits', async () => {
  const asha = await insertShopper(shop.db.owner);
  const { sql, parameters } = addLine(asha, '1', 2);
  const client = await shop.pool.connect();
  await client.query('set synchronous_commit = on'); // the tests' PostgreSQL never waits
  await client.query('begin');
  await client.query('select auth.enter($1, $2)', [asha.sessionId, asha.userId]);
  expect(await waits(client)).toBe('on');
  expect((await client.query(sql, [...parameters])).rows).toMatchObject([{ quantity: 2 }]);
  expect(await waits(client)).toBe('off');
  await client.query('commit');
  expect(await waits(client)).toBe('on');
  client.release(true);
});

test('everything else that a shopper does waits', () => {
  const without = Object.values(statements).flatMap((functions) =>
    Object.entries(functions)
      .filter(([, queries]) => queries.some((query) => query.sql.includes('synchronous_commit')))
      .map(([name]) => name),
  );
  expect(without.sort()).toEqual(['addLine', 'insertMail']);
});

async function waits(client: pg.PoolClient): Promise<string> {
  const { rows } = await client.query<{ synchronous_commit: string }>('show synchronous_commit');
  return rows[0]?.synchronous_commit ?? '';
}
