import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RenderedEmail } from '#server/email/email.ts';
import { PermanentFailure } from '#server/jobs/permanent-failure.ts';
import { HOME, submit, toCheckout } from '#test/checkout.ts';
import { jobsDone } from '#test/jobs.ts';
import { openPayingShop, paidOrder } from '#test/payments.ts';
import { openTestShop, type TestShop, type TestShopper } from '#test/shop.ts';
import { newStaff } from '#test/staff.ts';

/** Where the owner may want to hear of new orders. */
const DESK = 'orders@example.in';

let shop: TestShop;
let owner: TestShopper;
let asha: TestShopper;
let courier: string;
let emails: RenderedEmail[] = [];
/** Those that `told` has named. */
let sent: RenderedEmail[] = [];
/** Why the mail server refuses emails to this address. */
let refused: { to: string; error: Error } | null = null;
let order: { id: string; order_number: string };

beforeAll(async () => {
  shop = await openTestShop({
    deliverEmail: async (email) => {
      if (refused?.to === email.to) throw refused.error;
      emails.push(email);
    },
  });
  owner = await newStaff(shop, 'owner');
  courier = (await query('select id from couriers limit 1'))[0].id;
  await shop.startJobs();
});

beforeEach(async () => {
  asha = await shop.newShopper();
  await leave();
  refused = null;
  emails = [];
});

const query = async (sql: string, values: unknown[] = []) =>
  (await shop.db.owner.query(sql, values)).rows;

async function buy(items: [string, number][] = [['1', 1]], home = HOME): Promise<void> {
  order = (await submit(asha, await toCheckout(asha, items, home))).body;
}

async function act(verb: string, more: object = {}): Promise<void> {
  const path = `/api/admin/orders/${order.id}`;
  const { version, order_items } = (await owner.request('GET', path)).body;
  const returned = [{ item: order_items[0].id, good: 1, damaged: 0 }];
  const step = { verb, version, ...(verb === 'receive_return' && { returned }), ...more };
  const { status, body } = await owner.request('POST', `${path}/actions`, step);
  if (status !== 200) throw new Error(JSON.stringify(body));
}

const number = (more = '') => `DL1-${order.order_number.slice(3)}${more}`;
const handOver = (more?: string) => act('hand_over', { courier, tracking_number: number(more) });

/** As if the minute to take a step back had passed. */
async function leave(): Promise<void> {
  await jobsDone(shop.db.owner);
  await query(
    `update jobs.job set start_after = now() where name = 'order-mail' and state = 'created'`,
  );
  await jobsDone(shop.db.owner);
}

/** The subjects of what has left since the last time. */
async function told(): Promise<string[]> {
  await leave();
  sent = emails;
  emails = [];
  return sent.map(({ subject }) => subject.replace(`#${order.order_number} `, ''));
}

/** What became of the only job of this name about the order. */
async function jobOf(name: string): Promise<{ state: string; retry_count: number }> {
  const [job] = await query(
    `select state, retry_count from jobs.job where name = $1 and $2 in (id::text, data ->> 'order_id')`,
    [name, order.id],
  );
  return job;
}

/** The mail server has refused it, and it is not tried again before the test says so. */
async function untilRefused(name: string): Promise<void> {
  await expect.poll(async () => (await jobOf(name))?.state).toBe('retry');
  await query(
    `update jobs.job set start_after = now() + interval '1 hour' where name = $1 and state = 'retry'`,
    [name],
  );
}

/** Tries it once more; returns what became of it. */
async function tryAgain(name: string): Promise<string> {
  const { retry_count } = await jobOf(name);
  await query(
    `update jobs.job set start_after = now()
     where name = $1 and state = 'retry' and $2 in (id::text, data ->> 'order_id')`,
    [name, order.id],
  );
  const tried = async () => {
    const job = await jobOf(name);
    return job.state === 'completed' || (job.state === 'retry' && job.retry_count > retry_count);
  };
  await expect.poll(tried).toBe(true);
  return (await jobOf(name)).state;
}

describe('the confirmation', () => {
  /** As after a crash between the email and the end of its job. */
  const confirmAgain = () =>
    query(
      `insert into jobs.job (name, data, retry_limit, policy)
       select name, data, retry_limit, policy from jobs.job
       where name = 'order-confirmation' and data ->> 'order_id' = $1`,
      [order.id],
    );

  test('says what was ordered and where it goes, with the name escaped, also after signing out, and has one key', async () => {
    const bina = { ...HOME, full_name: 'Bina <img src=x> & "Co"' };
    refused = { to: asha.shopper.email, error: new Error('450 greylisted') };
    await buy(
      [
        ['1', 2],
        ['3', 1],
      ],
      bina,
    );
    await untilRefused('order-confirmation');
    await asha.request('POST', '/auth/v1/logout');
    refused = null;
    expect(await tryAgain('order-confirmation')).toBe('completed');
    await confirmAgain();
    await jobsDone(shop.db.owner);
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
      'http://localhost:3000/returns',
      'Dried Aparajita Flowers: 2 × ₹499.00 = ₹998.00',
      'Total: ₹2,297.00',
      'Cash on Delivery (COD)',
      'Bina <img src=x> & "Co"',
      '12 Hill Road\nFlat 3\nMumbai, Maharashtra 400050\nIndia',
    ])
      expect(email?.text).toContain(words);
    expect(email?.html).toContain('Bina &lt;img src=x&gt; &amp; &quot;Co&quot;');
    expect(email?.html).not.toMatch(/<img src="?x/);
  });

  test('is not sent after the order was told as cancelled, and is sent once if the cancellation is undone', async () => {
    refused = { to: asha.shopper.email, error: new Error('450 greylisted') };
    await buy();
    await untilRefused('order-confirmation');
    const path = `/api/orders/${order.id}/cancellation`;
    expect((await asha.request('POST', path, {})).status).toBe(200);
    refused = null;
    await query(`update jobs.job set start_after = now() where state = 'retry'`);
    await expect.poll(async () => (await jobOf('order-confirmation')).state).toBe('completed');
    expect(await told()).toEqual(['Order is cancelled']);

    refused = { to: asha.shopper.email, error: new Error('450 greylisted') };
    await buy();
    await untilRefused('order-confirmation');
    refused = null;
    await act('cancel', { reason: 'changed_mind' });
    // However slow the machine is, there is time left to undo it.
    const later = `interval '1 hour'`;
    await query(`update order_events set at = at + ${later} where order_id = $1`, [order.id]);
    await query(`update orders set closed_at = closed_at + ${later} where id = $1`, [order.id]);
    expect(await tryAgain('order-confirmation')).toBe('retry');
    await act('undo_cancel');
    expect(await tryAgain('order-confirmation')).toBe('completed');
    expect(emails).toMatchObject([{ subject: `Your order #${order.order_number}` }]);
  });

  describe('tells the shop of the order, at the address that the owner set,', () => {
    async function tellShopAt(value: string | null): Promise<void> {
      const { seen } = (await owner.request('GET', '/api/admin/settings')).body.order_email;
      const change = { key: 'order_email', value, seen };
      expect((await owner.request('PATCH', '/api/admin/settings', change)).status).toBe(200);
    }
    const recipients = () => emails.map(({ to }) => to).sort();
    const shopper = () => asha.shopper.email;

    beforeEach(() => tellShopAt(DESK));

    test('with what is to pack and without who lives where', async () => {
      await buy([
        ['1', 2],
        ['3', 1],
      ]);
      await jobsDone(shop.db.owner);
      expect(recipients()).toEqual([shopper(), DESK].sort());
      const email = emails.find(({ to }) => to === DESK);
      expect(email?.subject).toBe(`New order #${order.order_number}: ₹2,297.00`);
      for (const words of [
        'Total: ₹2,297.00',
        'Payment: Cash on Delivery (COD)',
        'Pieces: 3',
        'Town and PIN: Mumbai 400050',
        '2 × Dried Aparajita Flowers',
        `http://localhost:3000/admin/orders/${order.id}`,
      ])
        expect(email?.text).toContain(words);
      const { full_name, phone, address_line1 } = HOME;
      for (const secret of [full_name, phone, address_line1, shopper()]) {
        expect(email?.text).not.toContain(secret);
        expect(email?.html).not.toContain(secret);
      }
    });

    test('once, also when the shopper’s email is refused and tried again, and not weeks later', async () => {
      refused = { to: shopper(), error: new Error('the mail server is down') };
      await buy();
      await expect.poll(recipients).toEqual([DESK]);
      await untilRefused('order-confirmation');
      expect(await tryAgain('order-confirmation')).toBe('retry');
      refused = null;
      expect(await tryAgain('order-confirmation')).toBe('completed');
      await jobsDone(shop.db.owner);
      expect(recipients()).toEqual([shopper(), DESK].sort());

      emails = [];
      const ago = (weeks: number) => `- interval '${weeks} weeks'`;
      await query(`update orders set created_at = created_at ${ago(3)} where id = $1`, [order.id]);
      // As it was when the address had already been set; and by then the queue has deleted what is done.
      await query(
        `update shop_settings set valid_from = valid_from ${ago(4)} where key = 'order_email'`,
      );
      await query(`delete from jobs.job where name = 'order-notice' and state = 'completed'`);
      await confirmAgain();
      await jobsDone(shop.db.owner);
      expect(recipients()).toEqual([shopper()]);
    });

    test('and if that address is refused, the shopper’s email is not held up', async () => {
      refused = { to: DESK, error: new PermanentFailure('550 at RCPT TO') };
      await buy();
      await expect.poll(recipients).toEqual([shopper()]);
      const listed = async () => (await owner.request('GET', '/api/admin/failed-jobs')).body;
      const { id: order_id, order_number } = order;
      await expect
        .poll(listed)
        .toMatchObject([
          { name: 'Notice to the shop: a new order', order_id, order_number, recipient: DESK },
        ]);
      // The queue's own copy, which jobsDone would find.
      await query(`delete from jobs.job where state = 'failed' or name = 'dead-letter'`);
    });

    test('unless it was placed while no address was set', async () => {
      await tellShopAt(null);
      await buy();
      await jobsDone(shop.db.owner);
      await tellShopAt(DESK);
      await confirmAgain();
      await jobsDone(shop.db.owner);
      expect(recipients()).toEqual([shopper(), shopper()]);
    });

    test.each([
      [
        'was sent',
        () => query(`update orders set fulfilment = 'shipped' where id = $1`, [order.id]),
      ],
      [
        'was cancelled by the shopper',
        () => asha.request('POST', `/api/orders/${order.id}/cancellation`, {}),
      ],
    ])('unless it %s before that email could leave', async (_, happens) => {
      refused = { to: DESK, error: new Error('the mail server is down') };
      await buy();
      await untilRefused('order-notice');
      await happens();
      refused = null;
      expect(await tryAgain('order-notice')).toBe('completed');
      expect(recipients()).not.toContain(DESK);
    });

    test('also of one that is paid online, and that it was paid with test money', async () => {
      const left: RenderedEmail[] = [];
      const deliverEmail = async (email: RenderedEmail) => void left.push(email);
      const paying = await openPayingShop({}, { deliverEmail });
      await paying.rows(
        `insert into shop_settings (key, value) values ('order_email', to_jsonb($1::text))`,
        [DESK],
      );
      await paying.startJobs();
      const paid = await paidOrder(paying);
      await jobsDone(paying.db.owner);
      const [email, ...others] = left.filter(({ to }) => to === DESK);
      expect(others).toEqual([]);
      expect(email?.subject).toContain(paid.number);
      for (const words of [
        'Payment: Online Payment (Razorpay)',
        'This is a demo: no real payment is taken, and nothing is sent.',
      ])
        expect(email?.text).toContain(words);
    });
  });
});

describe('a step of a parcel', () => {
  const ON_ITS_WAY = 'Order is on its way';
  const LOST = 'Order was lost on its way';
  const DELIVERED = 'Order was delivered';

  beforeEach(async () => {
    await buy();
    await jobsDone(shop.db.owner);
    emails = [];
  });

  test.each([
    ['deliver', 'undeliver', [DELIVERED]],
    ['lose', 'undo_lose', [LOST]],
    ['return_to_origin', 'undo_return_to_origin', []],
  ])(
    'after %s by mistake, the shopper still gets the courier and the number, once',
    async (step, undo, mistake) => {
      await handOver();
      await act(step);
      expect(await told()).toEqual(mistake);
      await act(undo);
      expect(await told()).toEqual([ON_ITS_WAY]);
      expect(sent[0]?.text).toContain(number());
      expect(await told()).toEqual([]);
    },
  );

  test('that is undone before any email leaves is not told, and the step before it once', async () => {
    await handOver();
    await act('deliver');
    await act('undeliver');
    expect(await told()).toEqual([ON_ITS_WAY]);
    await act('lose');
    await act('undo_lose');
    expect(await told()).toEqual([]);
  });

  test('that is undone after its email and done again is told once, unless its number is another', async () => {
    await handOver();
    expect(await told()).toEqual([ON_ITS_WAY]);
    await act('take_back');
    await handOver();
    expect(await told()).toEqual([]);
    await act('take_back');
    await handOver('-2');
    expect(await told()).toEqual([ON_ITS_WAY]);
    expect(sent[0]?.text).toContain(number('-2'));
    await act('deliver');
    expect(await told()).toEqual([DELIVERED]);
    await act('undeliver');
    await act('deliver');
    expect(await told()).toEqual([]);
  });

  test('no money is promised for a return that the owner refunds nothing for', async () => {
    await handOver();
    await act('deliver');
    await told();
    await act('receive_return');
    await act('decline_refund', { reason: 'opened' });
    expect(await told()).toEqual(['Your return of order has arrived']);
    expect(sent[0]?.text).not.toContain('UPI');
  });

  test('a confirmed order that was handed over by mistake is told as confirmed', async () => {
    await act('confirm');
    await handOver();
    expect(await told()).toEqual([ON_ITS_WAY]);
    await act('take_back');
    expect(await told()).toEqual(['Order is confirmed']);
  });

  test('an address that was corrected before a cancellation by mistake is told', async () => {
    const path = `/api/admin/orders/${order.id}/address`;
    const corrected = { ...HOME, address_line1: '14 Hill Road', version: 0 };
    expect((await owner.request('PATCH', path, corrected)).status).toBe(200);
    await act('cancel', { reason: 'changed_mind' });
    // Its minute is over while the cancellation stands, whose own email waits, however slow the machine is.
    await query(
      `update jobs.job set start_after = now() + case kind when 'cancel' then interval '1 hour' else interval '0' end
       from order_events event
       where name = 'order-mail' and job.data ->> 'order_id' = $1 and event.id = (job.data ->> 'event_id')::bigint`,
      [order.id],
    );
    await jobsDone(shop.db.owner);
    expect(emails).toEqual([]);
    await query('update orders set closed_at = now() where id = $1', [order.id]);
    await act('undo_cancel');
    expect(await told()).toEqual([`The address of order was corrected`]);
    expect(await told()).toEqual([]);
  });
});
