import { describe, expect, test } from 'vitest';
import { queueJob } from '#server/jobs/queue-job.ts';
import { type JobData, type JobName, queuesShownAs } from '#server/jobs/queues.ts';
import { OperatorError } from '#server/operator-errors.ts';
import { timelineTokens } from '#server/orders/order-tokens.ts';
import { HOME, submit, toCheckout } from '#test/checkout.ts';
import { jobsDone } from '#test/jobs.ts';
import { holdLock, untilWaiting } from '#test/locks.ts';
import { openTestShop, SECRET, send, type TestShopper } from '#test/shop.ts';
import { hireStaff, newStaff } from '#test/staff.ts';
import { deleteAccount } from './delete-account.ts';

/** What only the profile and a saved address have: no order was sold with it. */
const PRIVATE = { full_name: 'Ashalata Deshmukh', phone: '9123400001' };
const LANE = '99 Hidden Lane';

const shop = await openTestShop();
const { owner, rows, act, go, emailsLeave } = await hireStaff(shop);

async function remove(email: string) {
  const client = await shop.db.owner.connect();
  return deleteAccount(client, email).finally(() => client.release());
}

/** Every column of every table in which this text stands. */
async function columnsWith(text: string): Promise<string[]> {
  const tables = await rows(`
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
        (column: string) =>
          `count(*) filter (where strpos(lower(${column}::text), lower($1)) > 0)::int as ${column}`,
      );
      const sql = `select ${counts.join(', ')} from ${table}`;
      const [row] = await rows(sql, [text]);
      return Object.keys(row).flatMap((column) => (row[column] > 0 ? [`${table}.${column}`] : []));
    }),
  );
  return found.flat();
}

const setFulfilment = (order: string, fulfilment: string) =>
  rows('update orders set fulfilment = $2 where id = $1', [order, fulfilment]);

const deliver = (order: string) =>
  rows(`update orders set fulfilment = 'delivered', payment_status = 'paid' where id = $1`, [
    order,
  ]);

async function buy(shopper: TestShopper): Promise<{ id: string; order_number: string }> {
  return (await submit(shopper, await toCheckout(shopper, [['1', 1]]))).body;
}

async function receiveReturn(order: string): Promise<void> {
  const sql = 'select id as item, 1 as good, 0 as damaged from order_items where order_id = $1';
  const returned = await rows(sql, [order]);
  expect((await act(order, 'receive_return', { returned })).status).toBe(200);
}

/** A payment that was begun online, in this state. */
async function beginPayment({ shopper }: TestShopper, state: string): Promise<string> {
  const [begun] = await rows(
    `insert into payment_intents (user_id, email, idempotency_key, request_hash, order_number, amount_paise,
       shipping_address, mode, key_id, expires_at, state, holds_stock)
     values ($1, $2, gen_random_uuid(), 'x', generate_order_number(), 49900, '{}', 'live', 'x', now(), $3, $3 = 'open')
     returning id`,
    [shopper.userId, shopper.email, state],
  );
  return begun.id;
}

/** A payment of which the refund has this status; returns the refund's id. */
async function payAndGiveBack(asha: TestShopper, status: string): Promise<string> {
  const intent = await beginPayment(asha, 'superseded');
  const payment = `pay_${intent.replaceAll('-', '').slice(0, 14)}`;
  const { userId } = asha.shopper;
  await rows(
    `insert into payments (id, intent_id, user_id, amount_paise, status) values ($1, $2, $3, 49900, 'captured')`,
    [payment, intent, userId],
  );
  const [refund] = await rows(
    `insert into refunds (payment_id, user_id, amount_paise, reason, idempotency_key, status, gateway_refund_id)
     values ($1, $2, 49900, 'superseded', 'refund-of-' || $1, $3, 'rfnd_' || substr($1, 5)) returning id`,
    [payment, userId, status],
  );
  return refund.id;
}

/** Sends what waits for the minute in which a step can be undone; returns what this shopper gets. */
async function emailsTo({ shopper }: TestShopper): Promise<unknown[]> {
  await emailsLeave();
  return rows('select subject from demo_emails where recipient = $1', [shopper.email]);
}

async function writeToShop(email: string): Promise<void> {
  const message = { name: PRIVATE.full_name, subject: 'A gift', message: `Write to ${email}` };
  await send(shop.app, 'POST', '/api/contact-messages', { ...message, email: email.toUpperCase() });
  await rows(
    `insert into newsletter_subscriptions (email, request_id, confirmed_at) values ($1, gen_random_uuid(), now())`,
    [email],
  );
}

/** A customer with everything that the shop can know of one, and two orders that are over. */
async function customerWithEverything() {
  const asha = await shop.newShopper();
  const { userId, email } = asha.shopper;
  const order = await buy(asha);
  const corrected = { ...HOME, address_line1: '7 Peacock Lane', version: 0 };
  await owner.request('PATCH', `/api/admin/orders/${order.id}/address`, corrected);
  await deliver(order.id);
  await setFulfilment((await buy(asha)).id, 'cancelled');
  await payAndGiveBack(asha, 'processed');
  await owner.request('POST', `/api/admin/customers/${userId}/cash-block`);
  await asha.request('PATCH', '/api/profile', PRIVATE);
  await toCheckout(asha, [['2', 3]], { ...HOME, ...PRIVATE, address_line1: LANE });
  await writeToShop(email);
  await rows(
    `with letter as (
       insert into newsletter_letters (subject, heading, text, button_label, button_url, picture_text, created_by)
       values ('Tea', 'Tea', 'Tea', '', '', '', $2) returning id
     )
     insert into newsletter_deliveries (letter_id, email, queued_at, sent_at) select id, $1, now(), now() from letter`,
    [email, owner.shopper.userId],
  );
  await rows(
    `with factor as (
       insert into auth.factors (user_id, friendly_name, factor_type, status, created_at, updated_at)
       values ($1, 'phone', 'totp', 'verified', now(), now())
     ), log as (
       update auth.audit_log set address = '203.0.113.77', details = '{"by": "them"}' where user_id = $1
     )
     update auth.sessions set address = '203.0.113.77' where user_id = $1`,
    [userId],
  );
  await owner.request('POST', `/api/admin/customers/${userId}/export`);
  await jobsDone(shop.db.owner);
  return { asha, order };
}

/** Emails to others: the shop, its staff, and guests, whose requests are deleted with their address. */
const TO_OTHERS: string[] = [
  'order-notice',
  'dispute-notice',
  'payment-attention',
  'payment-unanswered',
  'staff-invitation',
  'contact-message',
  'message-answer',
  'newsletter-request',
  'newsletter-test',
  'newsletter-batch',
  'newsletter-letter',
] satisfies JobName[];

// The first test: the workers begin at its end, so that nothing is sent before.
test('no queue of emails sends one to a deleted customer, and none about the account waits or was given up', async () => {
  const [asha, bina] = [await shop.newShopper(), await shop.newShopper()];
  /** A delivered order that came back, a payment that was refunded, and a request to reset the password. */
  const knowOf = async (who: TestShopper) => {
    const { userId: user_id, email } = who.shopper;
    const { id: order_id } = await buy(who);
    await deliver(order_id);
    await receiveReturn(order_id);
    const [event] = await rows(
      `select id::text from order_events where order_id = $1 and kind = 'receive_return'`,
      [order_id],
    );
    const refund_id = await payAndGiveBack(who, 'processed');
    await rows('delete from jobs.job where data ->> $1 = $2', ['user_id', user_id]);
    await send(shop.app, 'POST', '/auth/v1/recover', { email });
    const reset = `select data ->> 'sealed' as sealed from jobs.job where name = 'auth-mail' and data ->> 'user_id' = $1`;
    await expect.poll(() => rows(reset, [user_id])).toHaveLength(1);
    const [{ sealed }] = await rows(reset, [user_id]);
    return { user_id, email, order_id, event_id: event.id, refund_id, sealed };
  };
  const [hers, binas] = [await knowOf(asha), await knowOf(bina)];
  await rows(
    `insert into jobs.job (name, source_name, data) select 'dead-letter', name, data from jobs.job where name = 'auth-mail'`,
  );
  await remove(hers.email);
  const aboutAccounts = `delete from jobs.job where 'auth-mail' in (name, source_name) returning data ->> 'user_id' as of`;
  expect(await rows(aboutAccounts)).toEqual([{ of: binas.user_id }, { of: binas.user_id }]);

  /** One job in each queue of emails to customers; returns the names of the queues. */
  const queueEveryEmail = async (customer: typeof hers) => {
    const { user_id, email, order_id, event_id, refund_id, sealed } = customer;
    const queue = async <N extends JobName>(name: N, data: JobData[N]) => {
      const job = queueJob(name, data);
      await rows(job.text, job.values);
    };
    // As if the gateway had refused it at first: only of a refund under way is the beginning told.
    await rows(`update refunds set status = 'pending' where id = $1`, [refund_id]);
    const refund = { user_id, email, order_number: 'AP-AAA-AAA', amount: 49900, refund_id };
    await queue('order-confirmation', { user_id, email, order_id });
    await queue('order-mail', { user_id, order_id, event_id });
    await queue('order-mail-again', { user_id, order_id, event_id: null, sent_id: event_id });
    await queue('payment-received', { user_id, email, order_id });
    await queue('refund-started', { ...refund, reason: 'superseded' });
    await queue('refund-done', refund);
    await queue('auth-mail', { id: crypto.randomUUID(), user_id, sealed });
    const queued = await rows(
      `select name from jobs.job where data ->> 'user_id' = $1 order by name`,
      [user_id],
    );
    return queued.map(({ name }) => name);
  };
  const queued = await queueEveryEmail(hers);
  expect(await queueEveryEmail(binas)).toEqual(queued);
  const toCustomers = Object.keys(queuesShownAs('mail')).filter(
    (name) => !TO_OTHERS.includes(name),
  );
  expect(queued.toSorted()).toEqual(toCustomers.toSorted());
  await shop.startJobs();
  await jobsDone(shop.db.owner);
  const got = 'select from demo_emails where recipient = $1';
  expect(await rows(got, [binas.email])).toHaveLength(queued.length);
  expect(await rows(got, [hers.email])).toEqual([]);
});

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
    expect(await columnsWith(LANE)).toContain('public.addresses.address_line1');

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
    const logged = await rows(
      `select verb, staff_id is null as by_command, before, after from audit_log
       where verb in ('correct_address', 'delete_customer')
         and subject_id in (select $1 union all select id::text from orders where user_id::text = $1) order by verb`,
      [userId],
    );
    expect(logged).toEqual([
      { verb: 'correct_address', by_command: false, before: null, after: null },
      { verb: 'delete_customer', by_command: true, before: null, after: null },
    ]);
    expect(await columnsWith(bina.shopper.email)).toEqual(binasColumns);

    await remove(bina.shopper.email);
    for (const text of [...Object.values(PRIVATE), LANE, '203.0.113.77'])
      expect(await columnsWith(text)).toEqual([]);
  });

  test('had other addresses, and leaves nothing under those either, unless they are somebody else’s now', async () => {
    const [asha, bina] = [await shop.newShopper(), await shop.newShopper()];
    const former = `former-${asha.shopper.email}`;
    const paidWith = `paid-${asha.shopper.email}`;
    for (const email of [former, bina.shopper.email]) {
      const { id } = await buy(asha);
      await deliver(id);
      await rows('update orders set email = $2 where id = $1', [id, email]);
    }
    const intent = await beginPayment(asha, 'superseded');
    await rows('update payment_intents set email = $2 where id = $1', [intent, paidWith]);
    const addresses = [asha.shopper.email, former, paidWith, bina.shopper.email];
    for (const address of addresses) await writeToShop(address);
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
    const kept = await rows(
      `select email from newsletter_subscriptions where email = any($1)
       union all select lower(email) from contact_messages where lower(email) = any($1)`,
      [addresses],
    );
    expect(kept.map(({ email }) => email)).toEqual([bina.shopper.email, bina.shopper.email]);
    for (const address of [former, paidWith])
      expect(await columnsWith(address)).not.toContain('public.demo_emails.reply_to');
  });

  test('leaves no address that was just being saved, and saves no address and no profile that waited for the deletion', async () => {
    const { shopper } = await shop.newShopper();
    const lock = 'select pg_advisory_xact_lock(hashtextextended($1, 1))';
    const saving = await holdLock(shop.db.owner, lock, [shopper.userId]);
    await saving.query(
      `insert into addresses (user_id, full_name, phone, address_line1, city, state, postal_code, country)
       values ($1, 'Asha Rao', '9876543210', '7 Peacock Lane', 'Ujjain', 'Madhya Pradesh', '456001', 'India')`,
      [shopper.userId],
    );
    const removed = remove(shopper.email);
    await untilWaiting(shop.db.owner, { words: 'hashtextextended' });
    await saving.commit();
    expect(await removed).toMatchObject({ deleted: { addresses: 1 } });

    const bina = await shop.newShopper();
    const deleting = await holdLock(shop.db.owner, lock, [bina.shopper.userId]);
    const saved = [
      bina.request('POST', '/api/addresses', { ...HOME, is_default: true }),
      bina.request('PATCH', '/api/profile', { full_name: 'Bina Rao' }),
    ];
    await untilWaiting(shop.db.owner, { words: 'hashtextextended' });
    await deleting.query('delete from auth.users where id = $1', [bina.shopper.userId]);
    await deleting.commit();
    for (const { status } of await Promise.all(saved)) expect(status).toBe(401);
    const both = [[shopper.userId, bina.shopper.userId]];
    expect(await rows('select from addresses where user_id = any($1)', both)).toEqual([]);
    expect(await rows('select from profiles where id = any($1)', both)).toEqual([]);
  });

  test('may have a parcel that is found, did not arrive or comes back: staff say so, and nobody is emailed', async () => {
    const asha = await shop.newShopper();
    const [found, late, back] = [await buy(asha), await buy(asha), await buy(asha)];
    await rows(`update orders set confirmed_at = now() where user_id = $1`, [asha.shopper.userId]);
    await go(found.id, 'hand_over', 'return_to_origin', 'lose');
    await go(late.id, 'hand_over', 'deliver');
    await deliver(back.id);
    expect(await emailsTo(asha)).not.toEqual([]);
    await rows('delete from demo_emails where recipient = $1', [asha.shopper.email]);
    await remove(asha.shopper.email);

    await go(found.id, 'undo', 'undo', 'receive_back');
    await go(late.id, 'undo', 'attempt_failed', 'deliver');
    await receiveReturn(back.id);
    expect(await emailsTo(asha)).toEqual([]);
  });

  test('signs up again with the same email and sees no order of before; links in emails still work', async () => {
    const { asha, order } = await customerWithEverything();
    const { email, userId } = asha.shopper;
    const token = timelineTokens(SECRET, Date.now).make(order.id);
    const timeline = () => send(shop.app, 'GET', `/api/order-timelines/${token}`);
    const before = await timeline();
    await remove(email);

    expect((await asha.request('GET', '/api/orders')).status).toBe(401);
    const account = { email, password: asha.password };
    expect((await send(shop.app, 'POST', '/auth/v1/signup', account)).status).toBe(200);
    const { body } = await send(shop.app, 'POST', '/auth/v1/token?grant_type=password', account);
    const headers = { authorization: `Bearer ${body.access_token}` };
    expect((await send(shop.app, 'GET', '/api/orders', undefined, headers)).body.orders).toEqual(
      [],
    );
    expect(await timeline()).toMatchObject({ status: 200, body: before.body });
    const { body: customer } = await owner.request('GET', `/api/admin/customers/${userId}`);
    expect(customer).toMatchObject({ account: null, orders: 2, email });
  });
});

describe('nothing is deleted', () => {
  const refusal = async ({ shopper: { email } }: TestShopper) => {
    const error = await remove(email).catch((refused: unknown) => refused);
    expect(error).toBeInstanceOf(OperatorError);
    expect(await rows('select from auth.users where email = $1', [email])).toHaveLength(1);
    return error instanceof Error ? error.message : '';
  };

  test('while an order is under way, or staff may undo its cancellation', async () => {
    const asha = await shop.newShopper();
    const first = await buy(asha);
    for (const fulfilment of ['pending', 'confirmed', 'packed', 'shipped', 'returning']) {
      await setFulfilment(first.id, fulfilment);
      const told = `Nothing was deleted.\nUnder way: order ${first.order_number}`;
      expect(await refusal(asha), fulfilment).toBe(told);
    }
    await deliver(first.id);
    const { id, order_number } = await buy(asha);
    await act(id, 'cancel');
    expect(await refusal(asha)).toBe(`Nothing was deleted.\nUnder way: order ${order_number}`);
    await rows(`update orders set closed_at = closed_at - interval '1 minute' where id = $1`, [id]);
    expect(await remove(asha.shopper.email)).toMatchObject({ kept: { orders: 2 } });
  });

  test('while an order is just being placed, or a cancellation taken back: they are waited for', async () => {
    const asha = await shop.newShopper();
    const { userId, email } = asha.shopper;
    await toCheckout(asha, [['1', 1]]);
    const cart = 'select from cart_items where user_id = $1 for update';
    const placing = await holdLock(shop.db.owner, cart, [userId]);
    const first = refusal(asha);
    await untilWaiting(shop.db.owner, { words: 'from cart_items' });
    await placing.query('delete from cart_items where user_id = $1', [userId]);
    await placing.query(
      `insert into orders (user_id, email, order_number, total_amount, shipping_address, payment_method,
         idempotency_key, request_hash)
       values ($1, $2, 'AP-AAA-AAA', 499, '{}', 'cod', 'a-key-of-mine', 'x')`,
      [userId, email],
    );
    await placing.commit();
    expect(await first).toContain('Under way: order AP-AAA-AAA');

    await rows(`update orders set fulfilment = 'cancelled' where user_id = $1`, [userId]);
    const again = `update orders set fulfilment = 'pending' where user_id = $1`;
    const undoing = await holdLock(shop.db.owner, again, [userId]);
    const second = refusal(asha);
    await untilWaiting(shop.db.owner, { words: 'from orders' });
    await undoing.commit();
    expect(await second).toContain('Under way: order AP-AAA-AAA');
  });

  test('while a payment is open or may still be captured, or a refund is not done', async () => {
    const [asha, bina] = [await shop.newShopper(), await shop.newShopper()];
    await beginPayment(asha, 'open');
    for (const refund of ['pending', 'failed']) await payAndGiveBack(asha, refund);
    const [paying, ...refunds] = await rows(
      `select order_number from payment_intents where user_id = $1 order by state <> 'open', order_number`,
      [asha.shopper.userId],
    );
    expect((await refusal(asha)).split('\n')).toEqual([
      ...['Nothing was deleted.', `A payment is open: order ${paying.order_number}`],
      ...refunds.map(({ order_number }) => `A refund is not done: order ${order_number}`),
    ]);

    // An expired one with a signature, however old, or of the last five days.
    const intent = await beginPayment(bina, 'expired');
    const set = (signed: boolean, days: number) =>
      rows(
        `update payment_intents set signature_received = $2, created_at = now() - make_interval(days => $3) where id = $1`,
        [intent, signed, days],
      );
    for (const [signed, days] of [[true, 9] as const, [false, 4] as const]) {
      await set(signed, days);
      expect(await refusal(bina)).toContain('A payment is open: order');
    }
    await set(false, 6);
    await remove(bina.shopper.email);
  });

  test('of somebody on the staff until their role is taken away, nor where no account has the email', async () => {
    const packer = await newStaff(shop, 'packer');
    expect(await refusal(packer)).toContain('It belongs to staff');
    await rows('update staff set disabled_at = now() where user_id = $1', [packer.shopper.userId]);
    await remove(packer.shopper.email);
    await expect(remove('nobody@example.com')).rejects.toThrow('There is no account');
  });

  test('by a running server, in whichever role', async () => {
    const { shopper } = await shop.newShopper();
    for (const role of ['shop_app', 'shop_auth', 'shop_staff', 'shop_worker']) {
      const client = await shop.db.owner.connect();
      await client.query(`set role ${role}`);
      const deletion = deleteAccount(client, shopper.email).finally(() => client.release(true));
      await expect(deletion, role).rejects.toMatchObject({ code: '42501' });
    }
  });
});
