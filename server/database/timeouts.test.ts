import { createStore } from '@aparajita/auth-server/testing';
import { openPool, type PoolOptions } from '@aparajita/postgres/pool';
import { clientTimeout, QUEUE_TIMEOUTS, REQUEST_TIMEOUTS } from '@aparajita/postgres/timeouts';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLog } from '#server/log.ts';
import {
  failure,
  insertShopper,
  openShopDatabase,
  type ShopDatabase,
} from '#test/shop-database.ts';
import { createDatabase } from './database.ts';
import { statement } from './tables.ts';

let shop: ShopDatabase;
const pools: pg.Pool[] = [];

beforeAll(async () => {
  shop = await openShopDatabase();
});

afterAll(() => Promise.all(pools.map((pool) => pool.end())));

function pool(options: Partial<PoolOptions>): pg.Pool {
  const { connection } = shop.db;
  const log = createLog('silent');
  const opened = openPool({
    connection,
    role: 'shop_app',
    pooled: false,
    size: 2,
    log,
    ...options,
  });
  pools.push(opened);
  return opened;
}

const TIMEOUTS = statement<{ timeouts: string }>`
  select concat_ws(' ', current_setting('lock_timeout'), current_setting('statement_timeout'),
    current_setting('idle_in_transaction_session_timeout')) as timeouts`;
const asRequested = [{ timeouts: '300ms 4s 10s' }];

describe('PostgreSQL ends statements and transactions that take too long', () => {
  test('of the shop and of its accounts, with any kind of query', async () => {
    const database = createDatabase({ pool: pool({}), enter: 'token', prepare: true });
    const store = createStore(pool({ role: 'shop_auth' }), true);
    const nobody = { userId: crypto.randomUUID(), sessionId: '', email: '', fullName: '' };
    expect(await database.rows(TIMEOUTS)).toEqual(asRequested);
    expect(await database.asShopper(nobody, TIMEOUTS)).toEqual(asRequested);
    expect(await database.transact(nobody, (tx) => tx.rows(TIMEOUTS))).toEqual(asRequested);
    expect(await store.rows(TIMEOUTS.sql, [])).toEqual(asRequested);
  });

  test('behind a transaction pooler, too, without leaving settings on its connections', async () => {
    const pooled = pool({ pooled: true, size: 1 });
    const database = createDatabase({ pool: pooled, enter: 'token', prepare: false });
    const store = createStore(pooled, false);
    const nobody = { userId: crypto.randomUUID(), sessionId: '', email: '', fullName: '' };
    expect(await database.rows(TIMEOUTS)).toEqual(asRequested);
    expect(await database.asShopper(nobody, TIMEOUTS)).toEqual(asRequested);
    expect(await database.transact(nobody, (tx) => tx.rows(TIMEOUTS))).toEqual(asRequested);
    expect(await store.rows(TIMEOUTS.sql, [])).toEqual(asRequested);
    expect(await store.transact((tx) => tx.rows(TIMEOUTS.sql, []))).toEqual(asRequested);
    expect((await pooled.query(TIMEOUTS.sql)).rows).toEqual([{ timeouts: '0 0 0' }]);
  });

  test('of the job queue, with longer timeouts', async () => {
    const queue = pool({ timeouts: QUEUE_TIMEOUTS });
    expect((await queue.query(TIMEOUTS.sql)).rows).toEqual([{ timeouts: '2s 1min 1min' }]);
  });

  test('before the driver’s timeout, which would leave the statement running', () => {
    for (const timeouts of [REQUEST_TIMEOUTS, QUEUE_TIMEOUTS]) {
      for (const statements of [1, 2, 5]) {
        expect(clientTimeout(timeouts, statements)).toBeGreaterThan(
          statements * timeouts.statement,
        );
      }
    }
  });
});

test('a slow statement fails with advice for the shopper and stops running in PostgreSQL', async () => {
  // It sleeps for longer than this test's timeout, so any answer comes before its end.
  const slow = statement`select pg_sleep(60)`;
  const asha = await insertShopper(shop.db.owner);
  expect(await failure(shop.database.asShopper(asha, slow))).toMatchObject({
    code: 'unavailable',
    message: 'We are very busy. Please try again in a minute. Your cart is safe.',
    cause: { code: '57014' },
  });
  const running = async () =>
    (
      await shop.db.owner.query(
        `select from pg_stat_activity where query like '%pg_sleep(60)%' and state = 'active'
         and pid <> pg_backend_pid() and datname = current_database()`,
      )
    ).rowCount;
  // The error is sent shortly before the backend is idle.
  await expect.poll(running, { timeout: 10_000 }).toBe(0);
});

test('PostgreSQL rolls back the transaction of a stalled process and frees its locks', async () => {
  const impatient = { ...REQUEST_TIMEOUTS, idleInTransaction: 200 };
  const stopped = await pool({ timeouts: impatient }).connect();
  // In one message: between two, a busy machine may itself be too slow for this timeout.
  await stopped.query(`begin; update products set stock = stock where id = '1'`);
  const { rowCount } = await shop.db.owner.query(`update products set stock = 7 where id = '1'`);
  expect(rowCount).toBe(1);
  stopped.release(true);
});
