import { beforeEach, describe, expect, test } from 'vitest';
import type { RenderedEmail } from '#server/email/email.ts';
import { PermanentFailure } from '#server/jobs/permanent-failure.ts';
import type { JobName } from '#server/jobs/queues.ts';
import { HOME, submit, toCheckout } from '#test/checkout.ts';
import { jobsDone } from '#test/jobs.ts';
import { openTestShop, type TestShopper } from '#test/shop.ts';
import { hireStaff } from '#test/staff.ts';

/** Where the owner may want to hear of new orders. */
const DESK = 'orders@example.in';

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

/** What became of the only job of this name about the order. */
async function jobOf(name: JobName): Promise<{ state: string; retry_count: number }> {
  const [job] = await rows(
    `select state, retry_count from jobs.job where name = $1 and $2 in (id::text, data ->> 'order_id')`,
    [name, order.id],
  );
  return job;
}

const setRetry = (name: JobName, when: string) =>
  rows(
    `update jobs.job set start_after = ${when}
     where name = $1 and state = 'retry' and $2 in (id::text, data ->> 'order_id')`,
    [name, order.id],
  );

/** The mail server has refused it, and it is not tried again before the test says so. */
async function untilRefused(name: JobName): Promise<void> {
  await expect.poll(async () => (await jobOf(name))?.state).toBe('retry');
  await setRetry(name, `now() + interval '1 hour'`);
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
    refuse(asha.shopper.email);
    await buy(
      [
        ['1', 2],
        ['3', 1],
      ],
      { ...HOME, full_name: 'Bina <img src=x> & "Co"' },
    );
    await untilRefused('order-confirmation');
    await asha.request('POST', '/auth/v1/logout');
    refused = null;
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
    refuse(asha.shopper.email);
    await buy();
    await untilRefused('order-confirmation');
    const path = `/api/orders/${order.id}/cancellation`;
    expect((await asha.request('POST', path, {})).status).toBe(200);
    refused = null;
    expect(await tryAgain('order-confirmation')).toBe('completed');
    await emailsLeave();
    expect(emails.map(({ subject }) => subject)).toEqual([
      `Order #${order.order_number} is cancelled`,
    ]);

    emails = [];
    refuse(asha.shopper.email);
    await buy();
    await untilRefused('order-confirmation');
    refused = null;
    await act(order.id, 'cancel');
    // However slow the machine is, there is time left to undo it.
    const later = `interval '1 hour'`;
    await rows(`update order_events set at = at + ${later} where order_id = $1`, [order.id]);
    await rows(`update orders set closed_at = closed_at + ${later} where id = $1`, [order.id]);
    expect(await tryAgain('order-confirmation')).toBe('retry');
    await act(order.id, 'undo_cancel');
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
    await buy([
      ['1', 2],
      ['3', 1],
    ]);
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
    refuse(asha.shopper.email);
    await buy();
    await expect.poll(recipients).toEqual([DESK]);
    await untilRefused('order-confirmation');
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

  test('and if that address is refused, the shopper’s email is not held up', async () => {
    refuse(DESK, new PermanentFailure('550 at RCPT TO'));
    await buy();
    await expect.poll(recipients).toEqual([asha.shopper.email]);
    const listed = async () => (await owner.request('GET', '/api/admin/failed-jobs')).body;
    const about = { order_id: order.id, order_number: order.order_number, recipient: DESK };
    await expect
      .poll(listed)
      .toMatchObject([{ name: 'Notice to the shop: a new order', ...about }]);
    // The queue's own copy, which jobsDone would find.
    await rows(`delete from jobs.job where state = 'failed' or name = 'dead-letter'`);
  });

  test.each([
    ['was sent', () => rows(`update orders set fulfilment = 'shipped' where id = $1`, [order.id])],
    ['was cancelled', () => asha.request('POST', `/api/orders/${order.id}/cancellation`, {})],
  ])('unless it %s before that email could leave', async (_, happens) => {
    refuse(DESK);
    await buy();
    await untilRefused('order-notice');
    await happens();
    refused = null;
    expect(await tryAgain('order-notice')).toBe('completed');
    expect(recipients()).not.toContain(DESK);
  });
});

// What each step, its undo and the steps before it tell: order-update-email.test.ts.
describe('the email about a step', () => {
  const ON_ITS_WAY = 'Order is on its way';
  let sent: RenderedEmail[] = [];

  beforeEach(async () => {
    await buy();
    await jobsDone(shop.db.owner);
    emails = [];
  });

  /** The subjects of what has left since the last time. */
  async function told(): Promise<string[]> {
    await emailsLeave();
    sent = emails;
    emails = [];
    return sent.map(({ subject }) => subject.replace(`#${order.order_number} `, ''));
  }

  const number = (more = '') => `DL1-${order.order_number.slice(3)}${more}`;
  const handOver = (more?: string) =>
    act(order.id, 'hand_over', { courier, tracking_number: number(more) });

  test('leaves after all when the later one, which made it outdated, was a mistake', async () => {
    await handOver();
    await act(order.id, 'lose');
    expect(await told()).toEqual(['Order was lost on its way']);
    await act(order.id, 'undo_lose');
    expect(await told()).toEqual([ON_ITS_WAY]);
    expect(sent[0]?.text).toContain(number());
    expect(await told()).toEqual([]);
  });

  test('that is undone after it and done again leaves once, unless the number is another', async () => {
    await handOver();
    expect(await told()).toEqual([ON_ITS_WAY]);
    await act(order.id, 'take_back');
    await handOver();
    expect(await told()).toEqual([]);
    await act(order.id, 'take_back');
    await handOver('-2');
    expect(await told()).toEqual([ON_ITS_WAY]);
    expect(sent[0]?.text).toContain(number('-2'));
  });
});
