import { beforeAll, describe, expect, test } from 'vitest';
import { timelineTokens } from '#server/orders/timeline-token.ts';
import { submit, toCheckout } from '#test/checkout.ts';
import { jobsDone } from '#test/jobs.ts';
import { untilWaiting } from '#test/locks.ts';
import { openTestShop, SECRET, send, type TestShop, type TestShopper } from '#test/shop.ts';
import { newStaff } from '#test/staff.ts';
import { DeletionRefusedError, deleteAccount } from './delete-account.ts';

/** What only the profile and a saved address have: no order was sold with it. */
const PRIVATE = ['Ashalata Deshmukh', '9123400001', '99 Hidden Lane'];

let shop: TestShop;
let owner: TestShopper;

beforeAll(async () => {
  shop = await openTestShop();
  owner = await newStaff(shop, 'owner');
  await shop.startJobs();
});

async function rows<T>(sql: string, values: unknown[] = []): Promise<T[]> {
  return (await shop.db.owner.query(sql, values)).rows;
}

async function remove(email: string) {
  const client = await shop.db.owner.connect();
  return deleteAccount(client, email).finally(() => client.release());
}

/** Every column of every table in which this text stands. */
async function columnsWith(text: string): Promise<string[]> {
  const tables = await rows<{ table: string; columns: string[] }>(`
    select format('%I.%I', nspname, relname) as table, array_agg(format('%I', attname) order by attname) as columns
    from pg_attribute
    join pg_class on pg_class.oid = attrelid and relkind = 'r'
    join pg_namespace on pg_namespace.oid = relnamespace
    where nspname <> 'information_schema' and not starts_with(nspname, 'pg_')
      and attnum > 0 and not attisdropped
    group by 1 order by 1`);
  const found = await Promise.all(
    tables.map(async ({ table, columns }) => {
      const counts = columns.map(
        (column) =>
          `count(*) filter (where strpos(lower(${column}::text), lower($1)) > 0)::int as ${column}`,
      );
      const [row] = await rows<Record<string, number>>(
        `select ${counts.join(', ')} from ${table}`,
        [text],
      );
      return Object.entries(row ?? {}).flatMap(([column, n]) =>
        n > 0 ? [`${table}.${column}`] : [],
      );
    }),
  );
  return found.flat();
}

async function deliver(orderId: string): Promise<void> {
  await rows(`update orders set fulfilment = 'delivered', payment_status = 'paid' where id = $1`, [
    orderId,
  ]);
}

async function buy(shopper: TestShopper): Promise<{ id: string; order_number: string }> {
  return (await submit(shopper, await toCheckout(shopper, [['1', 1]]))).body;
}

/** A payment that was begun online, in this state. */
async function beginPayment({ shopper }: TestShopper, state: string): Promise<string> {
  const [begun] = await rows<{ id: string }>(
    `insert into payment_intents (user_id, email, idempotency_key, request_hash, order_number, amount_paise,
       shipping_address, mode, key_id, expires_at, state, holds_stock)
     values ($1, $2, gen_random_uuid(), 'x', generate_order_number(), 49900, '{}', 'live', 'x', now(), $3, $3 = 'open')
     returning id`,
    [shopper.userId, shopper.email, state],
  );
  return begun?.id ?? '';
}

async function payAndGiveBack({ shopper }: TestShopper, intent: string, refund: string) {
  const id = `pay_${intent.replaceAll('-', '').slice(0, 14)}`;
  await rows(
    `insert into payments (id, intent_id, user_id, amount_paise, status) values ($1, $2, $3, 49900, 'captured')`,
    [id, intent, shopper.userId],
  );
  await rows(
    `insert into refunds (payment_id, user_id, amount_paise, reason, idempotency_key, status, gateway_refund_id)
     values ($1, $2, 49900, 'superseded', 'refund-of-' || $1, $3, 'rfnd_' || substr($1, 5))`,
    [id, shopper.userId, refund],
  );
}

/** Sends what waits for the minute in which a step can be undone. */
async function emailsNow(): Promise<void> {
  await rows(
    `update jobs.job set start_after = now() where name = 'order-mail' and state = 'created'`,
  );
  await jobsDone(shop.db.owner);
}

async function emailsTo({ shopper }: TestShopper): Promise<unknown[]> {
  return rows('select subject from demo_emails where recipient = $1', [shopper.email]);
}

/** A customer with everything that the shop can know of one, and two orders that are over. */
async function customerWithEverything() {
  const asha = await shop.newShopper();
  const { userId, email } = asha.shopper;
  const order = await buy(asha);
  await owner.request('PATCH', `/api/admin/orders/${order.id}/address`, {
    version: 0,
    full_name: 'Asha Rao',
    phone: '9876543210',
    address_line1: '7 Peacock Lane',
    address_line2: '',
    city: 'Ujjain',
    state: 'Madhya Pradesh',
    postal_code: '456001',
    country: 'India',
  });
  await deliver(order.id);
  const cancelled = await buy(asha);
  await rows(`update orders set fulfilment = 'cancelled' where id = $1`, [cancelled.id]);
  await payAndGiveBack(asha, await beginPayment(asha, 'superseded'), 'processed');

  await owner.request('POST', `/api/admin/customers/${userId}/cash-block`);

  const [full_name, phone, address_line1] = PRIVATE;
  await asha.request('PATCH', '/api/profile', { full_name, phone });
  await toCheckout(asha, [['2', 3]], {
    full_name,
    phone,
    address_line1,
    address_line2: '',
    city: 'Mumbai',
    state: 'Maharashtra',
    postal_code: '400050',
    country: 'India',
  });
  await send(shop.app, 'POST', '/api/contact-messages', {
    name: full_name,
    email: email.toUpperCase(),
    subject: 'A gift',
    message: `Do you wrap? Write to ${email}`,
  });
  await rows(
    `with reader as (
       insert into newsletter_subscriptions (email, request_id, confirmed_at)
       values ($1, gen_random_uuid(), now()) returning email
     ), letter as (
       insert into newsletter_letters (subject, heading, text, button_label, button_url, picture_text, created_by)
       values ('Tea', 'Tea', 'Tea', '', '', '', $2) returning id
     )
     insert into newsletter_deliveries (letter_id, email, queued_at, sent_at)
     select letter.id, reader.email, now(), now() from letter, reader`,
    [email, owner.shopper.userId],
  );
  await rows(
    `insert into auth.factors (user_id, friendly_name, factor_type, status, created_at, updated_at)
     values ($1, 'phone', 'totp', 'verified', now(), now())`,
    [userId],
  );
  await rows(
    `update auth.audit_log set address = '203.0.113.77', details = '{"by": "them"}' where user_id = $1`,
    [userId],
  );
  await rows(`update auth.sessions set address = '203.0.113.77' where user_id = $1`, [userId]);
  await owner.request('POST', `/api/admin/customers/${userId}/export`);
  await jobsDone(shop.db.owner);
  return { asha, order };
}

describe('a deleted customer', () => {
  test('is in no table any more, except what the books need, and others lose nothing', async () => {
    const { asha } = await customerWithEverything();
    const { asha: bina } = await customerWithEverything();
    const { userId, email } = asha.shopper;
    await rows(
      `insert into jobs.job (name, data, source_name, source_output) values
         ('dead-letter', jsonb_build_object('email', $1::text, 'user_id', $2::text), 'order-confirmation', '{}'),
         ('dead-letter', jsonb_build_object('user_id', $2::text), 'order-mail', jsonb_build_object('reason', $1::text)),
         ('dead-letter', jsonb_build_object('user_id', $2::text), 'order-mail-again', jsonb_build_object('reason', $1::text))`,
      [email, userId],
    );
    const binasColumns = await columnsWith(bina.shopper.email);
    expect(await columnsWith(PRIVATE[2] ?? '')).toContain('public.addresses.address_line1');

    expect(await remove(` ${email.toUpperCase()} `)).toMatchObject({
      deleted: { profile: 1, addresses: 3, cart: 1, newsletter: 1, messages: 1 },
      kept: { orders: 2, payments: 1 },
    });

    expect(await columnsWith(email)).toEqual([
      'public.orders.email',
      'public.payment_intents.email',
    ]);
    expect(await columnsWith(userId)).toEqual([
      'auth.audit_log.user_id',
      'public.audit_log.subject_id',
      'public.order_events.user_id',
      'public.order_items.user_id',
      'public.orders.user_id',
      'public.payment_intents.user_id',
      'public.payments.user_id',
      'public.refunds.user_id',
    ]);
    const kept = await rows(
      `select at from auth.audit_log where user_id = $1 and (address is not null or details ? 'by' and event <> 'account_deleted')`,
      [userId],
    );
    expect(kept).toEqual([]);
    const corrected = await rows(
      `select verb, before, after from audit_log join orders on orders.id::text = subject_id where user_id = $1`,
      [userId],
    );
    expect(corrected).toEqual([{ verb: 'correct_address', before: null, after: null }]);
    const logged = await rows(
      `select staff_id, before, after from audit_log where verb = 'delete_customer' and subject_id = $1`,
      [userId],
    );
    expect(logged).toEqual([{ staff_id: null, before: null, after: null }]);
    expect(await columnsWith(bina.shopper.email)).toEqual(binasColumns);

    await remove(bina.shopper.email);
    for (const text of [...PRIVATE, '203.0.113.77']) expect(await columnsWith(text)).toEqual([]);
  });

  test('has no email about the account in the queue, waiting or given up, and others keep theirs', async () => {
    const quiet = await openTestShop(); // nothing is sent here
    const asha = await quiet.newShopper();
    const bina = await quiet.newShopper();
    const emails = async () => {
      const { rows } = await quiet.db.owner.query<{ name: string; user_id: string }>(
        `select name::text, data ->> 'user_id' as user_id from jobs.job
         where 'auth-mail' in (name, source_name) order by name`,
      );
      return rows;
    };
    for (const { shopper } of [asha, bina])
      await send(quiet.app, 'POST', '/auth/v1/recover', { email: shopper.email });
    await expect.poll(async () => (await emails()).length).toBe(2);
    await quiet.db.owner.query(
      `insert into jobs.job (name, source_name, data)
       select 'dead-letter', name, data from jobs.job where name = 'auth-mail'`,
    );
    expect(new Set((await emails()).map(({ user_id }) => user_id))).toEqual(
      new Set([asha.shopper.userId, bina.shopper.userId]),
    );

    const client = await quiet.db.owner.connect();
    await deleteAccount(client, asha.shopper.email).finally(() => client.release());
    expect(await emails()).toEqual(
      ['auth-mail', 'dead-letter'].map((name) => ({ name, user_id: bina.shopper.userId })),
    );
  });

  test('gets no email about what staff still do with an order', async () => {
    const asha = await shop.newShopper();
    const { id } = await buy(asha);
    await deliver(id);
    await remove(asha.shopper.email);
    const [item] = await rows<{ id: string }>('select id from order_items where order_id = $1', [
      id,
    ]);
    const { body: before } = await owner.request('GET', `/api/admin/orders/${id}`);
    const returned = await owner.request('POST', `/api/admin/orders/${id}/actions`, {
      verb: 'receive_return',
      version: before.version,
      returned: [{ item: item?.id, good: 1, damaged: 0 }],
    });
    expect(returned.status).toBe(200);
    const due = await rows(
      `update jobs.job set start_after = now() where name = 'order-mail' and data ->> 'order_id' = $1
       returning 1`,
      [id],
    );
    expect(due).toHaveLength(1);
    await jobsDone(shop.db.owner);
    expect(
      await rows('select subject from demo_emails where recipient = $1', [asha.shopper.email]),
    ).toEqual([]);
  });

  test('had other addresses, and leaves nothing under those either, unless they are somebody else’s now', async () => {
    const asha = await shop.newShopper();
    const bina = await shop.newShopper();
    const former = `former-${asha.shopper.email}`;
    const paidWith = `paid-${asha.shopper.email}`;
    const { id } = await buy(asha);
    await deliver(id);
    await rows('update orders set email = $2 where id = $1', [id, former]);
    const late = await buy(asha);
    await deliver(late.id);
    await rows('update orders set email = $2 where id = $1', [late.id, bina.shopper.email]);
    await rows('update payment_intents set email = $2 where id = $1', [
      await beginPayment(asha, 'superseded'),
      paidWith,
    ]);
    const addresses = [asha.shopper.email, former, paidWith, bina.shopper.email];
    for (const address of addresses) {
      await send(shop.app, 'POST', '/api/contact-messages', {
        name: 'Asha',
        email: address.toUpperCase(),
        subject: 'A gift',
        message: 'Do you wrap?',
      });
      await rows(
        `insert into newsletter_subscriptions (email, request_id, confirmed_at)
         values ($1, gen_random_uuid(), now())`,
        [address],
      );
    }
    await jobsDone(shop.db.owner);
    // Another customer, who had the address later.
    await rows(
      `insert into jobs.job (name, data, start_after)
       values ('refund-done', jsonb_build_object('email', $1::text, 'user_id', $2::text), now() + interval '1 day')`,
      [former, bina.shopper.userId],
    );
    expect(await remove(asha.shopper.email)).toMatchObject({
      deleted: { newsletter: 3, messages: 3 },
    });
    expect(
      await rows(`delete from jobs.job where data ->> 'email' = $1 returning name`, [former]),
    ).toEqual([{ name: 'refund-done' }]);
    const kept = await rows<{ email: string }>(
      `select email from newsletter_subscriptions where email = any($1)
       union all select lower(email) from contact_messages where lower(email) = any($1)`,
      [addresses],
    );
    expect(kept.map(({ email }) => email)).toEqual([bina.shopper.email, bina.shopper.email]);
    for (const address of [former, paidWith])
      expect(await columnsWith(address)).not.toContain('public.demo_emails.reply_to');
  });

  test('leaves no address that was just being saved', async () => {
    const asha = await shop.newShopper();
    const { userId, email } = asha.shopper;
    const saving = await shop.db.owner.connect();
    await saving.query('begin');
    await saving.query('select pg_advisory_xact_lock(hashtextextended($1, 1))', [userId]);
    await saving.query(
      `insert into addresses (user_id, full_name, phone, address_line1, city, state, postal_code, country)
       values ($1, 'Asha Rao', '9876543210', '7 Peacock Lane', 'Ujjain', 'Madhya Pradesh', '456001', 'India')`,
      [userId],
    );
    const deleting = remove(email);
    await untilWaiting(shop.db.owner, { words: 'delete_customer' });
    await saving.query('commit');
    saving.release();
    expect(await deleting).toMatchObject({ deleted: { addresses: 1 } });
    expect(await rows('select from addresses where user_id = $1', [userId])).toEqual([]);
  });

  test('saves no address that waited for the deletion', async () => {
    const asha = await shop.newShopper();
    const { userId } = asha.shopper;
    const deleting = await shop.db.owner.connect();
    await deleting.query('begin');
    await deleting.query('select pg_advisory_xact_lock(hashtextextended($1, 1))', [userId]);
    const saving = asha.request('POST', '/api/addresses', {
      full_name: 'Asha Rao',
      phone: '+91 98765 43210',
      address_line1: '7 Peacock Lane',
      city: 'Ujjain',
      state: 'Madhya Pradesh',
      postal_code: '456001',
      is_default: true,
    });
    await untilWaiting(shop.db.owner, { words: 'hashtextextended' });
    await deleting.query('delete from auth.users where id = $1', [userId]);
    await deleting.query('commit');
    deleting.release();
    expect((await saving).status).toBe(401);
    expect(await rows('select from addresses where user_id = $1', [userId])).toEqual([]);
  });

  test('may have a parcel that is found or did not arrive: staff say so, and nobody is emailed', async () => {
    const asha = await shop.newShopper();
    const found = await buy(asha);
    const late = await buy(asha);
    await rows(`update orders set confirmed_at = now() where user_id = $1`, [asha.shopper.userId]);
    const [courier] = await rows<{ id: string }>(
      `insert into couriers (name, numbered) values ('By hand', false) returning id`,
    );
    const act = async (order: { id: string }, verb: string, more = {}) => {
      const { body } = await owner.request('GET', `/api/admin/orders/${order.id}`);
      const { status } = await owner.request('POST', `/api/admin/orders/${order.id}/actions`, {
        verb,
        version: body.version,
        ...more,
      });
      return status;
    };
    const handOver = { courier: courier?.id };
    const done = [
      await act(found, 'hand_over', handOver),
      await act(found, 'return_to_origin'),
      await act(found, 'lose'),
      await act(late, 'hand_over', handOver),
      await act(late, 'deliver'),
    ];
    expect(done).toEqual([200, 200, 200, 200, 200]);
    await emailsNow();
    const before = await emailsTo(asha);
    expect(before).not.toEqual([]);
    await rows('delete from demo_emails where recipient = $1', [asha.shopper.email]);
    await remove(asha.shopper.email);

    const facts = [
      await act(found, 'undo_lose'),
      await act(found, 'undo_return_to_origin'),
      await act(found, 'receive_back', { good: [] }),
      await act(late, 'undeliver'),
      await act(late, 'attempt_failed', { reason: 'other' }),
      await act(late, 'deliver'),
    ];
    expect(facts).toEqual([200, 200, 200, 200, 200, 200]);
    await emailsNow();
    expect(await emailsTo(asha)).toEqual([]);
  });

  test('signs up again with the same email and sees no order of before; links in emails still work', async () => {
    const { asha, order } = await customerWithEverything();
    const { email } = asha.shopper;
    const token = timelineTokens(SECRET, Date.now).make(order.id);
    const timeline = () => send(shop.app, 'GET', `/api/order-timelines/${token}`);
    const before = await timeline();
    expect(before.status).toBe(200);
    await remove(email);

    expect((await asha.request('GET', '/api/orders')).status).toBe(401);
    const password = `steep-${crypto.randomUUID()}`;
    const signedUp = await send(shop.app, 'POST', '/auth/v1/signup', { email, password });
    expect(signedUp.status).toBe(200);
    const { body } = await send(shop.app, 'POST', '/auth/v1/token?grant_type=password', {
      email,
      password,
    });
    const ask = (path: string) =>
      send(shop.app, 'GET', path, undefined, { authorization: `Bearer ${body.access_token}` });
    expect((await ask('/api/orders')).body).toEqual({ orders: [], next: null });
    expect((await ask('/api/addresses')).body).toEqual([]);
    expect((await ask('/api/cart')).body).toEqual([]);
    expect((await ask(`/api/orders/${order.id}`)).status).toBe(404);
    expect((await timeline()).body).toEqual(before.body);
    const { body: customer } = await owner.request(
      'GET',
      `/api/admin/customers/${asha.shopper.userId}`,
    );
    expect(customer).toMatchObject({ account: null, orders: 2, email });
  });
});

describe('nothing is deleted', () => {
  const refusal = async (shopper: TestShopper) => {
    const { email } = shopper.shopper;
    const error = await remove(email).catch((refused: unknown) => refused);
    expect(error).toBeInstanceOf(DeletionRefusedError);
    expect(await rows('select from auth.users where email = $1', [email])).toHaveLength(1);
    return error instanceof Error ? error.message : '';
  };

  test.each(['pending', 'confirmed', 'packed', 'shipped', 'returning'])(
    'while an order is under way: %s',
    async (fulfilment) => {
      const asha = await shop.newShopper();
      const { id, order_number } = await buy(asha);
      await rows('update orders set fulfilment = $2 where id = $1', [id, fulfilment]);
      expect(await refusal(asha)).toBe(`Nothing was deleted.\nUnder way: order ${order_number}`);
    },
  );

  test('while staff may undo a cancellation', async () => {
    const asha = await shop.newShopper();
    const { id, order_number } = await buy(asha);
    await owner.request('POST', `/api/admin/orders/${id}/actions`, {
      verb: 'cancel',
      version: 0,
      reason: 'other',
    });
    expect(await refusal(asha)).toBe(`Nothing was deleted.\nUnder way: order ${order_number}`);
    await rows(`update orders set closed_at = closed_at - interval '1 minute' where id = $1`, [id]);
    expect(await remove(asha.shopper.email)).toMatchObject({ kept: { orders: 1 } });
  });

  test('while an order is just being placed: it is waited for', async () => {
    const asha = await shop.newShopper();
    const { shopper } = asha;
    await toCheckout(asha, [['1', 1]]);
    const placing = await shop.db.owner.connect();
    await placing.query('begin');
    await placing.query('select from cart_items where user_id = $1 for update', [shopper.userId]);
    const deleting = refusal(asha);
    await untilWaiting(shop.db.owner, { words: 'delete_customer' });
    await placing.query('delete from cart_items where user_id = $1', [shopper.userId]);
    await placing.query(
      `insert into orders (user_id, email, order_number, total_amount, shipping_address, payment_method,
         idempotency_key, request_hash)
       values ($1, $2, 'AP-AAA-AAA', 499, '{}', 'cod', 'a-key-of-mine', 'x')`,
      [shopper.userId, shopper.email],
    );
    await placing.query('commit');
    placing.release();
    expect(await deleting).toContain('Under way: order AP-AAA-AAA');
  });

  test('while staff just take a cancellation back: they are waited for', async () => {
    const asha = await shop.newShopper();
    const { id, order_number } = await buy(asha);
    await rows(`update orders set fulfilment = 'cancelled' where id = $1`, [id]);
    const undoing = await shop.db.owner.connect();
    await undoing.query('begin');
    await undoing.query(`update orders set fulfilment = 'pending' where id = $1`, [id]);
    const deleting = refusal(asha);
    await untilWaiting(shop.db.owner, { words: 'delete_customer' });
    await undoing.query('commit');
    undoing.release();
    expect(await deleting).toContain(`Under way: order ${order_number}`);
  });

  test('while a payment is open, or a refund is not done', async () => {
    const asha = await shop.newShopper();
    const open = await beginPayment(asha, 'open');
    for (const refund of ['pending', 'failed']) {
      await payAndGiveBack(asha, await beginPayment(asha, 'superseded'), refund);
    }
    const numbers = await rows<{ order_number: string }>(
      'select order_number from payment_intents where user_id = $1 and id <> $2 order by order_number',
      [asha.shopper.userId, open],
    );
    const [paying] = await rows<{ order_number: string }>(
      'select order_number from payment_intents where id = $1',
      [open],
    );
    expect(await refusal(asha)).toBe(
      [
        'Nothing was deleted.',
        `A payment is open: order ${paying?.order_number}`,
        ...numbers.map(({ order_number }) => `A refund is not done: order ${order_number}`),
      ].join('\n'),
    );
  });

  test.each([
    [
      'with a signature, however old',
      `signature_received = true, created_at = now() - interval '9 days'`,
    ],
    ['of the last five days', `created_at = now() - interval '4 days'`],
  ])('while an expired payment may still be captured: %s', async (_, change) => {
    const asha = await shop.newShopper();
    const intent = await beginPayment(asha, 'expired');
    await rows(`update payment_intents set ${change} where id = $1`, [intent]);
    expect(await refusal(asha)).toContain('A payment is open: order');
    await rows(
      `update payment_intents set signature_received = false, created_at = now() - interval '6 days' where id = $1`,
      [intent],
    );
    await remove(asha.shopper.email);
  });

  test('of somebody on the staff, until their role is taken away', async () => {
    const packer = await newStaff(shop, 'packer');
    expect(await refusal(packer)).toContain('It belongs to staff');
    await rows('update staff set disabled_at = now() where user_id = $1', [packer.shopper.userId]);
    await remove(packer.shopper.email);
  });

  test('if no account has the email', async () => {
    await expect(remove('nobody@example.com')).rejects.toThrow('There is no account');
  });

  test.each(['shop_app', 'shop_auth', 'shop_staff'])('by a running server, as %s', async (role) => {
    const [may] = await rows<{ may: boolean }>(
      `select has_function_privilege($1, 'delete_customer(uuid, text)', 'execute') as may`,
      [role],
    );
    expect(may?.may).toBe(false);
  });
});
