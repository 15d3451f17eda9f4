import { once } from 'node:events';
import { openPool } from '@aparajita/postgres/pool';
import { clientTimeout, REQUEST_TIMEOUTS } from '@aparajita/postgres/timeouts';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addressesOf, insertAddress } from '#server/addresses/queries.ts';
import { listCartItems } from '#server/cart/queries.ts';
import { catalogueRevision } from '#server/catalogue/queries.ts';
import { createLog } from '#server/log.ts';
import type { Shopper } from '#server/shopper.ts';
import { HOME } from '#test/checkout.ts';
import { openPostgresProxy, type PostgresProxy } from '#test/postgres-proxy.ts';
import {
  failure,
  fillCart,
  insertShopper,
  openShopDatabase,
  type ShopDatabase,
} from '#test/shop-database.ts';
import { createDatabase, type Database } from './database.ts';
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
  const connection = { ...shop.db.connection, host: proxy.host };
  pool = openPool({
    connection,
    role: 'shop_app',
    pooled: false,
    size: 1,
    log: createLog('silent'),
  });
  database = createDatabase({ pool, enter: 'session', prepare: true });
});

afterAll(async () => {
  await pool.end();
  await proxy.close();
});

beforeEach(async () => {
  asha = await insertShopper(shop.db.owner);
});

describe('one statement as a shopper', () => {
  test('costs one round trip, the check of the session included', async () => {
    await database.asShopper(asha, listCartItems(asha)); // connects
    proxy.roundTrips();
    await database.asShopper(asha, listCartItems(asha));
    expect(proxy.roundTrips()).toBe(1);
  });

  test('returns the shopper’s rows', async () => {
    await fillCart(shop.db.owner, asha, [{ product_id: '1', quantity: 2 }]);
    expect(await database.asShopper(asha, listCartItems(asha))).toMatchObject([
      { product_id: '1', quantity: 2, price: 499, current_price: 499 },
    ]);
  });

  test.each([
    ['has been deleted', 'delete from auth.sessions where id = $1'],
    ['has expired', `update auth.sessions set expires_at = now() where id = $1`],
    [
      'belongs to a banned account',
      `update auth.users set banned_until = now() + interval '1 hour'
       where id = (select user_id from auth.sessions where id = $1)`,
    ],
    [
      'belongs to a deleted account',
      'delete from auth.users where id = (select user_id from auth.sessions where id = $1)',
    ],
  ])('is refused not_signed_in when the session %s, and writes nothing', async (_, ending) => {
    await database.asShopper(asha, listCartItems(asha));
    await shop.db.owner.query(ending, [asha.sessionId]);
    proxy.roundTrips();
    const error = await failure(database.asShopper(asha, insertAddress(asha, HOME)));
    expect(error).toMatchObject({ code: 'not_signed_in', status: 401 });
    expect(proxy.roundTrips()).toBe(1);
    expect(await addressCount()).toBe(0);
  });

  test('is refused when the session is another shopper’s', async () => {
    const bina = await insertShopper(shop.db.owner);
    const mixed = { ...asha, sessionId: bina.sessionId };
    expect(await failure(database.asShopper(mixed, listCartItems(asha)))).toMatchObject({
      code: 'not_signed_in',
    });
  });

  test('that fails rejects with its reason and leaves the connection usable', async () => {
    const broken = statement`select 1 / 0`;
    expect(await failure(database.asShopper(asha, broken))).toMatchObject({ code: '22012' });
    expect(await database.asShopper(asha, listCartItems(asha))).toEqual([]);
  });

  test.each(['session', 'token'] as const)(
    'leaves no shopper set on the connection (entered by %s)',
    async (enter) => {
      const entered = createDatabase({ pool, enter, prepare: true }); // the pool has one connection
      const who = statement<{ id: string | null }>`select current_shopper() as id`;
      expect(await entered.asShopper(asha, who)).toEqual([{ id: asha.userId }]);
      expect(await entered.rows(who)).toEqual([{ id: null }]);
      expect(await entered.transact(asha, (tx) => tx.rows(who))).toEqual([{ id: asha.userId }]);
      expect(await entered.rows(who)).toEqual([{ id: null }]);
    },
  );

  test('without prepared statements returns the same', async () => {
    const behindPooler = createDatabase({ pool, enter: 'token', prepare: false });
    await behindPooler.transact(asha, (tx) => tx.rows(insertAddress(asha, HOME)));
    expect(await behindPooler.asShopper(asha, addressesOf(asha))).toHaveLength(1);
  });

  test('that waits behind others does not mix results with theirs', async () => {
    const shoppers = await Promise.all(
      Array.from({ length: 20 }, () => insertShopper(shop.db.owner)),
    );
    const who = statement<{ id: string }>`select current_shopper() as id`;
    const answers = await Promise.all(shoppers.map((shopper) => database.asShopper(shopper, who)));
    expect(answers).toEqual(shoppers.map(({ userId }) => [{ id: userId }]));
  });
});

describe('a transaction', () => {
  test('commits everything on success', async () => {
    await database.transact(asha, async (tx) => {
      await tx.rows(insertAddress(asha, HOME));
      await tx.rows(insertAddress(asha, HOME));
    });
    expect(await addressCount()).toBe(2);
  });

  test('rolls everything back on an error and rethrows it', async () => {
    const outcome = database.transact(asha, async (tx) => {
      await tx.rows(insertAddress(asha, HOME));
      throw new Error('Second thoughts');
    });
    await expect(outcome).rejects.toThrow('Second thoughts');
    expect(await addressCount()).toBe(0);
  });

  test('fails when the error of a statement was ignored', async () => {
    const outcome = database.transact(asha, async (tx) => {
      await tx.rows(insertAddress(asha, HOME));
      await tx.rows(statement`select 1 / 0`).catch(() => {});
    });
    await expect(outcome).rejects.toThrow('The transaction had already failed');
    expect(await addressCount()).toBe(0);
  });

  test('is refused not_signed_in when the session has ended', async () => {
    await shop.db.owner.query('delete from auth.sessions where id = $1', [asha.sessionId]);
    const outcome = failure(database.transact(asha, (tx) => tx.rows(insertAddress(asha, HOME))));
    expect(await outcome).toMatchObject({ code: 'not_signed_in' });
    expect(await addressCount()).toBe(0);
  });

  test('is committed with its last statement, in one round trip', async () => {
    await database.asShopper(asha, addressesOf(asha)); // connects
    proxy.roundTrips();
    await database.transact(asha, async (tx) => {
      await tx.rows(insertAddress(asha, HOME));
      await tx.withCommit.executeSql('select 1');
    });
    expect(proxy.roundTrips()).toBe(2);
    expect(await addressCount()).toBe(1);
  });

  test('rolls everything back when its last statement fails, and rethrows the error', async () => {
    const outcome = database.transact(asha, async (tx) => {
      await tx.rows(insertAddress(asha, HOME));
      await tx.withCommit.executeSql('select 1 / 0');
    });
    expect(await failure(outcome)).toMatchObject({ code: '22012' });
    expect(await addressCount()).toBe(0);
    expect(await database.asShopper(asha, addressesOf(asha))).toEqual([]);
  });

  test('accepts no statement after its last one', async () => {
    const outcome = database.transact(asha, async (tx) => {
      await tx.withCommit.executeSql('select 1');
      await tx.rows(insertAddress(asha, HOME));
    });
    await expect(outcome).rejects.toThrow('No statement may follow the last one');
    expect(await addressCount()).toBe(0);
  });

  test('of one statement costs two round trips', async () => {
    await database.asShopper(asha, addressesOf(asha)); // connects
    proxy.roundTrips();
    await database.transact(asha, (tx) => tx.rows(addressesOf(asha)));
    expect(proxy.roundTrips()).toBe(2);
  });
});

describe('a transaction with a serialization failure or deadlock', () => {
  test.each(['40001', '40P01'])('with %s is retried once', async (code) => {
    let attempts = 0;
    const answer = await database.transact(asha, async (tx) => {
      attempts += 1;
      await tx.rows(insertAddress(asha, HOME));
      if (attempts === 1) await tx.executeSql(raise(code));
      return 'done';
    });
    expect([answer, attempts]).toEqual(['done', 2]);
    expect(await addressCount()).toBe(1);
  });

  test('is not retried twice: the client may retry in a moment', async () => {
    let attempts = 0;
    const error = await failure(
      database.transact(asha, async (tx) => {
        attempts += 1;
        await tx.executeSql(raise('40001'));
      }),
    );
    expect(error).toMatchObject({ code: 'unavailable', cause: { code: '40001' } });
    expect(attempts).toBe(2);
  });

  test('is retried when its last statement failed so', async () => {
    let attempts = 0;
    await database.transact(asha, async (tx) => {
      attempts += 1;
      await tx.rows(insertAddress(asha, HOME));
      await tx.withCommit.executeSql(attempts === 1 ? raise('40001') : 'select 1');
    });
    expect(attempts).toBe(2);
    expect(await addressCount()).toBe(1);
  });

  test('other failures are not retried', async () => {
    let attempts = 0;
    await failure(
      database.transact(asha, async (tx) => {
        attempts += 1;
        await tx.executeSql(raise('23505'));
      }),
    );
    expect(attempts).toBe(1);
  });
});

describe('a database that is down', () => {
  test('fails waiting requests with unavailable, and is used again at once', async () => {
    const waiting = failure(database.rows(statement`select pg_sleep(60)`));
    await untilRunning('select pg_sleep(60)');
    proxy.cut();
    expect(await waiting).toMatchObject({ code: 'unavailable', status: 503 });
    expect(await database.rows(catalogueRevision())).toHaveLength(1);
  });

  test('in the middle of a transaction rolls it back and is unavailable', async () => {
    const outcome = failure(
      database.transact(asha, async (tx) => {
        await tx.rows(insertAddress(asha, HOME));
        proxy.cut();
        await tx.rows(addressesOf(asha));
      }),
    );
    expect(await outcome).toMatchObject({ code: 'unavailable' });
    expect(await addressCount()).toBe(0);
    expect(await database.asShopper(asha, addressesOf(asha))).toEqual([]);
  });

  test('that ends our connection (as at a restart) is unavailable, then available again', async () => {
    const waiting = failure(database.rows(statement`select pg_sleep(61)`));
    await untilRunning('select pg_sleep(61)');
    await shop.db.owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where query = 'select pg_sleep(61)'`,
    );
    expect(await waiting).toMatchObject({ code: 'unavailable' });
    expect(await database.asShopper(asha, addressesOf(asha))).toEqual([]);
  });

  test.each([
    ['has no socket', { host: '/nowhere', port: 5432 }],
    ['refuses connections', { host: '127.0.0.1', port: 1 }],
    ['has an unknown host name', { host: 'shop.invalid', port: 5432 }],
  ])('that %s is unavailable, not an internal error', async (_, place) => {
    const nowhere = openPool({
      connection: { ...shop.db.connection, ...place },
      role: 'shop_app',
      pooled: false,
      size: 1,
      log: createLog('silent'),
    });
    const away = createDatabase({ pool: nowhere, enter: 'session', prepare: true });
    expect(await failure(away.rows(catalogueRevision()))).toMatchObject({ code: 'unavailable' });
    expect(await failure(away.asShopper(asha, listCartItems(asha)))).toMatchObject({
      code: 'unavailable',
    });
    await nowhere.end();
  });
});

describe('a database whose host goes silent', () => {
  // Short, and far from what the driver waits for when nobody says how many statements it has sent.
  const timeouts = { ...REQUEST_TIMEOUTS, statement: 1_000 };
  let ownPool: pg.Pool;
  let own: Database;

  beforeAll(() => {
    ownPool = openPool({
      connection: { ...shop.db.connection, host: proxy.host },
      role: 'shop_app',
      pooled: false,
      size: 1,
      timeouts,
      log: createLog('silent'),
    });
    own = createDatabase({ pool: ownPool, enter: 'session', prepare: true });
  });

  afterAll(() => ownPool.end());

  afterEach(() => proxy.cut());

  /** The failure of `work`, and for how many seconds its caller waited. */
  async function silently(work: () => Promise<unknown>) {
    const begin = performance.now();
    const error = await failure(work());
    return { error, seconds: (performance.now() - begin) / 1000 };
  }

  test('is unavailable soon after PostgreSQL would have ended the statement itself', async () => {
    await own.rows(catalogueRevision());
    proxy.freeze();
    const { error, seconds } = await silently(() => own.rows(catalogueRevision()));
    expect(error).toMatchObject({ code: 'unavailable', status: 503 });
    expect(seconds).toBeLessThan(clientTimeout(timeouts) / 1000);
  });

  test('in the middle of a transaction is unavailable as soon, and nothing is written', async () => {
    const { error, seconds } = await silently(() =>
      own.transact(asha, async (tx) => {
        await tx.rows(insertAddress(asha, HOME));
        proxy.freeze();
        await tx.rows(addressesOf(asha));
      }),
    );
    expect(error).toMatchObject({ code: 'unavailable' });
    expect(seconds).toBeLessThan(clientTimeout(timeouts) / 1000);
    expect(await addressCount()).toBe(0);
  });

  test('costs the connection, and the next request gets another', async () => {
    await own.rows(catalogueRevision());
    const removed = once(ownPool, 'remove');
    proxy.freeze();
    await failure(own.rows(catalogueRevision()));
    await removed;
    expect(await own.asShopper(asha, addressesOf(asha))).toEqual([]); // the pool has one connection
    expect(ownPool.totalCount).toBe(1);
  });
});

describe('results', () => {
  test('amounts are numbers and timestamps ISO 8601 in UTC', async () => {
    const [row] = await database.rows(
      statement`select 499.50::numeric(12, 2) as amount, '2026-11-21 12:00+05:30'::timestamptz as at`,
    );
    expect(row).toEqual({ amount: 499.5, at: '2026-11-21T06:30:00.000Z' });
  });
});

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

async function untilRunning(query: string): Promise<void> {
  for (;;) {
    const { rowCount } = await shop.db.owner.query(
      `select from pg_stat_activity where query = $1 and state = 'active' and datname = current_database()`,
      [query],
    );
    if (rowCount) return;
  }
}
