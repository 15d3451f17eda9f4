import { beforeAll, expect, test } from 'vitest';
import { HOME, refused, submit, toCheckout } from '#test/checkout.ts';
import { jobsDone } from '#test/jobs.ts';
import { fillOrders } from '#test/many-orders.ts';
import { send } from '#test/shop.ts';
import { newStaff, openStaffedShop } from '#test/staff.ts';

const { shop, owner, rows, get, place, go, refundByHand } = await openStaffedShop();
const { id: orderId, order_number, shopper: asha } = await place();
const { userId, email } = asha.shopper;

beforeAll(async () => {
  const profile = { full_name: 'Ashalata Deshmukh', phone: '9123456780' };
  await asha.request('PATCH', '/api/profile', profile);
  await shop.startJobs();
});

const find = async (q: string): Promise<string[]> =>
  (await get(`customers?q=${encodeURIComponent(q)}`)).customers.map(({ id }: { id: string }) => id);
const open = (id: string) => get(`customers/${id}`);
const ask = (method: string, id: string, what: string) =>
  owner.request(method, `/api/admin/customers/${id}/${what}`);
const emailsTo = async (address: string) => {
  await jobsDone(shop.db.owner);
  const { body } = await send(shop.app, 'GET', '/dev/mailbox.json');
  return body.filter(({ to }: { to: string }) => to === address);
};
const logged = (id: string) =>
  rows('select verb, staff_id from audit_log where subject_id = $1 order by id', [id]);

test('a customer is found by email, name and telephone number of the account or of an order, and by nothing else', async () => {
  for (const typed of [
    ...[email, email.toUpperCase(), email.slice(0, 12), `A. D. <${email}>`],
    ...['deshm', 'ashalata deshmukh', '+91 91234 56780', '6780', HOME.phone],
  ])
    expect(await find(typed), typed).toEqual([userId]);
  expect(await find(HOME.full_name)).toContain(userId);
  for (const typed of ['zzzz', `o'x`, ':*', '%']) expect(await find(typed), typed).toEqual([]);
});

test('a customer’s page has orders, sums, addresses and the state of the account', async () => {
  expect(await open(userId)).toMatchObject({
    ...{ email, full_name: 'Ashalata Deshmukh' },
    ...{ orders: 1, delivered: 0, cancelled: 0, spent: 0 },
    addresses: [{}],
    account: { sessions: 1, factors: 0, staff: false },
    last_orders: [{ id: orderId, order_number, fulfilment: 'pending' }],
  });
  for (const id of [crypto.randomUUID(), 'x'])
    expect((await owner.request('GET', `/api/admin/customers/${id}`)).status).toBe(404);
});

test('the spent sum is the paid one less refunds, without cash that was never collected', async () => {
  const { id, shopper } = await place([['1', 1]]);
  const spent = async () => {
    const customer = await open(shopper.shopper.userId);
    return [customer.spent, (await get(`orders/${id}`)).customer.spent];
  };
  expect(await spent()).toEqual([0, 0]);
  await go(id, 'hand_over', 'deliver');
  await refundByHand(id, 100);
  expect(await spent()).toEqual([399, 399]);
});

test('signing a customer out everywhere ends all sessions, writes the log and emails the account’s owner', async () => {
  const bina = await shop.newShopper();
  const { userId, email } = bina.shopper;
  expect((await ask('DELETE', userId, 'sessions')).body.account.sessions).toBe(0);
  expect((await bina.request('GET', '/api/cart')).status).toBe(401);
  expect(await logged(userId)).toEqual([{ verb: 'end_sessions', staff_id: owner.shopper.userId }]);
  expect(await emailsTo(email)).toMatchObject([{ subject: 'You were signed out everywhere' }]);
});

test('cash on delivery is refused to a customer and allowed again, and each change logged once', async () => {
  const bina = await shop.newShopper();
  const { userId } = bina.shopper;
  for (const _ of ['once', 'twice'])
    expect((await ask('POST', userId, 'cash-block')).body.cash_blocked_at).toMatch(/^20/);
  const { body } = await bina.request('GET', '/api/checkout/terms');
  expect(body.cash.refused).toContain('not available for your account');
  const order = await toCheckout(bina, [['1', 1]]);
  expect(await submit(bina, order)).toMatchObject(refused(409, 'cash_limit'));
  for (const _ of ['once', 'twice'])
    expect((await ask('DELETE', userId, 'cash-block')).body.cash_blocked_at).toBeNull();
  expect((await submit(bina, order)).status).toBe(201);
  expect(await logged(userId)).toMatchObject([{ verb: 'block_cash' }, { verb: 'unblock_cash' }]);
});

test('removing the second step removes all factors with their recovery codes, writes the log and emails; of staff nothing', async () => {
  const [bina, packer] = [await shop.newShopper(), await newStaff(shop, 'packer')];
  await rows(
    `insert into auth.factors (user_id, friendly_name, factor_type, status, created_at, updated_at)
     select id, type, type, 'verified', now(), now()
     from auth.users, unnest(array['totp', 'recovery_code']) type where id in ($1, $2)`,
    [bina.shopper.userId, packer.shopper.userId],
  );
  const { userId, email } = bina.shopper;
  expect((await open(userId)).account.factors).toBe(1); // without the codes
  const { body } = await ask('DELETE', userId, 'factors');
  expect(body.account).toMatchObject({ factors: 0, sessions: 0 });
  expect(await logged(userId)).toMatchObject([{ verb: 'remove_factors' }]);
  expect(await emailsTo(email)).toMatchObject([{ subject: 'An authenticator app was removed' }]);
  expect((await ask('DELETE', packer.shopper.userId, 'factors')).status).toBe(403);
  expect(await logged(packer.shopper.userId)).toEqual([]);
});

test('of a customer whose account is gone orders are shown, and actions on accounts do not exist', async () => {
  const { userId, email } = (await place([['1', 1]])).shopper.shopper;
  await rows('delete from auth.users where id = $1', [userId]);
  expect(await open(userId)).toMatchObject({ account: null, email, orders: 1 });
  expect(await ask('DELETE', userId, 'sessions')).toMatchObject({ status: 404 });
  expect(await logged(userId)).toEqual([]);
});

test('an export has all data of the person, nobody else’s, and no secret of the account', async () => {
  const message = { name: 'Asha', email, subject: 'A gift', message: 'Do you wrap?' };
  await send(shop.app, 'POST', '/api/contact-messages', message);
  await rows(`update auth.sessions set address = '203.0.113.7' where user_id = $1`, [userId]);
  await rows(`update auth.audit_log set address = '203.0.113.8' where user_id = $1`, [userId]);
  const corrected = { ...HOME, city: 'Ujjain', version: 0 };
  await owner.request('PATCH', `/api/admin/orders/${orderId}/address`, corrected);
  const { body } = await ask('POST', userId, 'export');
  expect(body).toMatchObject({
    account: { email },
    profile: { full_name: 'Ashalata Deshmukh' },
    addresses: [{}],
    orders: [{ order_number, items: [{ quantity: 2 }] }],
    messages: [{ subject: 'A gift' }],
    newsletter: null,
    sessions: [{ network_address: '203.0.113.7' }],
    staff_log: [
      { action: 'correct_address', before: { city: 'Mumbai' }, after: { city: 'Ujjain' } },
      { action: 'export_customer' },
    ],
  });
  expect(body.account_log[0]).toMatchObject({ network_address: '203.0.113.8' });
  const secrets = ['password', 'secret', 'idempotency', 'request_hash', 'token'];
  for (const secret of [...secrets, owner.shopper.email, owner.shopper.userId])
    expect(JSON.stringify(body)).not.toContain(secret);
  expect(await logged(userId)).toMatchObject([{ verb: 'export_customer' }]);
});

// The last test: it adds orders of other people.
test('those who have ordered follow each other page by page, who did so last first, each once', async () => {
  await fillOrders(shop.db.owner, 480); // four orders each of 120 people
  // Many of the same minute.
  await rows(
    `update orders set created_at = now() - make_interval(mins => abs(hashtext(id::text)) % 100)`,
  );
  const pages: { id: string }[][] = [];
  for (let after: string | null = ''; after !== null; ) {
    const { customers, next }: Page = await get(`customers${after && `?after=${after}`}`);
    pages.push(customers);
    after = next;
  }
  expect(pages.slice(0, 2).map(({ length }) => length)).toEqual([50, 50]);
  expect(pages.flat().map(({ id }) => ({ id }))).toEqual(
    await rows(
      `select user_id as id from (
         select distinct on (user_id) user_id, created_at, id from orders order by user_id, created_at desc, id desc
       ) latest order by created_at desc, latest.id desc`,
    ),
  );
});
type Page = { customers: { id: string }[]; next: string | null };
