import { openPool } from '@aparajita/postgres/pool';
import { closeAfterFile } from '@aparajita/postgres/testing';
import { Hono } from 'hono';
import { beforeAll, describe, expect, test } from 'vitest';
import { createCatalogue } from '#server/catalogue/catalogue.ts';
import { catalogueRoutes } from '#server/catalogue/routes.ts';
import { createDatabase } from '#server/database/database.ts';
import { createLog } from '#server/log.ts';
import { openPostgresProxy, type PostgresProxy } from '#test/postgres-proxy.ts';
import { openTestShop, send, type TestShop } from '#test/shop.ts';
import { openShopDatabase } from '#test/shop-database.ts';
import { handleErrors } from './errors.ts';
import { healthRoutes } from './health.ts';

let app: Hono;
let proxy: PostgresProxy;
let cashShop: TestShop;

beforeAll(async () => {
  cashShop = await openTestShop();
  const { db } = await openShopDatabase();
  const log = createLog('silent');
  proxy = await openPostgresProxy({
    host: String(db.connection.host),
    port: db.connection.port ?? 5432,
  });
  const connection = { ...db.connection, host: proxy.host };
  const pool = openPool({ connection, role: 'shop_app', pooled: false, size: 2, log });
  closeAfterFile(() => pool.end());
  const database = createDatabase({ pool, enter: 'session', prepare: true });
  const catalogue = createCatalogue(database);
  app = new Hono();
  app.onError(handleErrors(log));
  app.route('/', healthRoutes(database, 'test'));
  app.route(
    '/api',
    catalogueRoutes(catalogue, () => Promise.reject(new Error('Nobody is asked'))),
  );
});

describe('while the database answers', () => {
  test('the process is alive and ready', async () => {
    expect(await send(app, 'GET', '/healthz')).toMatchObject({ status: 200, body: 'alive' });
    expect(await send(app, 'GET', '/readyz')).toMatchObject({ status: 200 });
  });

  test('/readyz states the payment mode and reveals no keys', async () => {
    expect((await send(app, 'GET', '/readyz')).body).toBe('ready, online payment: test');
    expect((await send(cashShop.app, 'GET', '/readyz')).body).toBe('ready, online payment: off');
  });
});

test('while the database is read-only, the shop is not ready and says why, until it can write', async () => {
  const { owner, connection } = cashShop.db;
  const writer = await owner.connect();
  await writer.query('set default_transaction_read_only = off');
  await writer.query(
    `alter database ${connection.database} set default_transaction_read_only = on;
     select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await expect
    .poll(() => send(cashShop.app, 'GET', '/readyz'))
    .toMatchObject({ status: 503, body: 'the database is read-only' });
  await writer.query(`alter database ${connection.database} reset default_transaction_read_only`);
  writer.release();
  // Nobody has to write for the connections of that time to be closed.
  await expect.poll(() => send(cashShop.app, 'GET', '/readyz')).toMatchObject({ status: 200 });
});

describe('while the database is down', () => {
  beforeAll(() => proxy.close());

  test('the process is alive, not ready, and sends Retry-After', async () => {
    expect(await send(app, 'GET', '/healthz')).toMatchObject({ status: 200 });
    const ready = await send(app, 'GET', '/readyz');
    expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '1']);
    expect(ready.body).toBe('the database does not answer');
  });

  test('the API answers 503 with a message for shoppers', async () => {
    const answer = await send(app, 'GET', '/api/products');
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('60');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.body).toEqual({
      error: {
        code: 'unavailable',
        message: 'We are very busy. Please try again in a minute.',
      },
    });
  });
});
