import { openPool } from '@aparajita/postgres/pool';
import { closeAfterFile } from '@aparajita/postgres/testing';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createCatalogue } from '#server/catalogue/catalogue.ts';
import { catalogueRoutes } from '#server/catalogue/routes.ts';
import { handleErrors } from '#server/http/errors.ts';
import { healthRoutes } from '#server/http/health.ts';
import { createLog } from '#server/log.ts';
import { submit, toCheckout } from '#test/checkout.ts';
import { openPostgresProxy } from '#test/postgres-proxy.ts';
import { openTestShop, send } from '#test/shop.ts';
import { createDatabase } from './database.ts';

const shop = await openTestShop();

/** Lets each insertion into the table fail with this code, until the returned function is called. */
async function failInsertions(table: string, code: string): Promise<() => Promise<unknown>> {
  await shop.db.owner.query(`
    create function fail() returns trigger language plpgsql as $$
      begin raise exception 'as arranged' using errcode = '${code}'; end $$;
    create trigger failing before insert on ${table} execute function fail();
    grant execute on function fail() to public`);
  return () => shop.db.owner.query('drop function fail cascade');
}

test.each([
  ['53100', 'has no disk left'],
  ['55P03', 'does not get a lock'],
  ['25006', 'has become a standby'],
])('a database that says %s, it %s, is answered 503 with Retry-After', async (code) => {
  const asha = await shop.newShopper();
  const order = await toCheckout(asha, [['1', 1]]);
  const mend = await failInsertions('orders', code);
  const refused = await submit(asha, order, 'the-same-key');
  await mend();
  expect(refused).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await submit(asha, order, 'the-same-key')).toMatchObject({ status: 201 });
});

test('so are the accounts', async () => {
  const mend = await failInsertions('auth.sessions', '53100');
  await expect(shop.newShopper()).rejects.toThrow();
  await mend();
  expect((await shop.newShopper()).token).toBeTruthy();
});

test('on a read-only server the shop is not ready and says why, reads, and recovers when it can write', async () => {
  const { owner, connection } = shop.db;
  const ready = () => send(shop.app, 'GET', '/readyz');
  const asha = await shop.newShopper();
  const order = await toCheckout(asha, [['1', 1]]);
  const writer = await owner.connect();
  await writer.query('set default_transaction_read_only = off');
  await writer.query(
    `alter database ${connection.database} set default_transaction_read_only = on;
     select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await expect.poll(ready).toMatchObject({ status: 503, body: 'the database is read-only' });
  await expect.poll(async () => (await submit(asha, order)).body.error?.code).toBe('unavailable');
  // Connections that the server has ended are found dead one by one, each by a request.
  await expect.poll(async () => (await asha.request('GET', '/api/cart')).status).toBe(200);

  await writer.query(`alter database ${connection.database} reset default_transaction_read_only`);
  writer.release();
  // Nobody has to write for the connections of that time to be closed.
  await expect.poll(ready).toMatchObject({ status: 200, body: 'ready, online payment: off' });
  await expect.poll(async () => (await submit(asha, order)).status).toBe(201);
});

test('without its database the process is alive, not ready, and the API asks to come again', async () => {
  const { connection } = shop.db;
  const log = createLog('silent');
  const proxy = await openPostgresProxy({
    host: String(connection.host),
    port: connection.port ?? 5432,
  });
  const pool = openPool({
    ...{ connection: { ...connection, host: proxy.host }, role: 'shop_app', pooled: false },
    ...{ size: 2, log },
  });
  closeAfterFile(() => pool.end());
  const database = createDatabase({ pool, enter: 'session', prepare: true });
  const app = new Hono();
  app.onError(handleErrors(log));
  app.route('/', healthRoutes(database, 'test'));
  const nobody = () => Promise.reject(new Error('Nobody is asked'));
  app.route('/api', catalogueRoutes(createCatalogue(database), nobody));

  expect(await send(app, 'GET', '/healthz')).toMatchObject({ status: 200, body: 'alive' });
  expect(await send(app, 'GET', '/readyz')).toMatchObject({
    ...{ status: 200, body: 'ready, online payment: test' },
  });
  await proxy.close();
  expect(await send(app, 'GET', '/healthz')).toMatchObject({ status: 200 });
  const ready = await send(app, 'GET', '/readyz');
  expect(ready).toMatchObject({ status: 503, body: 'the database does not answer' });
  expect(ready.headers.get('retry-after')).toBe('1');
  const answer = await send(app, 'GET', '/api/products');
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'retry-after': '60',
    'cache-control': 'no-store',
  });
  const message = 'We are very busy. Please try again in a minute.';
  expect(answer).toMatchObject({ status: 503, body: { error: { code: 'unavailable', message } } });
});
