import { once } from 'node:events';
import { createStore } from '@aparajita/auth-server/testing';
import { openPool, type PoolOptions } from '@aparajita/postgres/pool';
import { closeAfterFile } from '@aparajita/postgres/testing';
import { QUEUE_TIMEOUTS, REQUEST_TIMEOUTS } from '@aparajita/postgres/timeouts';
import type pg from 'pg';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addressesOf, insertAddress } from '#server/addresses/routes.ts';
import { listCartItems } from '#server/cart/queries.ts';
import { catalogueRevision } from '#server/catalogue/queries.ts';
import { createLog } from '#server/log.ts';
import { onBehalfOf, type Shopper } from '#server/shopper.ts';
import { HOME } from '#test/checkout.ts';
import { openPostgresProxy, type PostgresProxy } from '#test/postgres-proxy.ts';
import {
  failure,
  fillCart,
  insertShopper,
  openShopDatabase,
  type ShopDatabase,
} from '#test/shop-database.ts';
import { createDatabase, type Database, type Transaction } from './database.ts';
import { statement } from './tables.ts';

let shop: ShopDatabase;
let proxy: PostgresProxy;
let pool: pg.Pool;
let database: Database;
let asha: Shopper;

beforeAll(async () => {
  shop = await openShopDatabase();
  proxy = await openPostgresProxy({
    host: String(shop.db.connection.host),
    port: shop.db.connection.port ?? 5432,
  });
  closeAfterFile(() => proxy.close());
  pool = openOwnPool();
  database = createDatabase({ pool, enter: 'session', prepare: true });
});

beforeEach(async () => {
  asha = await insertShopper(shop.db.owner);
});

describe('one statement as a shopper', () => {
  test('returns the shopper’s rows in one round trip, the check of the session included', async () => {
    await fillCart(shop.db.owner, asha, [{ product_id: '1', quantity: 2 }]);
    await database.asShopper(asha, listCartItems(asha)); // connects
    proxy.roundTrips();
    expect(await database.asShopper(asha, listCartItems(asha))).toMatchObject([
      { product_id: '1', quantity: 2, price: 499, current_price: 499 },
    ]);
    expect(proxy.roundTrips()).toBe(1);
  });

  test.each([
    ['has been deleted', 'delete from auth.sessions where id = $1'],
    [
      'is another shopper’s',
      `with other as (insert into auth.users (email, created_at, updated_at) values ('b@example.com', now(), now()) returning id)
       update auth.sessions set user_id = other.id from other where sessions.id = $1`,
    ],
  ])('is refused not_signed_in when the session %s, and writes nothing', async (_, ending) => {
    await database.asShopper(asha, listCartItems(asha));
    await shop.db.owner.query(ending, [asha.sessionId]);
    const write = insertAddress(asha, HOME);
    const refused = { code: 'not_signed_in', status: 401 };
    proxy.roundTrips();
    expect(await failure(database.asShopper(asha, write))).toMatchObject(refused);
    expect(proxy.roundTrips()).toBe(1);
    expect(await failure(database.transact(asha, (tx) => tx.rows(write)))).toMatchObject(refused);
    expect(await addressCount()).toBe(0);
  });

  test('leaves no shopper set on the connection, however it entered', async () => {
    const who = statement<{ id: string | null }>`select current_shopper() as id`;
    for (const enter of ['session', 'system'] as const) {
      const entered = createDatabase({ pool, enter, prepare: true }); // the pool has one connection
      expect(await entered.asShopper(asha, who)).toEqual([{ id: asha.userId }]);
      expect(await entered.rows(who)).toEqual([{ id: null }]);
      expect(await entered.transact(asha, (tx) => tx.rows(who))).toEqual([{ id: asha.userId }]);
      expect(await entered.rows(who)).toEqual([{ id: null }]);
    }
    const shoppers = await Promise.all(
      Array.from({ length: 20 }, () => insertShopper(shop.db.owner)),
    );
    const answers = await Promise.all(shoppers.map((shopper) => database.asShopper(shopper, who)));
    expect(answers, 'at once').toEqual(shoppers.map(({ userId }) => [{ id: userId }]));
  });
});

describe('a transaction', () => {
  const save = (tx: Transaction) => tx.rows(insertAddress(asha, HOME));

  test('commits everything on success, with its last statement in one round trip', async () => {
    await database.asShopper(asha, addressesOf(asha)); // connects
    proxy.roundTrips();
    await database.transact(asha, save);
    expect(proxy.roundTrips()).toBe(2);
    await database.transact(asha, async (tx) => {
      await save(tx);
      await tx.withCommit.executeSql('select 1');
    });
    expect(proxy.roundTrips()).toBe(2);
    expect(await addressCount()).toBe(2);
  });

  test.each<[string, (tx: Transaction) => unknown, object]>([
    [
      'on an error',
      () => Promise.reject(new Error('Second thoughts')),
      { message: 'Second thoughts' },
    ],
    [
      'when the error of a statement was ignored',
      (tx) => tx.rows(statement`select 1 / 0`).catch(() => {}),
      { message: 'The transaction had already failed' },
    ],
    [
      'when its last statement fails',
      (tx) => tx.withCommit.executeSql('select 1 / 0'),
      { code: '22012' },
    ],
  ])('rolls everything back %s, and rejects', async (_, end, error) => {
    const outcome = database.transact(asha, async (tx) => {
      await save(tx);
      await end(tx);
    });
    expect(await failure(outcome)).toMatchObject(error);
    expect(await addressCount()).toBe(0);
    expect(await database.asShopper(asha, addressesOf(asha))).toEqual([]);
  });

  test('accepts no statement after its last one', async () => {
    const outcome = database.transact(asha, async (tx) => {
      await tx.withCommit.executeSql('select 1');
      await save(tx);
    });
    await expect(outcome).rejects.toThrow('No statement may follow the last one');
    expect(await addressCount()).toBe(0);
  });

  test.each([
    ['40001', 1, 2, 'done'],
    ['40P01', 1, 2, 'done'],
    ['40001', 2, 2, { code: 'unavailable', cause: { code: '40001' } }], // the client may retry
    ['23505', 1, 1, { code: '23505' }],
  ])('that fails with %s %d times is tried %d times: %j', async (code, times, tries, answer) => {
    for (const last of [false, true]) {
      let attempts = 0;
      const outcome = database.transact(asha, async (tx) => {
        attempts += 1;
        await save(tx);
        const sql = attempts <= times ? raise(code) : 'select 1';
        await (last ? tx.withCommit : tx).executeSql(sql);
        return 'done';
      });
      if (answer === 'done') expect(await outcome).toBe(answer);
      else expect(await failure(outcome)).toMatchObject(Object(answer));
      expect(attempts).toBe(tries);
    }
    expect(await addressCount()).toBe(answer === 'done' ? 2 : 0);
  });
});

describe('a database that is down', () => {
  test('and ends our connection, as at a restart, fails waiting requests with unavailable, and is used again at once', async () => {
    const waiting = failure(database.rows(statement`select pg_sleep(60)`));
    await expect.poll(() => isRunning('select pg_sleep(60)')).toBe(true);
    await shop.db.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where query = 'select pg_sleep(60)'`,
    );
    expect(await waiting).toMatchObject({ code: 'unavailable', status: 503 });
    expect(await database.asShopper(asha, addressesOf(asha))).toEqual([]);
  });

  test.each([
    ['has no socket', { host: '/nowhere', port: 5432 }],
    ['refuses connections', { host: '127.0.0.1', port: 1 }],
    ['has an unknown host name', { host: 'shop.invalid', port: 5432 }],
  ])('that %s is unavailable, not an internal error', async (_, place) => {
    const nowhere = openOwnPool({ connection: { ...shop.db.connection, ...place } });
    const away = createDatabase({ pool: nowhere, enter: 'session', prepare: true });
    const unavailable = { code: 'unavailable' };
    expect(await failure(away.rows(catalogueRevision()))).toMatchObject(unavailable);
    expect(await failure(away.asShopper(asha, listCartItems(asha)))).toMatchObject(unavailable);
  });
});

test('a host that goes silent is unavailable after a while, and another connection is used', async () => {
  const timeouts = { ...REQUEST_TIMEOUTS, statement: 1_000 };
  const own = openOwnPool({ timeouts });
  const silent = createDatabase({ pool: own, enter: 'session', prepare: true });
  const works: (() => Promise<unknown>)[] = [
    () => {
      proxy.freeze();
      return silent.rows(catalogueRevision());
    },
    () =>
      silent.transact(asha, async (tx) => {
        await tx.rows(insertAddress(asha, HOME));
        proxy.freeze();
        await tx.rows(addressesOf(asha));
      }),
  ];
  await silent.rows(catalogueRevision()); // connects
  for (const work of works) {
    const removed = once(own, 'remove');
    expect(await failure(work())).toMatchObject({ code: 'unavailable', status: 503 });
    await removed; // the next request gets another connection; the pool has one
    expect(await silent.asShopper(asha, addressesOf(asha))).toEqual([]);
    expect(own.totalCount).toBe(1);
  }
  proxy.cut();
  await expect.poll(() => pool.totalCount).toBe(0); // its connection was silent, too
  expect(await addressCount()).toBe(0);
});

describe('PostgreSQL ends statements and transactions that take too long', () => {
  const TIMEOUTS = statement<{ timeouts: string }>`
    select concat_ws(' ', current_setting('lock_timeout'), current_setting('statement_timeout'),
      current_setting('idle_in_transaction_session_timeout')) as timeouts`;
  const ofRequests = [{ timeouts: '300ms 4s 10s' }];

  test('of the shop and of its accounts, also behind a transaction pooler, which keeps neither settings nor prepared statements', async () => {
    const nobody = onBehalfOf(crypto.randomUUID());
    for (const pooled of [false, true]) {
      const own = openOwnPool({ pooled, connection: shop.db.connection });
      const accounts = openOwnPool({ pooled, connection: shop.db.connection, role: 'shop_auth' });
      const read = createDatabase({ pool: own, enter: 'system', prepare: !pooled });
      const store = createStore(accounts, !pooled);
      expect(await read.rows(TIMEOUTS)).toEqual(ofRequests);
      expect(await read.asShopper(nobody, TIMEOUTS)).toEqual(ofRequests);
      expect(await read.transact(nobody, (tx) => tx.rows(TIMEOUTS))).toEqual(ofRequests);
      expect(await store.rows(TIMEOUTS.sql, [])).toEqual(ofRequests);
      expect(await store.transact((tx) => tx.rows(TIMEOUTS.sql, []))).toEqual(ofRequests);
      const left = pooled ? [{ timeouts: '0 0 0' }] : ofRequests;
      for (const used of [own, accounts])
        expect((await used.query(TIMEOUTS.sql)).rows).toEqual(left);
      const prepared = await own.query('select name from pg_prepared_statements');
      if (pooled) expect(prepared.rows).toEqual([]);
    }
    const queue = openOwnPool({ timeouts: QUEUE_TIMEOUTS });
    expect((await queue.query(TIMEOUTS.sql)).rows).toEqual([{ timeouts: '2s 1min 1min' }]);
  });

  test('with advice for the shopper, and nothing goes on running', async () => {
    // It sleeps for longer than this test's timeout, so any answer comes before its end.
    const slow = statement`select pg_sleep(600)`;
    expect(await failure(shop.database.asShopper(asha, slow))).toMatchObject({
      code: 'unavailable',
      message: 'We are very busy. Please try again in a minute. Your cart is safe.',
      cause: { code: '57014' },
    });
    // The error is sent shortly before the backend is idle.
    await expect.poll(() => isRunning('%pg_sleep(600)%')).toBe(false);
  });

  test('and frees the locks of a process that stalls', async () => {
    const impatient = { ...REQUEST_TIMEOUTS, idleInTransaction: 200 };
    const stopped = await openOwnPool({ timeouts: impatient }).connect();
    // In one message: between two, a busy machine may itself be too slow for this timeout.
    await stopped.query(`begin; update products set stock = stock where id = '1'`);
    const { rowCount } = await shop.db.owner.query(`update products set stock = 7 where id = '1'`);
    expect(rowCount).toBe(1);
    stopped.release(true);
  });
});

/** A pool with one connection, through the proxy unless another one is given; closed after the file. */
function openOwnPool(options: Partial<PoolOptions> = {}): pg.Pool {
  const connection = { ...shop.db.connection, host: proxy.host };
  const log = createLog('silent');
  const common = { connection, role: 'shop_app', pooled: false, size: 1, log };
  const own = openPool({ ...common, ...options });
  closeAfterFile(() => own.end());
  return own;
}

async function isRunning(query: string): Promise<boolean> {
  const { rowCount } = await shop.db.owner.query(
    `select from pg_stat_activity where query like $1 and state = 'active' and pid <> pg_backend_pid()
     and datname = current_database()`,
    [query],
  );
  return rowCount !== 0;
}

async function addressCount(): Promise<number> {
  const { rows } = await shop.db.owner.query(
    'select count(*)::int as n from addresses where user_id = $1',
    [asha.userId],
  );
  return rows[0].n;
}

function raise(code: string): string {
  return `do $$ begin raise exception 'as arranged' using errcode = '${code}'; end $$`;
}
