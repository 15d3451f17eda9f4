import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RenderedEmail } from '#server/email/email.ts';
import { RecipientRefused } from '#server/email/recipient-refused.ts';
import { refused, submit, toCheckout } from '#test/checkout.ts';
import { jobsDone } from '#test/jobs.ts';
import { openTestShop, type TestShop, type TestShopper } from '#test/shop.ts';
import { newStaff } from '#test/staff.ts';

/** An order's last email, which the owner sends to its customer again. */
let shop: TestShop;
let owner: TestShopper;
let packer: TestShopper;
let accountant: TestShopper;
let asha: TestShopper;
let courier: string;
let emails: RenderedEmail[] = [];
let mailServer: 'takes' | 'is down' | 'refuses' = 'takes';

beforeAll(async () => {
  shop = await openTestShop({
    deliverEmail: async (email) => {
      if (mailServer === 'is down') throw new Error('connect ECONNREFUSED');
      if (mailServer === 'refuses') throw new RecipientRefused('550');
      emails.push(email);
    },
  });
  owner = await newStaff(shop, 'owner');
  packer = await newStaff(shop, 'packer');
  accountant = await newStaff(shop, 'accountant');
  const couriers = await shop.db.owner.query(
    'select id from couriers where active and numbered and tracking_url is not null limit 1',
  );
  courier = couriers.rows[0].id;
  await shop.startJobs();
});

let id: string;
let number: string;
beforeEach(async () => {
  mailServer = 'takes';
  asha = await shop.newShopper();
  ({ id, order_number: number } = (await submit(asha, await toCheckout(asha, [['1', 1]]))).body);
  await emailsLeave();
  emails = [];
});

const act = (version: number, verb: string, more: object = {}) =>
  owner.request('POST', `/api/admin/orders/${id}/actions`, { verb, version, ...more });
const handOver = (version: number) =>
  act(version, 'hand_over', { courier, tracking_number: `TR${id.slice(0, 8)}`.toUpperCase() });
const sendAgain = (version: number, { who = owner, key = randomUUID() as string } = {}) =>
  who.request('POST', `/api/admin/orders/${id}/emails`, { version }, { 'idempotency-key': key });
const subjects = () => emails.map(({ subject }) => subject);
const eventsOf = async (who: TestShopper): Promise<{ kind: string }[]> =>
  (await who.request('GET', `/api/admin/orders/${id}`)).body.events;
const sentAgain = async (who = owner) =>
  (await eventsOf(who)).filter(({ kind }) => kind === 'send_email_again');

/** Sends the emails that wait their minute. */
async function emailsLeave(): Promise<void> {
  for (const _ of [1, 2]) {
    await shop.db.owner.query(
      `update jobs.job set start_after = now() where name = 'order-mail' and state = 'created'`,
    );
    await jobsDone(shop.db.owner);
  }
}

const pass = (time: string) =>
  shop.db.owner.query('update order_events set at = at - $2::interval where order_id = $1', [
    id,
    time,
  ]);

/** Waits until the mail server has been tried, and then tries it again with what it says now. */
async function untilTried(): Promise<void> {
  const states = async () =>
    (
      await shop.db.owner.query(
        `select state from jobs.job where data ->> 'order_id' = $1 and state <> 'completed'`,
        [id],
      )
    ).rows.map(({ state }) => state);
  await expect.poll(states, { timeout: 15_000 }).toEqual(['retry']);
}
const tryNow = async () => {
  await shop.db.owner.query(`update jobs.job set start_after = now() where state = 'retry'`);
  const retries = async () =>
    (await shop.db.owner.query(`select from jobs.job where state = 'retry'`)).rowCount;
  await expect.poll(retries, { timeout: 15_000 }).toBe(0);
  await jobsDone(shop.db.owner);
};

test('a customer without the confirmation gets it again; the history says so, their own page does not', async () => {
  const { status, body } = await sendAgain(0);
  expect([status, body.version]).toEqual([200, 0]);
  expect(body.events.at(-1)).toMatchObject({
    kind: 'send_email_again',
    actor: 'staff',
    staff: owner.shopper.email,
    data: { subject: `Your order #${number}` },
    shown_to_shopper: false,
  });
  await jobsDone(shop.db.owner);
  expect(emails).toMatchObject([
    { to: asha.shopper.email, subject: `Your order #${number}`, text: expect.stringContaining(id) },
  ]);
  expect(emails[0]?.idempotencyKey).toMatch(/^order-mail-again:\d+$/);
  const { body: seen } = await asha.request('GET', `/api/orders/${id}`);
  expect(seen.events.map(({ kind }: { kind: string }) => kind)).toEqual(['placed']);
  const { body: log } = await owner.request(
    'GET',
    `/api/admin/audit?subject_id=${id}&verb=send_email_again`,
  );
  expect(log.entries).toMatchObject([
    { staff: owner.shopper.email, after: { subject: `Your order #${number}` } },
  ]);
});

test('the last step’s email is sent again, and none about an earlier one', async () => {
  await act(0, 'confirm');
  await emailsLeave();
  await handOver(1);
  await emailsLeave();
  emails = [];
  await sendAgain(2);
  await jobsDone(shop.db.owner);
  expect(subjects()).toEqual([`Order #${number} is on its way`]);
  expect(emails[0]?.html).toContain(`TR${id.slice(0, 8)}`.toUpperCase());
  await act(2, 'deliver');
  await emailsLeave();
  await pass('2 minutes');
  emails = [];
  await sendAgain(3);
  await jobsDone(shop.db.owner);
  expect(subjects()).toEqual([`Order #${number} was delivered`]);
});

test('the same key sends it once, also after the order has moved on', async () => {
  const key = randomUUID();
  const presses = await Promise.all([sendAgain(0, { key }), sendAgain(0, { key })]);
  expect(presses.map(({ status }) => status)).toEqual([200, 200]);
  await handOver(0);
  expect((await sendAgain(0, { key })).status).toBe(200);
  await jobsDone(shop.db.owner);
  expect(subjects()).toEqual([`Your order #${number}`]);
  expect(await sentAgain()).toHaveLength(1);
  const noted = randomUUID();
  await owner.request(
    'POST',
    `/api/admin/orders/${id}/notes`,
    { text: 'She rang' },
    { 'idempotency-key': noted },
  );
  expect(await sendAgain(1, { key: noted })).toMatchObject(refused(409, 'idempotency_key_reused'));
});

describe('nobody is flooded', () => {
  test('a second press within a minute is refused, also at the same moment, and says when it works', async () => {
    const presses = await Promise.all([sendAgain(0), sendAgain(0)]);
    expect(presses.map(({ status }) => status).sort()).toEqual([200, 429]);
    await pass('20 seconds');
    const third = await sendAgain(0);
    expect(third).toMatchObject(refused(429, 'too_many_requests'));
    expect(third.body.error.message).toMatch(/sent again just now.* in (3\d|40) seconds/);
    expect(Number(third.headers.get('retry-after'))).toBeLessThanOrEqual(40);
    await jobsDone(shop.db.owner);
    await pass('41 seconds');
    expect((await sendAgain(0)).status).toBe(200);
    await jobsDone(shop.db.owner);
    expect(emails).toHaveLength(2);
  });

  test('a sixth time within a day is refused, and works a day after the first', async () => {
    for (const _ of [1, 2, 3, 4, 5]) {
      expect((await sendAgain(0)).status).toBe(200);
      await jobsDone(shop.db.owner);
      await pass('2 minutes');
    }
    const sixth = await sendAgain(0);
    expect(sixth).toMatchObject(refused(429, 'too_many_requests'));
    expect(sixth.body.error.message).toMatch(/five times within a day.* from \w{3} \d\d, \d{4}/);
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(23 * 3600);
    await pass('23 hours 50 minutes');
    expect((await sendAgain(0)).status).toBe(200);
    await pass('90 seconds');
    await jobsDone(shop.db.owner);
    expect((await sendAgain(0)).status).toBe(429);
    expect(emails).toHaveLength(6);
  });
});

describe('an email that has not been sent yet is not sent a second time', () => {
  test('while its step can be undone', async () => {
    await handOver(0);
    const early = await sendAgain(1);
    expect(early).toMatchObject(refused(409, 'email_waits'));
    expect(early.body.error.message).toContain('held for a minute');
    await emailsLeave();
    expect(subjects()).toEqual([`Order #${number} is on its way`]);
    expect((await sendAgain(1)).status).toBe(200);
  });

  test('but does not wait for the job of an undo', async () => {
    await handOver(0);
    await emailsLeave();
    await act(1, 'deliver');
    await act(2, 'undeliver');
    emails = [];
    expect((await sendAgain(3)).status).toBe(200);
    await jobsDone(shop.db.owner);
    expect(subjects()).toEqual([`Order #${number} is on its way`]);
    await emailsLeave();
    expect(emails).toHaveLength(1);
  });

  test('while the mail server does not take it', async () => {
    mailServer = 'is down';
    expect((await sendAgain(0)).status).toBe(200);
    await untilTried();
    await pass('2 minutes');
    const tried = await sendAgain(0);
    expect(tried).toMatchObject(refused(409, 'email_waits'));
    expect(tried.body.error.message).toContain('until the mail server takes it');
    expect(await sentAgain()).toHaveLength(1);
    mailServer = 'takes';
    await tryNow();
    expect(emails).toHaveLength(1);
  });
});

describe('of an order that was cancelled', () => {
  test('the cancellation is told again; once it is undone, the order as it is', async () => {
    await act(0, 'cancel', { reason: 'changed_mind' });
    expect(await sendAgain(1)).toMatchObject(refused(409, 'email_waits'));
    await act(1, 'undo_cancel');
    await emailsLeave();
    await sendAgain(2);
    await jobsDone(shop.db.owner);
    expect(subjects()).toEqual([`Your order #${number}`]);

    await pass('2 minutes');
    await act(2, 'cancel', { reason: 'changed_mind' });
    await emailsLeave();
    emails = [];
    expect((await sendAgain(3)).status).toBe(200);
    await jobsDone(shop.db.owner);
    expect(subjects()).toEqual([`Order #${number} is cancelled`]);
  });

  test('nothing else is told again if the mail server was down meanwhile', async () => {
    mailServer = 'is down';
    await sendAgain(0);
    await untilTried();
    await asha.request('POST', `/api/orders/${id}/cancellation`, {});
    mailServer = 'takes';
    await tryNow();
    expect(emails).toEqual([]);
  });
});

test('of a parcel that has arrived meanwhile nobody is told again that it is on its way', async () => {
  await handOver(0);
  await emailsLeave();
  mailServer = 'is down';
  emails = [];
  expect((await sendAgain(1)).status).toBe(200);
  await untilTried();
  await act(1, 'deliver');
  mailServer = 'takes';
  await tryNow();
  expect(emails).toEqual([]);
});

test('a step that was taken back is not told again', async () => {
  await act(0, 'confirm');
  await handOver(1);
  await emailsLeave();
  await act(2, 'take_back');
  await emailsLeave();
  emails = [];
  await sendAgain(3);
  await jobsDone(shop.db.owner);
  expect(subjects()).toEqual([`Order #${number} is confirmed`]);
});

describe('a sentence says why nothing is sent', () => {
  test('when the last email is no longer true', async () => {
    await handOver(0);
    await emailsLeave();
    await act(1, 'return_to_origin');
    emails = [];
    const untrue = await sendAgain(2);
    expect(untrue).toMatchObject(refused(409, 'nothing_to_send'));
    expect(untrue.body.error.message).toContain('no longer true');
    expect(await sentAgain()).toEqual([]);
  });

  test('when the order’s address is not known', async () => {
    await shop.db.owner.query('update orders set email = null where id = $1', [id]);
    const unknown = await sendAgain(0);
    expect(unknown).toMatchObject(refused(409, 'nothing_to_send'));
    expect(unknown.body.error.message).toContain('address of this old order was not kept');
  });

  test('when the customer was deleted', async () => {
    await act(0, 'cancel', { reason: 'changed_mind' });
    await emailsLeave();
    // The cancellation can be undone no longer.
    await shop.db.owner.query(
      `update orders set closed_at = closed_at - interval '1 minute' where user_id = $1`,
      [asha.shopper.userId],
    );
    const { rows } = await shop.db.owner.query('select delete_customer($1, $2) as done', [
      asha.shopper.userId,
      asha.shopper.email,
    ]);
    expect(rows[0].done).toHaveProperty('deleted');
    emails = [];
    const gone = await sendAgain(1);
    expect(gone).toMatchObject(refused(409, 'nothing_to_send'));
    expect(gone.body.error.message).toContain('asked to be deleted');
    await jobsDone(shop.db.owner);
    expect(emails).toEqual([]);
  });

  test('when somebody else has changed the order', async () => {
    await act(0, 'pack');
    expect(await sendAgain(0)).toMatchObject({
      status: 409,
      body: { error: { code: 'order_changed', order: { version: 1, last: { kind: 'pack' } } } },
    });
    await sendAgain(1);
    expect(await act(0, 'confirm')).toMatchObject({
      body: { error: { order: { last: { kind: 'pack' } } } },
    });
  });
});

test('packers and accountants send none; packers do not see that one was sent', async () => {
  await act(0, 'pack');
  await emailsLeave();
  for (const who of [packer, accountant])
    expect(await sendAgain(1, { who })).toMatchObject(refused(403, 'not_permitted'));
  await sendAgain(1);
  expect(await sentAgain()).toHaveLength(1);
  expect(await sentAgain(accountant)).toHaveLength(1);
  expect(await sentAgain(packer)).toEqual([]);
});

test('if the email cannot be queued, the history does not say that it was sent', async () => {
  await shop.db.owner.query(
    `alter table jobs.job_common add constraint none_again check (name <> 'order-mail-again') not valid`,
  );
  const failed = await sendAgain(0);
  await shop.db.owner.query('alter table jobs.job_common drop constraint none_again');
  expect(failed.status).toBe(500);
  expect(await sentAgain()).toEqual([]);
  expect((await sendAgain(0)).status).toBe(200);
});

// The last test: its failed job remains, and `jobsDone` takes offence.
test('an email that was given up is sent again, and then no more when it is retried', async () => {
  mailServer = 'refuses';
  await handOver(0);
  await shop.db.owner.query(
    `update jobs.job set start_after = now() where name = 'order-mail' and state = 'created'`,
  );
  const given = async () =>
    (
      await shop.db.owner.query(
        `select id from jobs.job where name = 'dead-letter' and data ->> 'order_id' = $1`,
        [id],
      )
    ).rows;
  await expect.poll(given, { timeout: 15_000 }).toHaveLength(1);
  const [letter] = await given();
  mailServer = 'takes';
  expect((await sendAgain(1)).status).toBe(200);
  await expect.poll(subjects, { timeout: 15_000 }).toEqual([`Order #${number} is on its way`]);
  await owner.request('POST', '/api/admin/failed-jobs/retries', { ids: [letter.id] });
  await expect.poll(given, { timeout: 15_000 }).toEqual([]);
  const retried = async () =>
    (
      await shop.db.owner.query(
        `select from jobs.job where name = 'order-mail' and state = 'completed' and data ->> 'order_id' = $1`,
        [id],
      )
    ).rowCount;
  await expect.poll(retried, { timeout: 15_000 }).toBe(1);
  expect(emails).toHaveLength(1);
});
