import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { FailedJob } from '#contract/admin/failed-jobs.ts';
import type { RenderedEmail } from '#server/email/email.ts';
import { RecipientRefused } from '#server/email/recipient-refused.ts';
import { TransientEmailError } from '#server/email/smtp.ts';
import { PermanentFailure } from '#server/jobs/permanent-failure.ts';
import { DEAD_LETTER_QUEUE } from '#server/jobs/queues.ts';
import { submit, toCheckout } from '#test/checkout.ts';
import { jobsDone } from '#test/jobs.ts';
import { openTestShop, send, type TestShop, type TestShopper } from '#test/shop.ts';
import { newStaff } from '#test/staff.ts';

/** Emails that were not sent, and what the owner does about them. */
let shop: TestShop;
let owner: TestShopper;
let asha: TestShopper;
let refuse: Error | null = null;
let sent: RenderedEmail[] = [];

beforeAll(async () => {
  shop = await openTestShop({
    deliverEmail: async (email) => {
      if (refuse) throw refuse;
      sent.push(email);
    },
  });
  owner = await newStaff(shop, 'owner');
  asha = await shop.newShopper();
  await shop.startJobs();
});

let order: { id: string; order_number: string };
beforeEach(async () => {
  refuse = null;
  await shop.db.owner.query(`delete from jobs.job where name = $1 or state = 'failed'`, [
    DEAD_LETTER_QUEUE,
  ]);
  sent = [];
});

/** An order whose confirmation the mail server refuses for good. */
async function refused(): Promise<void> {
  refuse = new PermanentFailure('the mail server refused the email permanently: EENVELOPE 550');
  order = (await submit(asha, await toCheckout(asha, [['1', 1]]))).body;
  await expect.poll(async () => (await listed()).length).toBe(1);
  await shop.db.owner.query(`delete from jobs.job where state = 'failed'`); // the queue's own copy
  refuse = null;
}

async function listed(who = owner): Promise<FailedJob[]> {
  return (await who.request('GET', '/api/admin/failed-jobs')).body;
}
const retry = (ids: string[], who = owner) =>
  who.request('POST', '/api/admin/failed-jobs/retries', { ids });
const dismiss = (ids: string[], who = owner) =>
  who.request('POST', '/api/admin/failed-jobs/dismissals', { ids });
const audited = async (verb = 'retry_failed_jobs') =>
  (
    await shop.db.owner.query(
      'select after from audit_log where verb = $3 and staff_id = $1 and after @> $2',
      [owner.shopper.userId, { orders: order.order_number }, verb],
    )
  ).rows;

test('each is listed with its order, its address, when and why', async () => {
  await refused();
  expect(await listed()).toMatchObject([
    {
      kind: 'mail',
      name: 'Order confirmation',
      order_id: order.id,
      order_number: order.order_number,
      recipient: asha.shopper.email,
      reason: 'the mail server refused the email permanently: EENVELOPE 550',
      retrying: false,
    },
  ]);
});

test('one that the owner had sent again from the order’s page is listed as that', async () => {
  order = (await submit(asha, await toCheckout(asha, [['1', 1]]))).body;
  await jobsDone(shop.db.owner);
  refuse = new PermanentFailure('mailbox full');
  await owner.request(
    'POST',
    `/api/admin/orders/${order.id}/emails`,
    { version: 0 },
    { 'idempotency-key': randomUUID() },
  );
  await expect
    .poll(() => listed())
    .toMatchObject([
      {
        kind: 'mail',
        name: 'Order email sent again',
        order_number: order.order_number,
        recipient: asha.shopper.email,
        reason: 'mailbox full',
      },
    ]);
});

test('an owner sends one again from the list: once, however often the button is pressed, and it is in the log', async () => {
  await refused();
  const [job] = await listed();
  const ids = [job?.id ?? ''];
  const answers = await Promise.all([retry(ids), retry(ids), retry(ids)]);
  for (const { status, body } of answers) {
    expect(status).toBe(200);
    expect(body.filter(({ retrying }: FailedJob) => !retrying)).toEqual([]);
  }
  await expect.poll(() => sent.map(({ to }) => to)).toEqual([asha.shopper.email]);
  await expect.poll(() => listed()).toEqual([]);
  expect(await audited()).toEqual([
    { after: { emails: 1, payments: 0, orders: order.order_number } },
  ]);
  expect((await retry(ids)).body).toEqual([]);
  await jobsDone(shop.db.owner);
  expect(sent).toHaveLength(1);
  expect(await audited()).toHaveLength(1);
});

test('what fails again comes back to the list', async () => {
  await refused();
  const [first] = await listed();
  refuse = new PermanentFailure('still refused');
  await retry([first?.id ?? '']);
  await expect
    .poll(async () => (await listed()).map(({ reason }) => reason))
    .toEqual(['still refused']);
});

test('work on payments is listed beside, and what the next run does anyway is not', async () => {
  const insert = (from: string, data: object) =>
    shop.db.owner.query('insert into jobs.job (name, source_name, data) values ($1, $2, $3)', [
      DEAD_LETTER_QUEUE,
      from,
      data,
    ]);
  await insert('payment-check', { id: randomUUID(), user_id: randomUUID() });
  await insert('refund-done', { email: 'bina@example.in', order_number: 'AP-AAA-AAA' });
  await insert('message-answer', { answer_id: randomUUID() });
  await insert('newsletter-request', { request_id: randomUUID() });
  await insert('newsletter-letter', { delivery_id: randomUUID() });
  await insert('auth-mail', { id: 'x', sealed: 'x' });
  await insert('report-days', {});
  await insert('a-queue-of-once', {});
  const jobs = await listed();
  expect(jobs.map(({ name, kind }) => `${kind}: ${name}`).sort()).toEqual([
    'mail: Answer to a message',
    'mail: Email of an account',
    'mail: Newsletter',
    'mail: Newsletter: confirm the address',
    'mail: Refund completed',
    'payment: Check of a payment',
  ]);
  expect(jobs.find(({ name }) => name === 'Refund completed')).toMatchObject({
    recipient: 'bina@example.in',
    order_number: 'AP-AAA-AAA',
    order_id: null,
    reason: null,
  });
});

test('neither its age nor the number of failures that are not shown takes an email from the list', async () => {
  await refused();
  const dead = (queue: string, age: string) =>
    shop.db.owner.query(
      `insert into jobs.job (name, source_name, data, created_on)
       select $1, $2, '{}', now() - $3::interval from generate_series(1, 100)`,
      [DEAD_LETTER_QUEUE, queue, age],
    );
  await shop.db.owner.query(
    `update jobs.job set created_on = now() - interval '9 days' where name = $1`,
    [DEAD_LETTER_QUEUE],
  );
  await dead('report-days', '1 day');
  const [old, ...others] = await listed();
  expect(others).toEqual([]);
  expect(old).toMatchObject({ order_id: order.id });
  await dead('auth-mail', '1 hour');
  expect(await listed()).toHaveLength(100);
  await retry([old?.id ?? '']);
  await expect.poll(() => sent.map(({ to }) => to)).toEqual([asha.shopper.email]);
});

test('a refund that was given up stays in the list however many emails were given up since', async () => {
  await shop.db.owner.query(
    `insert into jobs.job (name, source_name, data, created_on)
     select $1, 'auth-mail', '{"id": "x", "sealed": "x"}', now() from generate_series(1, 100)`,
    [DEAD_LETTER_QUEUE],
  );
  await shop.db.owner.query(
    `insert into jobs.job (name, source_name, data, created_on)
     values ($1, 'payment-refund', $2, now() - interval '9 days')`,
    [DEAD_LETTER_QUEUE, { id: randomUUID(), user_id: randomUUID() }],
  );
  const jobs = await listed();
  expect(jobs).toHaveLength(101);
  expect(jobs[0]).toMatchObject({ kind: 'payment', name: 'Refund of a payment' });
});

test('what is dismissed leaves the list and Today, is not sent, and the log says who dismissed it', async () => {
  await refused();
  const failed = async () =>
    (await owner.request('GET', '/api/admin/today')).body.failed_mails.count;
  const ids = (await listed()).map(({ id }) => id);
  expect(await failed()).toBe(1);
  const answers = await Promise.all([dismiss(ids), dismiss(ids)]);
  expect(answers).toMatchObject([
    { status: 200, body: [] },
    { status: 200, body: [] },
  ]);
  expect(await failed()).toBe(0);
  const entry = { after: { emails: 1, payments: 0, orders: order.order_number } };
  expect(await audited('dismiss_failed_jobs')).toEqual([entry]);
  expect((await retry(ids)).body).toEqual([]);
  await jobsDone(shop.db.owner);
  expect(sent).toEqual([]);
});

test('an address that somebody typed and that does not exist is no failure of the shop', async () => {
  refuse = new RecipientRefused('the mail server refused the email permanently: EENVELOPE 550');
  await send(shop.app, 'POST', '/api/newsletter-subscriptions', { email: 'nobody@example.in' });
  const signUp = { email: 'nobody@example.in', password: 'a long enough password 7' };
  expect(await send(shop.app, 'POST', '/auth/v1/signup', signUp)).toMatchObject({ status: 200 });
  await jobsDone(shop.db.owner);
  expect(await listed()).toEqual([]);
  expect(sent).toEqual([]);
});

test('what is kept of a failure is what the shop says of it, and no other error’s text', async () => {
  const reasonOf = async (error: Error) => {
    refuse = error;
    order = (await submit(asha, await toCheckout(asha, [['1', 1]]))).body;
    // As if it had been tried for a day.
    await expect
      .poll(async () => {
        await shop.db.owner.query(
          `update jobs.job set retry_limit = 0 where name = 'order-confirmation' and state = 'created';
           update jobs.job set retry_limit = retry_count, start_after = now() where name = 'order-confirmation' and state = 'retry'`,
        );
        const job = (await listed()).find(({ order_id }) => order_id === order.id);
        return job?.reason;
      })
      .not.toBeUndefined();
    return (await listed()).find(({ order_id }) => order_id === order.id)?.reason;
  };
  expect(await reasonOf(new TransientEmailError('ECONNECTION'))).toBe('ECONNECTION');
  expect(await reasonOf(new Error('asha@example.in is unknown'))).toBeNull();
});

/** The id of the job that could not email an address. */
async function idTo(email: string): Promise<string> {
  let id: string | undefined;
  await expect
    .poll(async () => {
      id = (await listed()).find(({ recipient }) => recipient === email)?.id;
      return id;
    })
    .toBeDefined();
  await shop.db.owner.query(`delete from jobs.job where state = 'failed'`); // the queue's own copy
  return id ?? '';
}

const invite = async (email: string): Promise<string> =>
  (await owner.request('POST', '/api/admin/staff/invitations', { email, role: 'packer' })).body.id;
const withdraw = (id: string) => owner.request('DELETE', `/api/admin/staff/invitations/${id}`);
const change = (column: string, id: string) =>
  shop.db.owner.query(
    `update staff_invitations set ${column} = now() - interval '1 minute' where id = $1`,
    [id],
  );

test.each([
  ['withdrawn', withdraw],
  ['accepted', (id: string) => change('used_at', id)],
])('an invitation that was %s is not emailed when it is tried again', async (what, end) => {
  refuse = new PermanentFailure('refused');
  const email = `${what}@example.in`;
  const invitation = await invite(email);
  const ids = [await idTo(email)];
  await end(invitation);
  refuse = null;
  await retry(ids);
  await expect.poll(() => listed()).toEqual([]);
  await jobsDone(shop.db.owner);
  expect(sent.map(({ to }) => to)).toEqual([]);
});

test('an invitation that has expired is not emailed, and the list says what to do', async () => {
  refuse = new PermanentFailure('refused');
  const email = 'expired@example.in';
  const invitation = await invite(email);
  const ids = [await idTo(email)];
  refuse = null;
  await change('expires_at', invitation);
  await retry(ids);
  const reasons = async () => (await listed()).map(({ reason }) => reason);
  await expect.poll(reasons).toEqual(['the invitation has expired: invite again']);
  expect(sent.map(({ to }) => to)).toEqual([]);
  const again = await invite(email);
  await expect.poll(() => sent.map(({ to }) => to)).toEqual([email]);
  await withdraw(again);
});

test('a request to subscribe of which the link has expired is not emailed', async () => {
  refuse = new PermanentFailure('refused');
  const email = 'reader@example.in';
  await send(shop.app, 'POST', '/api/newsletter-subscriptions', { email });
  const ids = [await idTo(email)];
  await shop.db.owner.query(
    `update newsletter_subscriptions set token_expires_at = now() - interval '1 minute'`,
  );
  refuse = null;
  await retry(ids);
  await expect.poll(() => listed()).toEqual([]);
  await jobsDone(shop.db.owner);
  expect(sent.map(({ to }) => to)).toEqual([]);
});

test('only owners can list, retry and dismiss failed emails', async () => {
  await refused();
  const ids = (await listed()).map(({ id }) => id);
  for (const role of ['packer', 'accountant'] as const) {
    const member = await newStaff(shop, role);
    expect((await member.request('GET', '/api/admin/failed-jobs')).status).toBe(403);
    expect((await retry(ids, member)).status).toBe(403);
    expect((await dismiss(ids, member)).status).toBe(403);
  }
  for (const wrong of [[], ['x'], Array.from({ length: 201 }, () => randomUUID())])
    expect((await retry(wrong)).status).toBe(400);
});
