import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { FailedJob } from '#contract/admin/failed-jobs.ts';
import type { RenderedEmail } from '#server/email/email.ts';
import { RecipientRefused, TransientEmailError } from '#server/email/smtp.ts';
import { PermanentFailure } from '#server/jobs/permanent-failure.ts';
import { DEAD_LETTER_QUEUE, type JobName } from '#server/jobs/queues.ts';
import { jobsDone } from '#test/jobs.ts';
import { send } from '#test/shop.ts';
import { openStaffedShop } from '#test/staff.ts';

/** Emails that were not sent, and what the owner does about them. */
let refuse: Error | null = null;
let sent: RenderedEmail[] = [];
const { shop, owner, rows, get, place, logged } = await openStaffedShop({
  deliverEmail: async (email) => {
    if (refuse) throw refuse;
    sent.push(email);
  },
});
const asha = await shop.newShopper();
const { email } = asha.shopper;
await shop.startJobs();

beforeEach(async () => {
  refuse = null;
  await rows(`delete from jobs.job where name = $1 or state = 'failed'`, [DEAD_LETTER_QUEUE]);
  sent = [];
});

const placeOne = () => place([['1', 1]], asha);
const listed = (): Promise<FailedJob[]> => get('failed-jobs');
const post = (what: 'retries' | 'dismissals', ids: string[]) =>
  owner.request('POST', `/api/admin/failed-jobs/${what}`, { ids });
const sentTo = () => sent.map(({ to }) => to);
const REFUSED = 'the mail server refused the email permanently: EENVELOPE 550';
/** An order whose confirmation the mail server refuses for good, and the failed job's id. */
async function refusedOrder() {
  refuse = new PermanentFailure(REFUSED);
  const order = await placeOne();
  return { ...order, ids: [await jobTo(email)] };
}
/** The id of the job that could not email an address; the mail server takes emails from then on. */
async function jobTo(address: string): Promise<string> {
  const find = async () => (await listed()).find(({ recipient }) => recipient === address)?.id;
  await expect.poll(find).toBeDefined();
  const id = await find();
  await rows(`delete from jobs.job where state = 'failed'`); // the queue's own copy
  refuse = null;
  return id ?? '';
}
/** Tries jobs of a queue again, until none is listed and none is left. */
async function tryAgain(ids: string[], name: JobName): Promise<void> {
  await post('retries', ids);
  shop.wake(name);
  await expect.poll(listed).toEqual([]);
  await jobsDone(shop.db.owner);
}
/** Dead letters of a queue. */
const give = (from: string, data: object = {}, { count = 1, age = '0' } = {}) =>
  rows(
    `insert into jobs.job (name, source_name, data, created_on)
     select $1, $2, $3, now() - $4::interval from generate_series(1, $5)`,
    [DEAD_LETTER_QUEUE, from, data, age, count],
  );

test('each is listed with its order, its address and why; an owner sends it again once, and the log says so', async () => {
  const { id, order_number, ids } = await refusedOrder();
  const about = { kind: 'mail', name: 'Order confirmation', order_id: id, order_number };
  expect(await listed()).toMatchObject([{ ...about, recipient: email, reason: REFUSED }]);
  const press = () => post('retries', ids);
  for (const { body } of await Promise.all([press(), press(), press()]))
    expect(body.filter(({ retrying }: FailedJob) => !retrying)).toEqual([]);
  await tryAgain(ids, 'order-confirmation');
  expect((await press()).body).toEqual([]);
  expect(sentTo()).toEqual([email]);
  const entries = await logged('verb=retry_failed_jobs');
  expect(entries).toMatchObject([{ after: { emails: 1, payments: 0, orders: order_number } }]);
});

test('what fails again comes back to the list', async () => {
  const { ids } = await refusedOrder();
  refuse = new PermanentFailure('still refused');
  await post('retries', ids);
  shop.wake('order-confirmation');
  const reasons = async () => (await listed()).map(({ reason }) => reason);
  await expect.poll(reasons).toEqual(['still refused']);
});

test('work on payments is listed beside, and what the next run does anyway is not', async () => {
  await give('payment-check', { id: randomUUID(), user_id: randomUUID() });
  await give('refund-done', { email: 'bina@example.in', order_number: 'AP-AAA-AAA' });
  await give('report-days');
  await give('a-queue-of-once');
  expect(await listed()).toMatchObject([
    { kind: 'payment', name: 'Check of a payment' },
    { kind: 'mail', name: 'Refund completed', recipient: 'bina@example.in', reason: null },
  ]);
});

test('neither age nor the failures that are not shown take an email from the list, nor emails a refund', async () => {
  const { id, ids } = await refusedOrder();
  await rows(
    `update jobs.job set created_on = now() - interval '9 days' where source_name is not null`,
  );
  await give('report-days', {}, { count: 100, age: '1 day' });
  expect(await listed()).toMatchObject([{ order_id: id }]);
  await give('auth-mail', {}, { count: 100, age: '1 hour' });
  const payment = { id: randomUUID(), user_id: randomUUID() };
  await give('payment-refund', payment, { age: '9 days' });
  expect((await listed())[0]).toMatchObject({ kind: 'payment', name: 'Refund of a payment' });
  await post('retries', ids); // though it is not listed any more
  shop.wake('order-confirmation');
  await expect.poll(sentTo).toEqual([email]);
});

test('what is dismissed leaves the list and Today, is not sent, and the log says who dismissed it', async () => {
  const order = await refusedOrder();
  const failed = async () => (await get('today')).failed_mails.count;
  expect(await failed()).toBe(1);
  const dismiss = () => post('dismissals', order.ids);
  const done = { status: 200, body: [] };
  expect(await Promise.all([dismiss(), dismiss()])).toMatchObject([done, done]);
  expect(await failed()).toBe(0);
  const entries = await logged('verb=dismiss_failed_jobs');
  expect(entries).toMatchObject([{ after: { orders: order.order_number } }]);
  expect((await post('retries', order.ids)).body).toEqual([]);
  await jobsDone(shop.db.owner);
  expect(sent).toEqual([]);
});

test('an address that somebody typed and that does not exist is no failure of the shop', async () => {
  refuse = new RecipientRefused(REFUSED);
  await send(shop.app, 'POST', '/api/newsletter-subscriptions', { email: 'nobody@example.in' });
  const signUp = { email: 'nobody@example.in', password: 'a long enough password 7' };
  expect(await send(shop.app, 'POST', '/auth/v1/signup', signUp)).toMatchObject({ status: 200 });
  await jobsDone(shop.db.owner);
  expect([await listed(), sent]).toEqual([[], []]);
});

test('what is kept of a failure is what the shop says of it, and no other error’s text', async () => {
  for (const [error, reason] of [
    [new TransientEmailError('ECONNECTION'), 'ECONNECTION'],
    [new Error('asha@example.in is unknown'), null],
  ] as const) {
    refuse = error;
    const { id } = await placeOne();
    // As if it had been tried for a day.
    const failed = async () => {
      await rows(
        `update jobs.job set retry_limit = retry_count, start_after = now()
         where name = 'order-confirmation' and state in ('created', 'retry')`,
      );
      shop.wake('order-confirmation');
      return (await listed()).find(({ order_id }) => order_id === id);
    };
    await expect.poll(failed).toMatchObject({ reason });
  }
});

const invite = async (address: string): Promise<string> => {
  const invitation = { email: address, role: 'packer' };
  return (await owner.request('POST', '/api/admin/staff/invitations', invitation)).body.id;
};

test('an invitation that ended is not emailed when it is tried again, and of an expired one the list says what to do', async () => {
  const invited = async (address: string) => {
    refuse = new PermanentFailure('refused');
    return { address, id: await invite(address), job: await jobTo(address) };
  };
  const withdrawn = await invited('withdrawn@example.in');
  await owner.request('DELETE', `/api/admin/staff/invitations/${withdrawn.id}`);
  const expired = await invited('expired@example.in');
  await rows('update staff_invitations set expires_at = now() where id = $1', [expired.id]);
  await post('retries', [withdrawn.job, expired.job]);
  shop.wake('staff-invitation');
  const reasons = async () => (await listed()).map(({ reason }) => reason);
  await expect.poll(reasons).toEqual(['the invitation has expired: invite again']);
  expect(sent).toEqual([]);
  await invite(expired.address);
  await expect.poll(sentTo).toEqual([expired.address]);
});
