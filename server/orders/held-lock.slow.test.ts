import { cloneDatabase } from '@aparajita/postgres/testing';
import { expect, test } from 'vitest';
import { judge, runHeldLock } from '#test/chaos/held-lock.ts';

test('a product that stays locked delays only its own buyers, who get a clear error (two minutes: npm run chaos -- lock)', async () => {
  const db = await cloneDatabase();
  const { host = '', port = 0, user = '', database = '' } = db.connection;
  const result = await runHeldLock({
    connection: { host, port, user, database },
    hold: `update products set popularity = popularity + 1 where id = '1'`,
    seconds: 15,
    processes: 2,
    waiting: 24,
    others: 8,
  });
  await db.drop();
  expect(judge(result), JSON.stringify(result)).toEqual([]);
  expect(result.others.count).toBeGreaterThan(50);
}, 120_000);
