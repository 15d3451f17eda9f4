import { beforeEach, describe, expect, test } from 'vitest';
import type { RenderedEmail } from '#server/email/email.ts';
import type { JobName } from '#server/jobs/queues.ts';
import { HOME, submit, toCheckout } from '#test/checkout.ts';
import { jobsDone } from '#test/jobs.ts';
import { openTestShop, type TestShopper } from '#test/shop.ts';
import { hireStaff } from '#test/staff.ts';

/** Where the owner may want to hear of new orders. */
const DESK = 'orders@example.in';

const THREE_PIECES: [string, number][] = [
  ['1', 2],
  ['3', 1],
];

let emails: RenderedEmail[] = [];
/** Why the mail server refuses emails to this address. */
let refused: { to: string; error: Error } | null = null;
const shop = await openTestShop({
  deliverEmail: async (email) => {
    if (refused?.to === email.to) throw refused.error;
    emails.push(email);
  },
});
const { owner, rows, act, courier, emailsLeave } = await hireStaff(shop);
await shop.startJobs();

let asha: TestShopper;
let order: { id: string; order_number: string };

beforeEach(async () => {
  asha = await shop.newShopper();
  await emailsLeave();
  refused = null;
  emails = [];
});

async function buy(items: [string, number][] = [['1', 1]], home = HOME): Promise<void> {
  order = (await submit(asha, await toCheckout(asha, items, home))).body;
}

/** The mail server is down for this address. */
const refuse = (to: string, error = new Error('450 greylisted')) => {
  refused = { to, error };
};

const ABOUT_ORDER = `name = $1 and $2 in (id::text, data ->> 'order_id')`;

/** What became of the only job of this name about the order. */
async function jobOf(name: JobName): Promise<{ state: string; retry_count: number }> {
  const sql = `select state, retry_count from jobs.job where ${ABOUT_ORDER}`;
  return (await rows(sql, [name, order.id]))[0];
}

const setRetry = (name: JobName, when: string) =>
  rows(`update jobs.job set start_after = ${when} where state = 'retry' and ${ABOUT_ORDER}`, [
    name,
    order.id,
  ]);

/** Orders, and the mail server refuses the email about it, which is not tried again before the test says so. */
async function buyRefused(name: JobName, to: string, ...bought: Parameters<typeof buy>) {
  refuse(to);
  await buy(...bought);
  await expect.poll(async () => (await jobOf(name))?.state).toBe('retry');
  await setRetry(name, `now() + interval '1 hour'`);
  refused = null;
}

/** Tries it once more; returns what became of it. */
async function tryAgain(name: JobName): Promise<string> {
  const { retry_count } = await jobOf(name);
  await setRetry(name, 'now()');
  shop.wake(name);
  const tried = async () => {
    const job = await jobOf(name);
    return job.state === 'completed' || (job.state === 'retry' && job.retry_count > retry_count);
  };
  await expect.poll(tried).toBe(true);
  return (await jobOf(name)).state;
}

/** As after a crash between the email and the end of its job. */
async function confirmAgain(): Promise<void> {
  await rows(
    `insert into jobs.job (name, data, retry_limit, policy)
     select name, data, retry_limit, policy from jobs.job
     where name = 'order-confirmation' and data ->> 'order_id' = $1`,
    [order.id],
  );
  shop.wake('order-confirmation');
  await jobsDone(shop.db.owner);
}

describe('the confirmation', () => {
  test('says what was ordered and where it goes, with the name escaped, also after signing out, and has one key', async () => {
    const home = { ...HOME, full_name: 'Bina <img src=x> & "Co"' };
    await buyRefused('order-confirmation', asha.shopper.email, THREE_PIECES, home);
    await asha.request('POST', '/auth/v1/logout');
    expect(await tryAgain('order-confirmation')).toBe('completed');
    await confirmAgain();
    const [email, again, ...others] = emails;
    expect(others).toEqual([]);
    expect(again?.idempotencyKey).toBe(email?.idempotencyKey);
    expect(email).toMatchObject({
      to: asha.shopper.email,
      subject: `Your order #${order.order_number}`,
    });
    for (const words of [
      `http://localhost:3000/account/orders/${order.id}`,
      `http://localhost:3000/contact#order=${order.order_number}`,
      'Dried Aparajita Flowers: 2 × ₹499.00 = ₹998.00',
      'Total: ₹2,297.00',
      'Cash on Delivery (COD)',
      'Bina <img src=x> & "Co"',
      '12 Hill Road\nFlat 3\nMumbai, Maharashtra 400050\nIndia',
    ])
      expect(email?.text).toContain(words);
    expect(email?.html).toContain('Bina &lt;img src=x&gt; &amp; &quot;Co&quot;');
  });

  test('is not sent after the order was told as cancelled, and is sent once if the cancellation is undone', async () => {
    await buyRefused('order-confirmation', asha.shopper.email);
    const path = `/api/orders/${order.id}/cancellation`;
    expect((await asha.request('POST', path, {})).status).toBe(200);
    expect(await tryAgain('order-confirmation')).toBe('completed');
    await emailsLeave();
    expect(emails.map(({ subject }) => subject)).toEqual([
      `Order #${order.order_number} is cancelled`,
    ]);

    emails = [];
    await buyRefused('order-confirmation', asha.shopper.email);
    await act(order.id, 'cancel');
    // However slow the machine is, there is time left to undo it.
    const later = `interval '1 hour'`;
    await rows(`update order_events set at = at + ${later} where order_id = $1`, [order.id]);
    await rows(`update orders set closed_at = closed_at + ${later} where id = $1`, [order.id]);
    expect(await tryAgain('order-confirmation')).toBe('retry');
    await act(order.id, 'undo');
    expect(await tryAgain('order-confirmation')).toBe('completed');
    expect(emails).toMatchObject([{ subject: `Your order #${order.order_number}` }]);
  });
});

describe('the shop is told of an order, at the address that the owner set,', () => {
  async function tellShopAt(value: string | null): Promise<void> {
    const { seen } = (await owner.request('GET', '/api/admin/settings')).body.order_email;
    const change = { key: 'order_email', value, seen };
    expect((await owner.request('PATCH', '/api/admin/settings', change)).status).toBe(200);
  }
  const recipients = () => emails.map(({ to }) => to).sort();
  const both = () => [asha.shopper.email, DESK].sort();

  beforeEach(() => tellShopAt(DESK));

  test('with what is to pack and without who lives where', async () => {
    await buy(THREE_PIECES);
    await jobsDone(shop.db.owner);
    expect(recipients()).toEqual(both());
    const email = emails.find(({ to }) => to === DESK);
    expect(email?.subject).toBe(`New order #${order.order_number}: ₹2,297.00`);
    for (const words of [
      'Payment: Cash on Delivery (COD)',
      'Pieces: 3',
      'Town and PIN: Mumbai 400050',
      '2 × Dried Aparajita Flowers',
      `http://localhost:3000/admin/orders/${order.id}`,
    ])
      expect(email?.text).toContain(words);
    for (const secret of [HOME.full_name, HOME.phone, HOME.address_line1, asha.shopper.email])
      expect(JSON.stringify(email)).not.toContain(secret);
  });

  test('once, also when the shopper’s email is refused and tried again, and not weeks later', async () => {
    await buyRefused('order-confirmation', asha.shopper.email);
    await expect.poll(recipients).toEqual([DESK]);
    refuse(asha.shopper.email);
    expect(await tryAgain('order-confirmation')).toBe('retry');
    refused = null;
    expect(await tryAgain('order-confirmation')).toBe('completed');
    await jobsDone(shop.db.owner);
    expect(recipients()).toEqual(both());

    emails = [];
    const ago = (weeks: number) => `- interval '${weeks} weeks'`;
    await rows(`update orders set created_at = created_at ${ago(3)} where id = $1`, [order.id]);
    // As it was when the address had already been set; and by then the queue has deleted what is done.
    await rows(
      `update shop_settings set valid_from = valid_from ${ago(4)} where key = 'order_email'`,
    );
    await rows(`delete from jobs.job where name = 'order-notice' and state = 'completed'`);
    await confirmAgain();
    expect(recipients()).toEqual([asha.shopper.email]);
  });

  test.each([
    ['was sent', () => rows(`update orders set fulfilment = 'shipped' where id = $1`, [order.id])],
    ['was cancelled', () => asha.request('POST', `/api/orders/${order.id}/cancellation`, {})],
  ])('unless it %s before that email could leave', async (_, happens) => {
    await buyRefused('order-notice', DESK);
    await happens();
    expect(await tryAgain('order-notice')).toBe('completed');
    expect(recipients()).not.toContain(DESK);
  });
});

// What each step, its undo and the steps before it tell: order-update-email.test.ts.
test('the email about a step leaves after all when the later one, which made it outdated, was a mistake', async () => {
  await buy();
  await jobsDone(shop.db.owner);
  /** The subjects of what has left since the last time. */
  const told = async () => {
    emails = [];
    await emailsLeave();
    return emails.map(({ subject }) => subject.replace(`#${order.order_number} `, ''));
  };
  const tracking_number = `DL1-${order.order_number.slice(3)}`;
  await act(order.id, 'hand_over', { courier, tracking_number });
  await act(order.id, 'lose');
  expect(await told()).toEqual(['Order was lost on its way']);
  await act(order.id, 'undo');
  expect(await told()).toEqual(['Order is on its way']);
  expect(emails[0]?.text).toContain(tracking_number);
  expect(await told()).toEqual([]);
});
