import { cloneDatabase } from '@aparajita/postgres/testing';
import { expect, test } from 'vitest';
import { runChaos } from '#test/chaos/chaos.ts';

test('sixty payments with random faults: shop and gateway agree (many more: npm run chaos)', async () => {
  const db = await cloneDatabase();
  const { host = '', port = 0, user = '', database = '' } = db.connection;
  const result = await runChaos({
    connection: { host, port, user, database },
    seed: 7,
    attempts: 60,
    customers: 10,
    processes: 2,
    killEveryMs: 4_000,
    pace: 0.3,
  });
  await db.drop();
  expect(result.differences).toEqual([]);
  const sums = Object.fromEntries(result.sums);
  expect(sums['captures held']).toBe(sums['orders paid online']);
  expect(sums['orders paid online']).toBeGreaterThan(5);
  expect(result.counts.get('webhook lost')).toBeGreaterThan(0);
}, 600_000);
