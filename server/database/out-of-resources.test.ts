import { beforeAll, describe, expect, test } from 'vitest';
import { submit, toCheckout } from '#test/checkout.ts';
import { openTestShop, type TestShop } from '#test/shop.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop();
});

describe('a database out of resources is answered 503 with Retry-After', () => {
  test.each([
    ['53000', 'lacks a resource'],
    ['53100', 'has no disk left'],
    ['53200', 'has no memory left'],
    ['53400', 'is at a limit of its configuration'],
    ['58030', 'cannot read its disk'],
    ['57014', 'cancelled a statement'],
    ['55P03', 'does not get a lock'],
    ['25006', 'has become a standby'],
    ['57P03', 'is starting'],
  ])('%s: it %s', async (code) => {
    const asha = await shop.newShopper();
    const order = await toCheckout(asha, [['1', 1]]);
    await shop.db.owner.query(`
      create function fail() returns trigger language plpgsql as $$
        begin raise exception 'as arranged' using errcode = '${code}'; end $$;
      create trigger failing before insert on orders execute function fail();
      grant execute on function fail() to public`);
    const refused = await submit(asha, order, 'the-same-key');
    await shop.db.owner.query('drop function fail cascade');

    expect(refused).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await submit(asha, order, 'the-same-key')).toMatchObject({ status: 201 });
  });

  test('the auth server does the same', async () => {
    await shop.db.owner.query(`
      create function fail() returns trigger language plpgsql as $$
        begin raise exception 'as arranged' using errcode = '53100'; end $$;
      create trigger failing before insert on auth.sessions execute function fail();
      grant execute on function fail() to public`);
    await expect(shop.newShopper()).rejects.toThrow();
    await shop.db.owner.query('drop function fail cascade');
    expect((await shop.newShopper()).token).toBeTruthy();
  });
});

test('after a failover to a read-only server, the shop recovers by itself when it can write', async () => {
  const { owner, connection } = shop.db;
  const asha = await shop.newShopper();
  const order = await toCheckout(asha, [['1', 1]]);
  await owner.query(
    `alter database ${connection.database} set default_transaction_read_only = on;
     select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid()`,
  );
  await expect.poll(async () => (await submit(asha, order)).body.error?.code).toBe('unavailable');
  // Connections that the server has ended are found dead one by one, each by a request.
  await expect.poll(async () => (await asha.request('GET', '/api/cart')).status).toBe(200);

  const writer = await owner.connect();
  await writer.query('set default_transaction_read_only = off');
  await writer.query(
    `alter database ${connection.database} set default_transaction_read_only = off`,
  );
  writer.release();
  // Connections that were opened meanwhile are closed one by one, as the pool finds each to be read-only.
  await expect.poll(async () => (await submit(asha, order)).status).toBe(201);
});
