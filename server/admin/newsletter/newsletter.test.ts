import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RenderedEmail } from '#server/email/email.ts';
import { RecipientRefused } from '#server/email/recipient-refused.ts';
import { PermanentFailure } from '#server/jobs/permanent-failure.ts';
import { jobsDone } from '#test/jobs.ts';
import { openTestShop, type TestShop, type TestShopper } from '#test/shop.ts';
import { newStaff } from '#test/staff.ts';

let shop: TestShop;
let owner: TestShopper;
let emails: RenderedEmail[] = [];
/** Runs before an email is sent. */
let beforeEmail: (email: RenderedEmail) => Promise<void> = async () => {};

beforeAll(async () => {
  shop = await openTestShop({
    deliverEmail: async (email) => {
      await beforeEmail(email);
      emails.push(email);
    },
  });
  owner = await newStaff(shop, 'owner');
  await shop.startJobs();
});

beforeEach(async () => {
  await jobsDone(shop.db.owner);
  await shop.db.owner.query('delete from newsletter_letters; delete from newsletter_subscriptions');
  emails = [];
  beforeEmail = async () => {};
});

const CAMPAIGN = {
  subject: 'New flowers',
  heading: 'The first flowers of the year',
  text: 'They are dry.\n\nThey are blue.',
  button_label: 'See them',
  button_url: 'https://example.in/products',
  picture: '/pictures/og/product-1.jpg',
  picture_text: 'A bag of dried flowers',
};
const CAMPAIGNS = '/api/admin/newsletter/campaigns';

const subscribe = (count: number, more = 'now()') =>
  shop.db.owner.query(
    `insert into newsletter_subscriptions (email, request_id, confirmed_at)
     select 'reader' || n || '@example.com', gen_random_uuid(), ${more} from generate_series(1, $1) n`,
    [count],
  );
const begin = (campaign: typeof CAMPAIGN, key: string) =>
  owner.request('POST', CAMPAIGNS, campaign, { 'idempotency-key': key });
const write = async (more: Partial<typeof CAMPAIGN> = {}) =>
  (await begin({ ...CAMPAIGN, ...more }, randomUUID())).body;
const request = (id: string, what: 'test' | 'sending' | 'stop', version = 1) =>
  owner.request('POST', `${CAMPAIGNS}/${id}/${what}`, what === 'stop' ? undefined : { version });
const read = async (id: string) => (await owner.request('GET', `${CAMPAIGNS}/${id}`)).body;
const readers = () => emails.filter(({ to }) => to.startsWith('reader')).map(({ to }) => to);
/** Makes delayed jobs due. */
const hurry = () =>
  shop.db.owner.query(`update jobs.job set start_after = now() where state = 'created'`);
/** Makes them due; @returns the campaign's state. */
const hurried = async (id: string) => {
  await hurry();
  return (await read(id)).state;
};
const SOON = { timeout: 15_000 };
const code = (answer: { body: { error?: { code: string } } }) => answer.body.error?.code;

test('a tested campaign is sent once to each confirmed address, with its own unsubscribe link', async () => {
  await subscribe(3);
  await shop.db.owner.query(
    `insert into newsletter_subscriptions (email, request_id) values ('maybe@example.com', gen_random_uuid())`,
  );
  const { id, state } = await write();
  expect(state).toBe('draft');
  expect(code(await request(id, 'sending'))).toBe('not_allowed_now');
  expect((await request(id, 'test')).body.tested).toBe(true);
  await jobsDone(shop.db.owner);
  expect(emails).toMatchObject([{ to: owner.shopper.email, subject: 'Test: New flowers' }]);
  expect(emails[0]?.headers).toBeUndefined();

  const begun = await Promise.all([request(id, 'sending'), request(id, 'sending')]);
  expect(begun.map(({ status }) => status)).toEqual([200, 200]);
  await jobsDone(shop.db.owner);
  expect(readers().sort()).toEqual([1, 2, 3].map((n) => `reader${n}@example.com`));
  expect(await read(id)).toMatchObject({ state: 'sent', recipients: 3, sent: 3, failed: 0 });

  const [email] = emails.filter(({ to }) => to === 'reader1@example.com');
  const { rows } = await shop.db.owner.query(
    `select unsubscribe_token from newsletter_subscriptions where email = 'reader1@example.com'`,
  );
  const unsubscribe = `http://localhost:3000/newsletter/unsubscribe?key=${rows[0].unsubscribe_token}`;
  expect(email?.headers).toEqual({
    'List-Unsubscribe': `<${unsubscribe}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
  expect(email?.text).toContain('They are dry.\n\nThey are blue.\n\nSee them: https://');
  expect(email?.text).toContain(unsubscribe);
  expect(email?.html).toContain('src="http://localhost:3000/pictures/og/product-1.jpg"');

  expect((await request(id, 'sending')).status).toBe(200);
  await jobsDone(shop.db.owner);
  expect(readers()).toHaveLength(3);
});

test('a test goes to the address that the account of its writer has now', async () => {
  const writer = await newStaff(shop, 'owner');
  const { id } = await write();
  const moved = `moved-${randomUUID()}@example.com`;
  await shop.db.owner.query('update auth.users set email = $2 where id = $1', [
    writer.shopper.userId,
    moved,
  ]);
  await writer.request('POST', `${CAMPAIGNS}/${id}/test`, { version: 1 });
  await jobsDone(shop.db.owner);
  expect(emails.map(({ to }) => to)).toEqual([moved]);
});

test('repeating the creation of a campaign after a lost answer creates it once', async () => {
  const [first, again] = await Promise.all([
    begin(CAMPAIGN, 'one-key-of-a-campaign'),
    begin(CAMPAIGN, 'one-key-of-a-campaign'),
  ]);
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.body.id).toBe(first.body.id);
  const other = await begin({ ...CAMPAIGN, text: 'Other' }, 'one-key-of-a-campaign');
  expect(code(other)).toBe('idempotency_key_reused');
  await owner.request('PATCH', `${CAMPAIGNS}/${first.body.id}`, {
    ...CAMPAIGN,
    text: 'Late',
    version: 1,
  });
  expect((await begin(CAMPAIGN, 'one-key-of-a-campaign')).body).toMatchObject({
    id: first.body.id,
    text: 'Late',
  });
  expect((await begin(CAMPAIGN, 'another-key-of-a-campaign')).body.id).not.toBe(first.body.id);
});

test('a changed text requires another test; saving the same text does not', async () => {
  await subscribe(1);
  const { id } = await write();
  await request(id, 'test');
  const save = (version: number, text: string) =>
    owner.request('PATCH', `${CAMPAIGNS}/${id}`, { ...CAMPAIGN, text, version });
  expect((await save(1, CAMPAIGN.text)).body).toMatchObject({ version: 1, tested: true });
  expect((await save(1, 'They are gone.')).body).toMatchObject({ version: 2, tested: false });
  expect((await save(1, 'They are gone.')).body).toMatchObject({ version: 2 }); // after a lost answer
  expect(code(await save(1, 'Late'))).toBe('changed_meanwhile');
  expect((await request(id, 'sending', 2)).body.error).toMatchObject({
    code: 'not_allowed_now',
    message: 'Send yourself a test of this text first.',
  });
  expect(code(await request(id, 'sending', 1))).toBe('changed_meanwhile');
  await jobsDone(shop.db.owner);
  expect(readers()).toEqual([]);
});

test('an incomplete campaign cannot be tested, and a sent one cannot be changed', async () => {
  await subscribe(1);
  const { id } = await write({ heading: '', button_url: '' });
  expect((await request(id, 'test')).body.error.fields).toEqual({
    heading: 'Write the heading',
    button_url: 'Say where the button leads',
  });
  const whole = await write();
  await request(whole.id, 'test');
  await request(whole.id, 'sending');
  const change = { ...CAMPAIGN, text: 'Other', version: 1 };
  expect(code(await owner.request('PATCH', `${CAMPAIGNS}/${whole.id}`, change))).toBe(
    'changed_meanwhile',
  );
  expect((await owner.request('DELETE', `${CAMPAIGNS}/${whole.id}`)).status).toBe(404);
  expect((await owner.request('DELETE', `${CAMPAIGNS}/${id}`)).status).toBe(204);
});

test('a campaign without subscribers stays a draft', async () => {
  const { id } = await write();
  await request(id, 'test');
  expect((await request(id, 'sending')).body.error).toMatchObject({
    code: 'not_allowed_now',
    message: 'Nobody has subscribed yet.',
  });
  expect((await read(id)).state).toBe('draft');
});

describe('while a campaign is being sent', () => {
  const begin = async (count: number) => {
    await subscribe(count);
    const { id } = await write();
    await request(id, 'test');
    await request(id, 'sending');
    return id;
  };

  test('two emails per second are sent, and the next batch after they are queued', async () => {
    const id = await begin(30);
    await expect.poll(async () => (await read(id)).sent, SOON).toBeGreaterThan(1);
    const { rows } = await shop.db.owner.query(
      `select name, extract(epoch from start_after - created_on)::int as delay, count(*)::int from jobs.job
       where data ->> 'delivery_id' in (select id::text from newsletter_deliveries where letter_id = $1)
         or (name = 'newsletter-batch' and data ->> 'letter_id' = $1::text)
       group by 1, 2 order by 1, 2`,
      [id],
    );
    const delays = rows.filter(({ name }) => name === 'newsletter-letter');
    expect(delays.map(({ delay, count }) => [delay, count])).toEqual(
      Array.from({ length: 10 }, (_, second) => [second, 2]),
    );
    expect(rows.filter(({ name }) => name === 'newsletter-batch')).toMatchObject([
      { delay: 0 },
      { delay: 10 },
    ]);
    await request(id, 'stop');
    await hurry();
  });

  test('stopping leaves the rest unsent, and continuing reaches each address once', async () => {
    const id = await begin(20); // they take ten seconds
    await expect.poll(() => readers().length, SOON).toBeGreaterThan(0);
    expect((await request(id, 'stop')).body.state).toBe('stopped');
    await hurry();
    await jobsDone(shop.db.owner);
    const reached = readers().length;
    expect(reached).toBeLessThan(20);
    expect((await read(id)).sent).toBe(reached);
    expect((await request(id, 'sending')).body.state).toBe('sending');
    await expect.poll(() => hurried(id), SOON).toBe('sent');
    expect(readers()).toHaveLength(20);
    expect(new Set(readers()).size).toBe(20);
    expect(await read(id)).toMatchObject({ state: 'sent', sent: 20 });
  });

  test('an address that unsubscribes gets no email', async () => {
    const id = await begin(20); // they take ten seconds
    await expect.poll(() => readers().length, SOON).toBeGreaterThan(0);
    // The last address.
    const { rows } = await shop.db.owner.query(
      `delete from newsletter_subscriptions where email = (
         select email from newsletter_deliveries delivery join jobs.job on data ->> 'delivery_id' = delivery.id::text
         where letter_id = $1 and sent_at is null order by start_after desc limit 1
       ) returning email`,
      [id],
    );
    await hurry();
    await jobsDone(shop.db.owner);
    expect(readers()).toHaveLength(19);
    expect(readers()).not.toContain(rows[0].email);
    expect((await read(id)).state).toBe('sent');
  });

  test('an address that refuses the email is counted and not retried', async () => {
    beforeEmail = async ({ to }) => {
      if (to === 'reader2@example.com') throw new RecipientRefused('550 no such user');
    };
    const id = await begin(3);
    await jobsDone(shop.db.owner);
    const refused = { state: 'sent', recipients: 3, sent: 2, failed: 1, held: 0 };
    expect(await read(id)).toMatchObject(refused);
  });

  test('sending stops when it is refused for another reason than the address, and continuing reaches each address once', async () => {
    beforeEmail = async ({ to }) => {
      if (to.startsWith('reader')) throw new PermanentFailure('554 quota exceeded');
    };
    const id = await begin(30);
    await expect.poll(() => hurried(id), SOON).toBe('stopped');
    await hurry();
    await jobsDone(shop.db.owner);
    const { failed, held } = await read(id);
    expect(held).toBe(failed);
    expect(held).toBeGreaterThanOrEqual(20);
    expect(readers()).toEqual([]);
    beforeEmail = async () => {};
    expect((await request(id, 'sending')).body).toMatchObject({ state: 'sending', failed: 0 });
    await expect.poll(() => hurried(id), SOON).toBe('sent');
    await jobsDone(shop.db.owner);
    expect(readers().toSorted()).toEqual(
      Array.from({ length: 30 }, (_, n) => `reader${n + 1}@example.com`).sort(),
    );
    expect(await read(id)).toMatchObject({ sent: 30, failed: 0, held: 0 });
  });

  test('sending stops when more than one of twenty addresses refuses', async () => {
    beforeEmail = async ({ to }) => {
      if (to.startsWith('reader')) throw new RecipientRefused('550 no such user');
    };
    const id = await begin(60);
    await expect.poll(() => hurried(id), SOON).toBe('stopped');
    await hurry();
    await jobsDone(shop.db.owner);
    const { failed, sent } = await read(id);
    expect(sent).toBe(0);
    expect(failed).toBeGreaterThanOrEqual(20);
    expect(failed).toBeLessThan(60);
  });
});

test('the export has only confirmed addresses, and no cell is a formula', async () => {
  await subscribe(1);
  await shop.db.owner.query(
    `insert into newsletter_subscriptions (email, request_id, confirmed_at) values
       ('=cmd|x@example.com', gen_random_uuid(), now()), ('maybe@example.com', gen_random_uuid(), null)`,
  );
  const { csv } = (await owner.request('POST', '/api/admin/newsletter/export')).body;
  const [head, ...lines] = csv.trimEnd().split('\r\n');
  expect(head).toBe('\ufeffemail,confirmed_at,unsubscribe');
  expect(lines).toHaveLength(2);
  expect(lines.join()).toContain(`"'=cmd|x@example.com"`);
  expect(lines.join()).not.toContain('maybe');
  expect(lines[0]).toMatch(/,http:\/\/localhost:3000\/newsletter\/unsubscribe\?key=[\w-]{36}$/);
  const { rows } = await shop.db.owner.query(`select after from audit_log where verb = 'export'`);
  expect(rows).toEqual([{ after: { addresses: 2 } }]);
});

test('the audit log has every step of a campaign', async () => {
  await subscribe(1);
  const { id } = await write();
  await owner.request('PATCH', `${CAMPAIGNS}/${id}`, { ...CAMPAIGN, text: 'Other', version: 1 });
  await request(id, 'test', 2);
  await request(id, 'sending', 2);
  await request(id, 'stop');
  const { rows } = await shop.db.owner.query(
    'select verb, before, after from audit_log where subject_id = $1 order by id',
    [id],
  );
  const text = { text: CAMPAIGN.text };
  expect(rows).toMatchObject([
    { verb: 'write_letter', before: null, after: { subject: CAMPAIGN.subject } },
    { verb: 'change_letter', before: text, after: { text: 'Other', version: 2 } },
    { verb: 'test_letter', before: { tested: false }, after: { tested: true } },
    { verb: 'send_letter', before: { state: 'draft' }, after: { state: 'sending', recipients: 1 } },
    { verb: 'stop_letter', before: { state: 'sending' }, after: { state: 'stopped' } },
  ]);
  expect(rows[1].before).toEqual(text); // only changed fields
});

test('the audit log has the content of a deleted draft', async () => {
  const { id } = await write();
  expect(await owner.request('DELETE', `${CAMPAIGNS}/${id}`)).toMatchObject({ status: 204 });
  const { rows } = await shop.db.owner.query(
    `select before, after from audit_log where subject_id = $1 and verb = 'delete_letter'`,
    [id],
  );
  expect(rows).toEqual([{ before: CAMPAIGN, after: { subject: null } }]);
});
