import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { deleteAccount } from '#server/accounts/delete-account.ts';
import type { RenderedEmail } from '#server/email/email.ts';
import { refused } from '#test/checkout.ts';
import { jobsDone } from '#test/jobs.ts';
import type { TestShopper } from '#test/shop.ts';
import { openStaffedShop } from '#test/staff.ts';

/** An order's last email, which the owner sends to its customer again. */
let emails: RenderedEmail[] = [];
const staffed = await openStaffedShop({ deliverEmail: async (email) => void emails.push(email) });
const { shop, owner, rows, place, act, go, page, logged } = staffed;
const { emailsLeave, seenBy } = staffed;
await shop.startJobs();

let id: string;
let number: string;
let asha: TestShopper;
/** An order whose confirmation was emailed. */
beforeEach(async () => {
  ({ id, order_number: number, shopper: asha } = await place([['1', 1]]));
  await jobsDone(shop.db.owner);
  emails = [];
});

type Asked = { key?: string; version?: number };
/** Asks for it with the order's present version, unless another is given. */
async function sendAgain({ key = randomUUID(), version }: Asked = {}) {
  const [order] = await rows('select version from orders where id = $1', [id]);
  const body = { version: version ?? order.version };
  return owner.request('POST', `/api/admin/orders/${id}/emails`, body, { 'idempotency-key': key });
}
/** The subjects of the emails that left since, once it was sent again and all jobs are done. */
async function sentAgain(): Promise<string[]> {
  emails = [];
  const { status, body } = await sendAgain();
  expect(status, JSON.stringify(body)).toBe(200);
  await jobsDone(shop.db.owner);
  return subjects();
}
const subjects = () => emails.map(({ subject }) => subject);
const entries = async (): Promise<object[]> =>
  (await page(id)).events.filter(({ kind }: { kind: string }) => kind === 'send_email_again');
const pass = (time: string) =>
  rows('update order_events set at = at - $2::interval where order_id = $1', [id, time]);

test('a customer without the confirmation gets it again; the history and the log say so, their own page does not', async () => {
  const { body } = await sendAgain();
  const subject = `Your order #${number}`;
  expect(body.version).toBe(0);
  const event = { kind: 'send_email_again', data: { subject }, shown_to_shopper: false };
  expect(body.events.at(-1)).toMatchObject(event);
  await jobsDone(shop.db.owner);
  expect(emails).toMatchObject([{ to: asha.shopper.email, subject }]);
  expect((await seenBy(asha, id)).events).toHaveLength(1);
  const entry = { staff: owner.shopper.email, after: { subject } };
  expect(await logged(`subject_id=${id}&verb=send_email_again`)).toMatchObject([entry]);
});

test('the same key sends it once, also after the order has moved on', async () => {
  const key = randomUUID();
  const again = () => sendAgain({ key, version: 0 });
  const presses = await Promise.all([again(), again()]);
  expect(presses.map(({ status }) => status)).toEqual([200, 200]);
  await go(id, 'hand_over');
  expect((await again()).status).toBe(200);
  await jobsDone(shop.db.owner);
  expect(subjects()).toEqual([`Your order #${number}`]);
  expect(await entries()).toHaveLength(1);
});

test('a second press within a minute is refused, also at the same moment, and says when it works', async () => {
  const presses = await Promise.all([sendAgain(), sendAgain()]);
  expect(presses.map(({ status }) => status).sort()).toEqual([200, 429]);
  await pass('20 seconds');
  const third = await sendAgain();
  expect(third).toMatchObject(refused(429, 'too_many_requests'));
  expect(third.body.error.message).toMatch(/sent again just now.* in (3\d|40) seconds/);
  expect(Number(third.headers.get('retry-after'))).toBeLessThanOrEqual(40);
  await jobsDone(shop.db.owner);
  await pass('41 seconds');
  expect(await sentAgain()).toHaveLength(1);
});

describe('an email that has not been sent yet is not sent a second time', () => {
  test('while its step can be undone; then the order as it is', async () => {
    await go(id, 'cancel');
    expect(await sendAgain()).toMatchObject(refused(409, 'email_waits'));
    await go(id, 'undo');
    await emailsLeave();
    expect(await sentAgain()).toEqual([`Your order #${number}`]);
  });

  test('while the mail server does not take it', async () => {
    await rows(
      `insert into jobs.job (name, state, data, start_after) values
         ('order-mail-again', 'retry', jsonb_build_object('order_id', $1::text), now() + interval '1 hour')`,
      [id],
    );
    const refusal = await sendAgain();
    await rows(`delete from jobs.job where state = 'retry'`);
    expect(refusal).toMatchObject(refused(409, 'email_waits'));
    expect(refusal.body.error.message).toContain('until the mail server takes it');
  });
});

describe('nothing is sent', () => {
  test('when the customer was deleted', async () => {
    await go(id, 'cancel');
    await emailsLeave();
    // The cancellation can be undone no longer.
    await rows(`update orders set closed_at = closed_at - interval '1 minute' where id = $1`, [id]);
    const client = await shop.db.owner.connect();
    await deleteAccount(client, asha.shopper.email).finally(() => client.release());
    const refusal = await sendAgain();
    expect(refusal).toMatchObject(refused(409, 'nothing_to_send'));
    expect(refusal.body.error.message).toContain('asked to be deleted');
  });

  test('when somebody else has changed the order; what was sent again is no change', async () => {
    await go(id, 'pack');
    const stale = [await sendAgain({ version: 0 })];
    await sendAgain();
    stale.push(await act(id, 'confirm', { version: 0 }));
    for (const { status, body } of stale) {
      expect([status, body.error.code]).toEqual([409, 'order_changed']);
      expect(body.error.order).toMatchObject({ version: 1, last: { kind: 'pack' } });
    }
  });
});
