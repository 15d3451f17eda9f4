import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { RenderedEmail } from '#server/email/email.ts';
import { PermanentFailure } from '#server/jobs/permanent-failure.ts';
import { HOME, submit, toCheckout } from '#test/checkout.ts';
import { jobsDone } from '#test/jobs.ts';
import { beginPaying, openPayingShop, pay, verify } from '#test/payments.ts';
import { openTestShop, type TestShop, type TestShopper } from '#test/shop.ts';
import { newStaff } from '#test/staff.ts';

/** The email that tells the shop of a new order, where the owner has set an address for it. */
const DESK = 'orders@example.in';

let shop: TestShop;
let owner: TestShopper;
let asha: TestShopper;
let emails: RenderedEmail[] = [];
/** Why the mail server refuses emails to this address. */
let refused: { to: string; error: Error } | null = null;

beforeAll(async () => {
  shop = await openTestShop({
    deliverEmail: async (email) => {
      if (refused && refused.to === email.to) throw refused.error;
      emails.push(email);
    },
  });
  owner = await newStaff(shop, 'owner');
  await shop.startJobs();
});

beforeEach(async () => {
  asha = await shop.newShopper();
  refused = null;
  await jobsDone(shop.db.owner);
  emails = [];
});

async function tellShopAt(value: string | null): Promise<void> {
  const { body } = await owner.request('GET', '/api/admin/settings');
  const { seen } = body.order_email;
  const change = { key: 'order_email', value, seen };
  expect((await owner.request('PATCH', '/api/admin/settings', change)).status).toBe(200);
}

type Placed = { id: string; order_number: string };

async function order(items: [string, number][] = [['1', 1]], home = HOME): Promise<Placed> {
  return (await submit(asha, await toCheckout(asha, items, home))).body;
}

const recipients = () => emails.map(({ to }) => to).sort();
const shopper = () => asha.shopper.email;

test('each new order is told to the address that the owner set, with what is to pack and without who lives where', async () => {
  await tellShopAt(DESK);
  const { id, order_number } = await order([
    ['1', 2],
    ['3', 1],
  ]);
  await jobsDone(shop.db.owner);
  expect(recipients()).toEqual([shopper(), DESK].sort());
  const email = emails.find(({ to }) => to === DESK);
  expect(email?.subject).toBe(`New order #${order_number}: ₹2,297.00`);
  for (const words of [
    'Total: ₹2,297.00',
    'Payment: Cash on Delivery (COD)',
    'Pieces: 3',
    'Town and PIN: Mumbai 400050',
    '2 × Dried Aparajita Flowers',
    `http://localhost:3000/admin/orders/${id}`,
  ])
    expect(email?.text).toContain(words);
  const { full_name, phone, address_line1 } = HOME;
  for (const secret of [full_name, phone, address_line1, shopper()]) {
    expect(email?.text).not.toContain(secret);
    expect(email?.html).not.toContain(secret);
  }
});

test('the shop is told once, also when the shopper’s email is refused and tried again', async () => {
  await tellShopAt(DESK);
  refused = { to: shopper(), error: new Error('the mail server is down') };
  const { id } = await order();
  await expect.poll(recipients).toEqual([DESK]);
  await untilTriedAgain(id);
  refused = null;
  await untilTriedAgain(id);
  await jobsDone(shop.db.owner);
  expect(recipients()).toEqual([shopper(), DESK].sort());
});

test('a confirmation that the owner tries again after weeks tells the shop nothing', async () => {
  await tellShopAt(DESK);
  const { id } = await order();
  await jobsDone(shop.db.owner);
  emails = [];
  await shop.db.owner.query(
    `update orders set created_at = created_at - interval '3 weeks' where id = $1`,
    [id],
  );
  // As it was when the address had already been set.
  await shop.db.owner.query(
    `update shop_settings set valid_from = valid_from - interval '4 weeks' where key = 'order_email'`,
  );
  // By then the queue has deleted what is done.
  await shop.db.owner.query(
    `delete from jobs.job where name = 'order-notice' and state = 'completed'`,
  );
  await confirmAgain(id);
  await jobsDone(shop.db.owner);
  expect(recipients()).toEqual([shopper()]);
});

test('a mail server that refuses the shop’s address does not hold up the shopper’s email', async () => {
  await tellShopAt(DESK);
  refused = { to: DESK, error: new PermanentFailure('550 at RCPT TO') };
  const { id, order_number } = await order();
  await expect.poll(recipients).toEqual([shopper()]);
  const listed = async () => (await owner.request('GET', '/api/admin/failed-jobs')).body;
  await expect
    .poll(listed)
    .toMatchObject([
      { name: 'Notice to the shop: a new order', order_id: id, order_number, recipient: DESK },
    ]);
  // The queue's own copy, which jobsDone would find.
  await shop.db.owner.query(`delete from jobs.job where state = 'failed' or name = 'dead-letter'`);
});

test('nothing is sent for an order that was placed while no address was set, nor once it is emptied', async () => {
  await tellShopAt(null);
  const { id } = await order();
  await jobsDone(shop.db.owner);
  expect(recipients()).toEqual([shopper()]);
  await tellShopAt(DESK);
  await confirmAgain(id);
  await jobsDone(shop.db.owner);
  expect(recipients()).toEqual([shopper(), shopper()]);
  emails = [];
  await tellShopAt(null);
  await order();
  await jobsDone(shop.db.owner);
  expect(recipients()).toEqual([shopper()]);
});

test('an order that is paid online is told as well, and that it was paid with test money', async () => {
  const told: RenderedEmail[] = [];
  const paying = await openPayingShop({}, { deliverEmail: async (email) => void told.push(email) });
  await paying.rows(
    `insert into shop_settings (key, value) values ('order_email', to_jsonb($1::text))`,
    [DESK],
  );
  await paying.startJobs();
  const begun = await beginPaying(paying);
  await verify(begun.shopper, await pay(paying, begun));
  await jobsDone(paying.db.owner);
  const [email, ...others] = told.filter(({ to }) => to === DESK);
  expect(others).toEqual([]);
  expect(email?.subject).toContain(begun.begun.body.payment.order_number);
  expect(email?.text).toContain('Payment: Online Payment (Razorpay)');
  expect(email?.text).toContain('This is a demo: no real payment is taken, and nothing is sent.');
});

/** As after a crash between the email and the end of its job. */
async function confirmAgain(orderId: string): Promise<void> {
  await shop.db.owner.query(
    `insert into jobs.job (name, data, retry_limit, policy)
     select name, data, retry_limit, policy from jobs.job
     where name = 'order-confirmation' and data ->> 'order_id' = $1`,
    [orderId],
  );
}

/** Until the confirmation that waits for another try has had it. */
async function untilTriedAgain(orderId: string): Promise<void> {
  const tries = async () =>
    (
      await shop.db.owner.query(
        `select state, retry_count from jobs.job
         where name = 'order-confirmation' and data ->> 'order_id' = $1`,
        [orderId],
      )
    ).rows[0];
  let before = await tries();
  for (; before.state !== 'retry'; before = await tries()) {
    if (before.state === 'completed') return;
    await sleep(20);
  }
  await shop.db.owner.query(
    `update jobs.job set start_after = now()
     where name = 'order-confirmation' and state = 'retry' and data ->> 'order_id' = $1`,
    [orderId],
  );
  for (;;) {
    const now = await tries();
    if (now.state === 'completed') return;
    if (now.state === 'retry' && now.retry_count > before.retry_count) return;
    await sleep(20);
  }
}

test('an order that was sent before its email could leave is not announced as one to pack', async () => {
  await tellShopAt(DESK);
  refused = { to: DESK, error: new Error('the mail server is down') };
  const { id } = await order();
  await expect.poll(recipients).toEqual([shopper()]);
  const notice = async () =>
    (
      await shop.db.owner.query(
        `select state from jobs.job where name = 'order-notice' and id = $1`,
        [id],
      )
    ).rows[0]?.state;
  await expect.poll(notice).toBe('retry');
  await shop.db.owner.query(`update orders set fulfilment = 'shipped' where id = $1`, [id]);
  refused = null;
  await shop.db.owner.query(
    `update jobs.job set start_after = now() where name = 'order-notice' and id = $1`,
    [id],
  );
  await expect.poll(notice).toBe('completed');
  expect(recipients()).toEqual([shopper()]);
});

test('an order that the shopper cancels before the email leaves is not announced', async () => {
  await tellShopAt(DESK);
  refused = { to: DESK, error: new Error('The mail server is busy') };
  const { id } = await order();
  const notice = async () =>
    (await shop.db.owner.query('select state from jobs.job where id = $1', [id])).rows[0]?.state;
  await expect.poll(notice).toBe('retry');
  const cancellation = { reason: 'changed_mind' };
  const cancelled = await asha.request('POST', `/api/orders/${id}/cancellation`, cancellation);
  expect(cancelled.status).toBe(200);
  refused = null;
  await shop.db.owner.query(`update jobs.job set start_after = now() where id = $1`, [id]);
  await expect.poll(notice).toBe('completed');
  await jobsDone(shop.db.owner);
  expect(recipients()).not.toContain(DESK);
});
