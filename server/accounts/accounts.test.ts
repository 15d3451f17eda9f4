import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cloneDatabase } from '@aparajita/postgres/testing';
import { afterAll, expect, test } from 'vitest';
import { submit, toCheckout } from '#test/checkout.ts';
import { jobsDone } from '#test/jobs.ts';
import { openTestShop, send } from '#test/shop.ts';

// Our own accounts code in another process, on a database that the shop cannot see: it acts as the hosted service.
const hostedDatabase = await cloneDatabase();
const service = fork('test/hosted-accounts.ts');
service.send(hostedDatabase.connection);
const [{ url }] = await once(service, 'message');
const shop = await openTestShop({ hosted: { url } });

afterAll(async () => {
  if (service.connected) service.disconnect();
  await hostedDatabase.drop();
});

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

test('a shopper of the hosted service can order, only that shopper sees the order, and gets its email', async () => {
  const [asha, bina] = [await shop.newShopper(), await shop.newShopper()];
  const placed = await submit(asha, await toCheckout(asha, [['1', 2]]));
  expect(placed.status).toBe(201);
  expect(await asha.request('GET', `/api/orders/${placed.body.id}`)).toMatchObject({ status: 200 });
  expect(await bina.request('GET', `/api/orders/${placed.body.id}`)).toMatchObject({ status: 404 });
  expect((await bina.request('GET', '/api/orders')).body.orders).toEqual([]);

  const { userId: id, email } = asha.shopper;
  await asha.request('PATCH', '/api/profile', { full_name: 'Asha R' });
  expect((await asha.request('GET', '/api/profile')).body).toMatchObject({
    id,
    full_name: 'Asha R',
  });
  // The shop's own account tables hold nothing about her.
  const { rowCount } = await shop.db.owner.query('select from auth.users');
  expect(rowCount).toBe(0);

  // The address is the one in the service's token.
  await shop.startJobs();
  await jobsDone(shop.db.owner);
  const { body: mailbox } = await send(shop.app, 'GET', '/dev/mailbox.json');
  expect(mailbox).toMatchObject([{ to: email }]);
});

test('while the service is down, signed-in shoppers continue and no request gets a 500', async () => {
  const asha = await shop.newShopper();
  expect((await asha.request('GET', '/api/cart')).status).toBe(200);
  const late = await openTestShop({ hosted: { url } }); // has not seen a key yet
  const gone = once(service, 'exit');
  service.disconnect();
  await gone;

  expect((await asha.request('GET', '/api/cart')).status).toBe(200);
  const answer = await send(late.app, 'GET', '/api/cart', undefined, bearer(asha.token));
  expect(answer).toMatchObject({ status: 503, body: { error: { code: 'unavailable' } } });
});
