import { expect, test } from 'vitest';
import { watchDeadlocks } from '#test/deadlocks.ts';
import { openShopDatabase } from '#test/shop-database.ts';

const { db } = await openShopDatabase();

test('the helper counts deadlocks and no other failure', async () => {
  const deadlocks = watchDeadlocks();
  await expect(db.owner.query('select 1 / 0')).rejects.toMatchObject({ code: '22012' });
  const [one, other] = await Promise.all([db.owner.connect(), db.owner.connect()]);
  const lock = (id: string) => `select from products where id = '${id}' for update`;
  for (const client of [one, other]) await client.query('begin');
  await one.query(lock('1'));
  await other.query(lock('2'));
  const both = await Promise.allSettled([one.query(lock('2')), other.query(lock('1'))]);
  expect(both.filter(({ status }) => status === 'rejected')).toHaveLength(1);
  for (const client of [one, other]) {
    await client.query('rollback');
    client.release();
  }
  expect(deadlocks()).toBe(1);
});
