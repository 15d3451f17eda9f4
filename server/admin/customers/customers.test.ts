import { beforeAll, describe, expect, test } from 'vitest';
import { HOME, submit, toCheckout } from '#test/checkout.ts';
import { jobsDone } from '#test/jobs.ts';
import { fillOrders } from '#test/many-orders.ts';
import { openTestShop, send, type TestShop, type TestShopper } from '#test/shop.ts';
import { newStaff } from '#test/staff.ts';

let shop: TestShop;
let owner: TestShopper;
let asha: TestShopper;
let order: { id: string; order_number: string };

beforeAll(async () => {
  shop = await openTestShop();
  owner = await newStaff(shop, 'owner');
  asha = await shop.newShopper();
  order = (await submit(asha, await toCheckout(asha, [['1', 2]]))).body;
  await asha.request('PATCH', '/api/profile', {
    full_name: 'Ashalata Deshmukh',
    phone: '9123456780',
  });
  await shop.startJobs();
});

const find = async (q: string): Promise<string[]> =>
  (
    await owner.request('GET', `/api/admin/customers?q=${encodeURIComponent(q)}`)
  ).body.customers.map(({ id }: { id: string }) => id);
const open = (id: string) => owner.request('GET', `/api/admin/customers/${id}`);
const emailsTo = async (email: string) => {
  await jobsDone(shop.db.owner);
  const { body } = await send(shop.app, 'GET', '/dev/mailbox.json');
  return body.filter(({ to }: { to: string }) => to === email);
};
const logged = async (id: string) =>
  (await shop.db.owner.query('select verb, staff_id from audit_log where subject_id = $1', [id]))
    .rows;

describe('a customer is found by', () => {
  test('email, complete or incomplete', async () => {
    const { email, userId } = asha.shopper;
    for (const typed of [email, email.toUpperCase(), email.slice(0, 12)]) {
      expect(await find(typed), typed).toEqual([userId]);
    }
  });

  test('the name of the account or of an order', async () => {
    expect(await find('deshm')).toEqual([asha.shopper.userId]);
    expect(await find('ashalata deshmukh')).toEqual([asha.shopper.userId]);
  });

  test('the telephone number of the account or of an order', async () => {
    expect(await find('+91 91234 56780')).toEqual([asha.shopper.userId]);
    const { addresses } = (await open(asha.shopper.userId)).body;
    expect(await find(addresses[0].phone)).toContain(asha.shopper.userId);
    expect(await find('6780')).toEqual([asha.shopper.userId]);
    expect(await find(addresses[0].phone.slice(-5))).toContain(asha.shopper.userId);
  });

  test('nothing else, and signs of a search are no operators', async () => {
    for (const typed of ['zzzz', `o'x`, '\\', ':*', '%', '_', '!', '()']) {
      expect(await find(typed), typed).toEqual([]);
    }
  });
});

test('those who have ordered follow each other page by page, who did so last first, each once', async () => {
  const busy = await openTestShop();
  const member = await newStaff(busy, 'owner');
  await fillOrders(busy.db.owner, 480); // four orders each of 120 people
  // Many of the same minute.
  await busy.db.owner.query(
    `update orders set created_at = now() - make_interval(mins => abs(hashtext(id::text)) % 100)`,
  );
  const page = async (after: string | null) =>
    (await member.request('GET', `/api/admin/customers${after ? `?after=${after}` : ''}`)).body;
  const listed: string[] = [];
  const lengths: number[] = [];
  for (let after: string | null = null; ; ) {
    const { customers, next, more } = await page(after);
    lengths.push(customers.length);
    listed.push(...customers.map(({ id }: { id: string }) => id));
    expect(more).toBe(next !== null);
    if (next === null) break;
    after = next;
  }
  expect(lengths).toEqual([50, 50, 20]);
  const { rows } = await busy.db.owner.query(
    `select user_id from (
       select distinct on (user_id) user_id, created_at, id from orders order by user_id, created_at desc, id desc
     ) latest order by created_at desc, id desc`,
  );
  expect(listed).toEqual(rows.map(({ user_id }) => user_id));
  expect((await page('00000000-0000-4000-8000-000000000000')).customers).toEqual([]);
});

test('a customer’s page has orders, sums, addresses and the state of the account', async () => {
  const { body } = await open(asha.shopper.userId);
  expect(body).toMatchObject({
    email: asha.shopper.email,
    full_name: 'Ashalata Deshmukh',
    orders: 1,
    delivered: 0,
    cancelled: 0,
    account: { sessions: 1, factors: 0, staff: false },
    last_orders: [{ id: order.id, order_number: order.order_number, fulfilment: 'pending' }],
  });
  expect(body.spent).toBe(0);
  expect(body.addresses).toHaveLength(1);
});

test('the spent sum is the paid one less refunds, without cash that was never collected', async () => {
  const ravi = await shop.newShopper();
  const { body: bought } = await submit(ravi, await toCheckout(ravi, [['1', 1]]));
  const spent = async () => {
    const { body: customer } = await open(ravi.shopper.userId);
    const { body: listed } = await owner.request('GET', `/api/admin/customers?q=${customer.email}`);
    const { body: detail } = await owner.request('GET', `/api/admin/orders/${bought.id}`);
    return [customer.spent, listed.customers[0].spent, detail.customer.spent];
  };
  expect(await spent()).toEqual([0, 0, 0]);
  const delivered = `update orders set fulfilment = 'delivered', payment_status = 'paid' where id = $1
    returning version`;
  const { rows } = await shop.db.owner.query(delivered, [bought.id]);
  expect(await spent()).toEqual([499, 499, 499]);
  await owner.request(
    'POST',
    `/api/admin/orders/${bought.id}/manual-refunds`,
    { version: rows[0].version, amount: 100, way: 'upi', reference: 'UTR 1', reason: 'goodwill' },
    { 'idempotency-key': 'given-back-by-hand' },
  );
  expect(await spent()).toEqual([399, 399, 399]);
});

test.each([
  ['does not count in a shop', true, 0],
  ['counts in demo mode, which knows no other money', false, 499],
])('test money that a customer has spent %s', async (_, staffFactor, sum) => {
  const other = await openTestShop({ staffFactor });
  const member = await newStaff(other, 'owner');
  const { shopper } = await other.newShopper();
  await other.db.owner.query(
    `insert into payment_intents (user_id, email, idempotency_key, request_hash, order_number, amount_paise,
       shipping_address, mode, key_id, expires_at)
     values ($1, $2, 'a-key-of-mine', 'x', 'AP-AAA-AAA', 49900, '{}', 'test', 'x', now())`,
    [shopper.userId, shopper.email],
  );
  const { rows } = await other.db.owner.query(`
    with paid as (
      insert into payments (id, intent_id, user_id, amount_paise, status, applied)
        select 'pay_AAAAAAAAAAAAAA', id, user_id, amount_paise, 'captured', true from payment_intents returning *
    )
    insert into orders (user_id, email, order_number, total_amount, shipping_address, payment_method, payment_status,
      fulfilment, idempotency_key, request_hash, intent_id, payment_id, payment_mode)
      select user_id, email, order_number, 499, '{}', 'razorpay', 'paid', 'confirmed', idempotency_key, 'x',
        payment_intents.id, paid.id, mode from payment_intents join paid using (user_id)
      returning id`);
  const at = async (path: string) => (await member.request('GET', `/api/admin${path}`)).body;
  expect([
    (await at(`/customers/${shopper.userId}`)).spent,
    (await at('/customers')).customers[0].spent,
    (await at(`/orders/${rows[0].id}`)).customer.spent,
  ]).toEqual([sum, sum, sum]);
});

test('signing a customer out everywhere ends all sessions, writes the log and emails the account’s owner', async () => {
  const bina = await shop.newShopper();
  const { userId, email } = bina.shopper;
  const { status, body } = await owner.request('DELETE', `/api/admin/customers/${userId}/sessions`);
  expect([status, body.account.sessions]).toEqual([200, 0]);
  expect((await bina.request('GET', '/api/cart')).status).toBe(401);
  expect(await logged(userId)).toEqual([{ verb: 'end_sessions', staff_id: owner.shopper.userId }]);
  expect(await emailsTo(email)).toMatchObject([{ subject: 'You were signed out everywhere' }]);
});

test('cash on delivery is refused to a customer and allowed again, and each change logged once', async () => {
  const bina = await shop.newShopper();
  const { userId } = bina.shopper;
  const path = `/api/admin/customers/${userId}/cash-block`;
  expect((await open(userId)).body.cash_blocked_at).toBeNull();
  for (let press = 0; press < 2; press++) {
    const { status, body } = await owner.request('POST', path);
    expect([status, body.cash_blocked_at]).toEqual([200, expect.any(String)]);
  }
  const checkout = async () => (await bina.request('GET', '/api/payments/open')).body;
  expect(await checkout()).toEqual({ payment: null, cash_refused: true });
  const asha = await shop.newShopper();
  expect((await asha.request('GET', '/api/payments/open')).body).toEqual({ payment: null });
  const refused = await submit(bina, await toCheckout(bina, [['1', 1]]));
  expect([refused.status, refused.body.error.code]).toEqual([409, 'cash_limit']);
  for (let press = 0; press < 2; press++) {
    expect((await owner.request('DELETE', path)).body.cash_blocked_at).toBeNull();
  }
  expect(await checkout()).toEqual({ payment: null });
  expect((await submit(bina, await toCheckout(bina, []))).status).toBe(201);
  expect((await logged(userId)).map(({ verb }) => verb)).toEqual(['block_cash', 'unblock_cash']);
  const nobody = '00000000-0000-4000-8000-000000000000';
  expect((await owner.request('POST', `/api/admin/customers/${nobody}/cash-block`)).status).toBe(
    404,
  );
});

describe('removing the second step', () => {
  const withFactor = async (member: TestShopper) => {
    await shop.db.owner.query(
      `insert into auth.factors (user_id, friendly_name, factor_type, status, created_at, updated_at)
       values ($1, 'phone', 'totp', 'verified', now(), now())`,
      [member.shopper.userId],
    );
    return member;
  };

  test('is counted once, its recovery codes not with it', async () => {
    const { shopper } = await withFactor(await shop.newShopper());
    await shop.db.owner.query(
      `insert into auth.factors (user_id, friendly_name, factor_type, status, created_at, updated_at)
       values ($1, 'Recovery codes', 'recovery_code', 'verified', now(), now())`,
      [shopper.userId],
    );
    const { body } = await owner.request('GET', `/api/admin/customers/${shopper.userId}`);
    expect(body.account.factors).toBe(1);
  });

  test('removes all factors, writes the log and emails the account’s owner', async () => {
    const { shopper } = await withFactor(await shop.newShopper());
    const { body } = await owner.request(
      'DELETE',
      `/api/admin/customers/${shopper.userId}/factors`,
    );
    expect(body.account).toMatchObject({ factors: 0, sessions: 0 });
    expect(await logged(shopper.userId)).toMatchObject([{ verb: 'remove_factors' }]);
    expect(await emailsTo(shopper.email)).toMatchObject([
      { subject: 'An authenticator app was removed' },
    ]);
  });

  test('is refused for staff and without a factor, and logs nothing', async () => {
    const { shopper } = await withFactor(await newStaff(shop, 'packer'));
    for (const [id, status] of [
      [shopper.userId, 403],
      [asha.shopper.userId, 404],
    ] as const) {
      expect((await owner.request('DELETE', `/api/admin/customers/${id}/factors`)).status).toBe(
        status,
      );
      expect(await logged(id)).toEqual([]);
    }
  });
});

test('with a hosted account service orders are shown, and actions on accounts do not exist', async () => {
  const bina = await shop.newShopper();
  const { shopper } = bina;
  await submit(bina, await toCheckout(bina, [['1', 1]]));
  await shop.db.owner.query('delete from auth.users where id = $1', [shopper.userId]);
  const { body } = await open(shopper.userId);
  expect(body).toMatchObject({ account: null, email: shopper.email, orders: 1 });
  for (const what of ['sessions', 'factors']) {
    const { status } = await owner.request(
      'DELETE',
      `/api/admin/customers/${shopper.userId}/${what}`,
    );
    expect(status).toBe(404);
  }
  expect(await logged(shopper.userId)).toEqual([]);
});

test('an export has all data of the person, nobody else’s, and no secret of the account', async () => {
  const { userId, email } = asha.shopper;
  await send(shop.app, 'POST', '/api/contact-messages', {
    name: 'Asha',
    email,
    subject: 'A gift',
    message: 'Do you wrap?',
  });
  const { status, body } = await owner.request('POST', `/api/admin/customers/${userId}/export`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    account: { email },
    profile: { full_name: 'Ashalata Deshmukh' },
    addresses: [{}],
    orders: [{ order_number: order.order_number, items: [{ quantity: 2 }] }],
    messages: [{ subject: 'A gift' }],
    newsletter: null,
  });
  const text = JSON.stringify(body);
  for (const secret of ['password', 'secret', 'idempotency', 'request_hash', 'token']) {
    expect(text).not.toContain(secret);
  }
  expect(text).not.toContain(owner.shopper.email);
  expect(await logged(userId)).toMatchObject([{ verb: 'export_customer' }]);
});

test('an export has where a session is, and what the logs say about the customer', async () => {
  const chitra = await shop.newShopper();
  const { userId, sessionId } = chitra.shopper;
  const { id } = (await submit(chitra, await toCheckout(chitra, [['1', 1]]))).body;
  await shop.db.owner.query(
    `update auth.sessions set device = 'Chrome on Android', address = '203.0.113.7' where id = $1`,
    [sessionId],
  );
  await shop.db.owner.query(
    `update auth.audit_log set address = '203.0.113.8' where user_id = $1 and event = 'signed_in'`,
    [userId],
  );
  await owner.request('PATCH', `/api/admin/orders/${id}/address`, {
    ...HOME,
    city: 'Ujjain',
    version: 0,
  });
  const { body } = await owner.request('POST', `/api/admin/customers/${userId}/export`);
  expect(body.sessions).toMatchObject([
    { device: 'Chrome on Android', network_address: '203.0.113.7' },
  ]);
  expect(body.account_log).toContainEqual({
    at: expect.any(String),
    event: 'signed_in',
    network_address: '203.0.113.8',
  });
  expect(body.staff_log).toMatchObject([
    {
      action: 'correct_address',
      about: 'order',
      before: { city: 'Mumbai' },
      after: { city: 'Ujjain' },
    },
    { action: 'export_customer', about: 'customer' },
  ]);
  expect(JSON.stringify(body)).not.toContain(owner.shopper.userId);
});

test('an unknown id is not found', async () => {
  expect((await open(crypto.randomUUID())).status).toBe(404);
  expect((await open('x')).status).toBe(404);
});
