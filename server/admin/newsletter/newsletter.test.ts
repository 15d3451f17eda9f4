import { beforeEach, describe, expect, test } from 'vitest';
import type { RenderedEmail } from '#server/email/email.ts';
import { RecipientRefused, TransientEmailError } from '#server/email/smtp.ts';
import { PermanentFailure } from '#server/jobs/permanent-failure.ts';
import { DEAD_LETTER_QUEUE } from '#server/jobs/queues.ts';
import { lockCampaignOf, releaseDelivery } from '#server/newsletter/newsletter.ts';
import { refused } from '#test/checkout.ts';
import { jobsDone } from '#test/jobs.ts';
import { waitingStatements } from '#test/locks.ts';
import { openStaffedShop } from '#test/staff.ts';

let emails: RenderedEmail[] = [];
/** The mail server's refusal of an email to a reader. */
let refusal: (to: string) => Error | null = () => null;
const { shop, owner, rows, get, logged } = await openStaffedShop({
  deliverEmail: async (email) => {
    const error = email.to.startsWith('reader') ? refusal(email.to) : null;
    if (error) throw error;
    emails.push(email);
  },
});
await shop.startJobs();

beforeEach(async () => {
  await jobsDone(shop.db.owner);
  await rows('delete from newsletter_letters; delete from newsletter_subscriptions');
  emails = [];
  refusal = () => null;
});

const CAMPAIGN = {
  ...{ subject: 'New flowers', heading: 'The first ones', text: 'They are dry.\n\nThey are blue.' },
  ...{ button_label: 'See them', button_url: 'https://example.in/products' },
  ...{ picture: '/pictures/og/product-1.jpg', picture_text: 'A bag of dried flowers' },
};
const PATH = '/api/admin/newsletter/campaigns';

const addressesTo = (count: number) =>
  Array.from({ length: count }, (_, n) => `reader${n + 1}@example.com`).sort();
const subscribe = (count: number) =>
  rows(
    `insert into newsletter_subscriptions (email, request_id, confirmed_at)
     select email, gen_random_uuid(), now() from unnest($1::text[]) email`,
    [addressesTo(count)],
  );
/** Begins a campaign and saves its texts, as its second version. */
async function write(more: Partial<typeof CAMPAIGN> = {}) {
  const { id } = (await owner.request('POST', PATH)).body;
  return owner.request('PATCH', `${PATH}/${id}`, { ...CAMPAIGN, ...more, version: 1 });
}
const written = async (): Promise<string> => (await write()).body.id;
const change = (id: string, text: string, version = 2) =>
  owner.request('PATCH', `${PATH}/${id}`, { ...CAMPAIGN, text, version });
const request = (id: string, what: 'test' | 'sending' | 'stop', version = 2) =>
  owner.request('POST', `${PATH}/${id}/${what}`, what === 'stop' ? undefined : { version });
const remove = (id: string) => owner.request('DELETE', `${PATH}/${id}`);
/** Sends a tested campaign to so many addresses. */
const begin = async (count: number) => {
  await subscribe(count);
  const id = await written();
  await request(id, 'test');
  await request(id, 'sending');
  return id;
};
const read = (id: string) => get(`newsletter/campaigns/${id}`);
const readers = () => emails.map(({ to }) => to).filter((to) => to.startsWith('reader'));
/** Makes delayed jobs due. */
async function hurry(): Promise<void> {
  await rows(`update jobs.job set start_after = now() where state = 'created'`);
  shop.wake('newsletter-batch');
  shop.wake('newsletter-letter');
}
/** Makes jobs due until the campaign is in this state, and no job is left. */
async function until(id: string, state: string) {
  await expect
    .poll(async () => {
      await hurry();
      return (await read(id)).state;
    })
    .toBe(state);
  await hurry();
  await jobsDone(shop.db.owner);
  return read(id);
}
const changed = refused(409, 'changed_meanwhile');
const notNow = (message: string) => ({
  status: 409,
  body: { error: { code: 'not_allowed_now', message } },
});
const UNTESTED = notNow('Send yourself a test of this text first.');

test('a tested campaign is sent once to each confirmed address, with its own unsubscribe link', async () => {
  await subscribe(3);
  await rows(
    `insert into newsletter_subscriptions (email, request_id) values ('maybe@example.com', gen_random_uuid())`,
  );
  const id = await written();
  expect(await request(id, 'sending')).toMatchObject(UNTESTED);
  // To the address that the account of its writer has now.
  const moved = `moved-${crypto.randomUUID()}@example.com`;
  await rows('update auth.users set email = $2 where id = $1', [owner.shopper.userId, moved]);
  expect((await request(id, 'test')).body.tested).toBe(true);
  await jobsDone(shop.db.owner);
  expect(emails).toMatchObject([{ to: moved, subject: 'Test: New flowers' }]);
  expect(emails[0]?.headers).toBeUndefined();

  await Promise.all([request(id, 'sending'), request(id, 'sending')]);
  expect(await until(id, 'sent')).toMatchObject({ recipients: 3, sent: 3, failed: 0 });
  expect((await request(id, 'sending')).status).toBe(200);
  await jobsDone(shop.db.owner);
  expect(readers().sort()).toEqual(addressesTo(3));

  const email = emails.find(({ to }) => to === 'reader1@example.com');
  const [{ key }] = await rows(
    `select unsubscribe_token as key from newsletter_subscriptions where email = 'reader1@example.com'`,
  );
  const unsubscribe = `http://localhost:3000/newsletter/unsubscribe?key=${key}`;
  expect(email?.headers?.['List-Unsubscribe']).toBe(`<${unsubscribe}>`);
  expect(email?.text).toContain('They are dry.\n\nThey are blue.\n\nSee them: https://');
  expect(email?.text).toContain(unsubscribe);
  expect(email?.html).toContain('src="http://localhost:3000/pictures/og/product-1.jpg"');
});

test('beginning a campaign again after a lost answer begins the same one, until it is saved', async () => {
  const begin = async () => (await owner.request('POST', PATH)).body.id;
  const id = await begin();
  expect(await begin()).toBe(id);
  await change(id, 'They are dry.', 1);
  await rows('update newsletter_letters set version = 1'); // as those that began with their texts
  expect(await begin()).not.toBe(id);
});

test('a changed text requires another test, saving the same text does not; the log has every step', async () => {
  await subscribe(1);
  const id = await written();
  await request(id, 'test');
  expect((await change(id, CAMPAIGN.text)).body).toMatchObject({ version: 2, tested: true });
  for (const _ of ['first', 'after a lost answer'])
    expect((await change(id, 'They are gone.')).body).toMatchObject({ version: 3, tested: false });
  expect(await change(id, 'Late')).toMatchObject(changed);
  expect(await request(id, 'sending', 3)).toMatchObject(UNTESTED);
  expect(await request(id, 'sending', 2)).toMatchObject(changed);
  await request(id, 'test', 3);
  await request(id, 'sending', 3);
  expect(await change(id, 'Other', 3)).toMatchObject(changed);
  expect((await remove(id)).status).toBe(404);
  await request(id, 'stop');
  const steps = await logged(`subject_id=${id}`);
  const text = { text: CAMPAIGN.text };
  expect(steps).toMatchObject([
    { verb: 'stop_letter', before: { state: 'sending' }, after: { state: 'stopped' } },
    { verb: 'send_letter', before: { state: 'draft' }, after: { state: 'sending', recipients: 1 } },
    { verb: 'test_letter', before: { tested: false }, after: { tested: true } },
    { verb: 'change_letter', before: text, after: { text: 'They are gone.', version: 3 } },
    { verb: 'test_letter' },
    { verb: 'change_letter', before: { subject: '' }, after: { subject: CAMPAIGN.subject } },
    { verb: 'write_letter', before: null, after: null },
  ]);
  expect(steps[3].before).toEqual(text); // only changed fields
});

test('an incomplete campaign cannot be tested, and one without subscribers stays a draft, which the log keeps when it is deleted', async () => {
  const { body } = await write({ heading: '', button_url: '' });
  const fields = { heading: 'Write the heading', button_url: 'Say where the button leads' };
  expect((await request(body.id, 'test')).body.error.fields).toEqual(fields);
  const id = await written();
  await request(id, 'test');
  expect(await request(id, 'sending')).toMatchObject(notNow('Nobody has subscribed yet.'));
  expect(await read(id)).toMatchObject({ state: 'draft' });
  expect((await remove(id)).status).toBe(204);
  expect(await logged(`subject_id=${id}&verb=delete_letter`)).toMatchObject([
    { before: CAMPAIGN, after: { subject: null } },
  ]);
});

describe('while a campaign is being sent', () => {
  test('two emails per second are sent, and the next batch after they are queued', async () => {
    const id = await begin(30);
    const delays = (name: string) =>
      rows(
        `select extract(epoch from start_after - created_on)::int as delay, count(*)::int from jobs.job
         where name = $2 and (data ->> 'letter_id' = $1::text
           or data ->> 'delivery_id' in (select id::text from newsletter_deliveries where letter_id = $1::uuid))
         group by 1 order by 1`,
        [id, name],
      );
    const paced = Array.from({ length: 10 }, (_, delay) => ({ delay, count: 2 }));
    await expect.poll(() => delays('newsletter-letter')).toEqual(paced);
    expect(await delays('newsletter-batch')).toMatchObject([{ delay: 0 }, { delay: 10 }]);
    await request(id, 'stop');
    await hurry();
  });

  test('stopping leaves the rest unsent; continuing reaches each address once, without one that unsubscribed', async () => {
    const id = await begin(20); // they take ten seconds
    await expect.poll(() => readers().length).toBeGreaterThan(0);
    expect((await request(id, 'stop')).body.state).toBe('stopped');
    const { sent } = await until(id, 'stopped');
    expect(readers()).toHaveLength(sent);
    expect(sent).toBeLessThan(20);
    const [gone] = await rows(
      `delete from newsletter_subscriptions where email = (
         select email from newsletter_deliveries where letter_id = $1 and sent_at is null limit 1
       ) returning email`,
      [id],
    );
    expect((await request(id, 'sending')).body.state).toBe('sending');
    expect(await until(id, 'sent')).toMatchObject({ sent: 19 });
    expect(readers().sort()).toEqual(addressesTo(20).filter((email) => email !== gone.email));
  });

  test('continuing waits for an email that has just found the campaign stopped, which its batch could pass over', async () => {
    const id = await begin(20); // they take ten seconds
    await expect.poll(() => readers().length).toBeGreaterThan(0);
    await request(id, 'stop');
    await until(id, 'stopped');
    const ofIt = 'select id from newsletter_deliveries where letter_id = $1 and sent_at is null';
    const [delivery] = await rows(ofIt, [id]);
    let continued: ReturnType<typeof request> | undefined;
    await shop.workerDatabase.transactAsGuest(async (tx) => {
      await tx.rows(lockCampaignOf(delivery.id));
      continued = request(id, 'sending');
      const waits = () => waitingStatements(shop.db.owner, 'from newsletter_letters');
      await expect.poll(waits, { timeout: 3000 }).toBe(1);
      await tx.rows(releaseDelivery(delivery.id));
    });
    expect((await continued)?.body.state).toBe('sending');
    expect(await until(id, 'sent')).toMatchObject({ sent: 20 });
    expect(readers().sort()).toEqual(addressesTo(20));
  });

  test('an address that refuses the email is counted and not retried', async () => {
    refusal = (to) => (to === 'reader2@example.com' ? new RecipientRefused('550 no user') : null);
    const id = await begin(3);
    const counts = { recipients: 3, sent: 2, failed: 1, held: 0 };
    expect(await until(id, 'sent')).toMatchObject(counts);
  });

  test('sending stops when it is refused for another reason than the address, and continuing reaches each address once', async () => {
    refusal = () => new PermanentFailure('554 quota exceeded');
    const id = await begin(30);
    const { failed, held } = await until(id, 'stopped');
    expect(held).toBe(failed);
    expect(held).toBeGreaterThanOrEqual(20);
    expect(readers()).toEqual([]);
    refusal = () => null;
    expect((await request(id, 'sending')).body).toMatchObject({ state: 'sending', failed: 0 });
    expect(await until(id, 'sent')).toMatchObject({ sent: 30, failed: 0, held: 0 });
    expect(readers().sort()).toEqual(addressesTo(30));
  });

  test('sending stops when more than one of twenty addresses refuses', async () => {
    refusal = () => new RecipientRefused('550 no such user');
    const { failed } = await until(await begin(42), 'stopped');
    expect(failed).toBeGreaterThanOrEqual(20);
    expect(failed).toBeLessThan(42);
  });
});

test('while the mail server is down the owner sees that emails wait; those that were given up are sent when it is continued, and are not listed as failed', async () => {
  refusal = () => new TransientEmailError('ECONNECTION');
  const id = await begin(3);
  const tried = () =>
    rows(`select from jobs.job where name = 'newsletter-letter' and state = 'retry'`);
  await expect.poll(tried).toHaveLength(3);
  expect(await read(id)).toMatchObject({ state: 'sending', sent: 0, failed: 0, delayed: false });
  await rows(`update newsletter_deliveries set queued_at = queued_at - interval '3 minutes'`);
  expect((await get('newsletter')).campaigns).toMatchObject([{ id, delayed: true }]);
  await rows(
    `with gone as (delete from jobs.job where name = 'newsletter-letter' and state = 'retry' returning data)
     insert into jobs.job (name, source_name, data) select $1, 'newsletter-letter', data from gone`,
    [DEAD_LETTER_QUEUE],
  );
  refusal = () => null;
  await request(id, 'stop');
  await request(id, 'sending');
  expect(await until(id, 'sent')).toMatchObject({ sent: 3, failed: 0, delayed: false });
  expect(readers().sort()).toEqual(addressesTo(3));
  expect(await get('failed-jobs')).toEqual([]);
});

test('the export has only confirmed addresses, each with its link to unsubscribe', async () => {
  await subscribe(1);
  await rows(
    `insert into newsletter_subscriptions (email, request_id) values ('maybe@example.com', gen_random_uuid())`,
  );
  const { csv } = (await owner.request('POST', '/api/admin/newsletter/export')).body;
  const [head, ...lines] = csv.trimEnd().split('\r\n');
  expect(head).toBe('\ufeffemail,confirmed_at,unsubscribe');
  expect(lines).toEqual([
    expect.stringMatching(
      /^reader1@.*,http:\/\/localhost:3000\/newsletter\/unsubscribe\?key=[\w-]{36}$/,
    ),
  ]);
  expect(await logged('verb=export')).toMatchObject([{ after: { addresses: 1 } }]);
});
