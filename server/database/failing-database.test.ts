import { expect, test } from 'vitest';
import { healthRoutes } from '#server/http/health.ts';
import { submit, toCheckout } from '#test/checkout.ts';
import { openTestShop, send } from '#test/shop.ts';

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
  const message = expect.stringMatching(/^We are very busy. Please try again in a minute./);
  expect(refused).toMatchObject({ status: 503, body: { error: { code: 'unavailable', message } } });
  expect(refused.headers.get('retry-after')).toBe('60');
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

test('without its database the process is alive, not ready, and says when to come again', async () => {
  const app = healthRoutes({ rows: () => Promise.reject(new Error('no socket')) }, 'test');
  expect(await send(app, 'GET', '/healthz')).toMatchObject({ status: 200, body: 'alive' });
  const ready = await send(app, 'GET', '/readyz');
  expect(ready).toMatchObject({ status: 503, body: 'the database does not answer' });
  expect(ready.headers.get('retry-after')).toBe('1');
  const working = healthRoutes({ rows: async () => [] }, 'test');
  expect((await send(working, 'GET', '/readyz')).body).toBe('ready, online payment: test');
});
