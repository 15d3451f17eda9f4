import { randomUUID } from 'node:crypto';
import { solve } from '@aparajita/auth-server/testing';
import { LONG_TIMEOUTS } from '@aparajita/postgres/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { PROOF_HEADER } from '#contract/proof-header.ts';
import { jobsDone } from '#test/jobs.ts';
import { type Answer, openTestShop, send } from '#test/shop.ts';
import { newsletterTokens } from './newsletter.ts';

const ASHA = 'asha@example.com';
const shop = await openTestShop({ limitsFactor: 1, timeouts: LONG_TIMEOUTS });
await shop.startJobs();

beforeEach(async () => {
  await jobsDone(shop.db.owner);
  await shop.db.owner.query(
    'delete from rate_limits; delete from newsletter_subscriptions; delete from demo_emails',
  );
});

describe('the confirmation link', () => {
  test('subscribes when its page’s button is pressed, once, and not when email scanners open it', async () => {
    expect(await signUp('Asha@Example.com')).toMatchObject({ status: 204, body: null });
    const [email, ...others] = await emails();
    expect(others).toEqual([]);
    expect(email).toMatchObject({ to: ASHA, subject: 'Please confirm your subscription' });
    const [link] = email.links;
    for (const method of ['GET', 'HEAD']) await shop.app.request(link, { method });
    expect(await subscribed()).toEqual([]);
    const pressed = await Promise.all([press(link), press(link), press(link)]);
    expect(pressed.sort()).toEqual([
      '/newsletter/confirmed',
      '/newsletter/expired',
      '/newsletter/expired',
    ]);
    expect(await subscribed()).toEqual([ASHA]);
  });

  test('is valid for a week, and until the next request’s, and no invalid one is', async () => {
    const first = await signUpLink(ASHA);
    const second = await signUpLink(ASHA);
    const expire = (by: string) =>
      shop.db.owner.query(
        `update newsletter_subscriptions set token_expires_at = token_expires_at ${by} interval '7 days'`,
      );
    await expire('-');
    expect(await press(second)).toBe('/newsletter/expired');
    await expire('+');
    const invalid = ['', 'x', '%00', '%ED%A0%80'].map((token) => first.replace(/=.*/, `=${token}`));
    for (const link of [first, ...invalid]) expect(await press(link)).toBe('/newsletter/expired');
    expect(await subscribed()).toEqual([]);
    expect(await press(second)).toBe('/newsletter/confirmed');
  });

  test('is not stored in any table in plain text', async () => {
    const token = new URL(await signUpLink(ASHA)).searchParams.get('token') ?? '';
    expect(token).toHaveLength(43);
    await shop.db.owner.query('delete from demo_emails');
    for (const table of ['newsletter_subscriptions', 'jobs.job', 'rate_limits']) {
      const { rows } = await shop.db.owner.query(`select t::text as row from ${table} t`);
      expect(rows.length, table).toBeGreaterThan(0);
      expect(JSON.stringify(rows), table).not.toContain(token);
      expect(JSON.stringify(rows), table).not.toContain(Buffer.from(token).toString('hex'));
    }
  });

  // Recorded when the label of the keys became an option: such links are in people's mailboxes.
  test('that was emailed before still has the token that the shop derives', () => {
    const tokenOf = newsletterTokens('a secret of the test suite, long enough');
    expect(tokenOf('0b9de7a4-25a7-4b5e-9d0c-5d6b8d4f4c11')).toBe(
      'UhxAFVdFs9io4CD2NLv8aiQuwQTL-9NQYkz5CCNgSWc',
    );
  });
});

describe('unsubscribing', () => {
  test('works with the link of any email and a button, deletes the address, and affects nobody else', async () => {
    await subscribe('bina@example.com');
    const leave = await subscribe(ASHA);
    await shop.app.request(leave);
    expect(await subscribed()).toEqual([ASHA, 'bina@example.com']);
    expect(await press(leave)).toBe('/newsletter/left');
    expect(await addresses()).toEqual(['bina@example.com']);
    expect(await press(leave)).toBe('/newsletter/left');
  });

  test('with a link from before an address kept its own does not say that it worked', async () => {
    const former = randomUUID();
    const leave = await subscribe(ASHA);
    const old = leave.replace(/key=.*/, `key=${former}`);
    await shop.db.owner.query('update newsletter_subscriptions set unsubscribe_token = $1', [
      former,
    ]);
    expect(await press(old)).toBe('/newsletter/left');
    await subscribe(ASHA);
    expect(await press(old)).toBe('/newsletter/earlier');
    expect(await subscribed()).toEqual([ASHA]);
  });

  test.each([
    ['one click, without a redirect', 200, undefined],
    ['a malformed form', 303, { 'content-type': 'multipart/form-data' }],
  ])('works with a mail client’s %s', async (_, status, headers) => {
    const [header, email] = [await subscribe(ASHA), (await emails())[0]];
    expect(email.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    const form = 'List-Unsubscribe=One-Click';
    const body = headers ? form : new URLSearchParams(form);
    const request = { method: 'POST', body, ...(headers && { headers }) };
    expect((await shop.app.request(header, request)).status).toBe(status);
    expect(await subscribed()).toEqual([]);
  });

  test('with a link that a mail program has cut does not say that it worked', async () => {
    const leave = await subscribe(ASHA);
    const page = 'http://localhost:3000/newsletter/unsubscribe';
    for (const cut of [leave.slice(0, -5), `${page}?key=%00`, page]) {
      expect(await press(cut)).toBe('/newsletter/incomplete');
    }
    expect(await subscribed()).toEqual([ASHA]);
  });
});

describe('requests for somebody else’s address', () => {
  test('reveal nothing: a subscriber’s response is identical, and the email says that there is nothing to confirm', async () => {
    await subscribe(ASHA);
    const [known, unknown] = [await signUp(ASHA), await signUp('bina@example.com')];
    const seen = ({ status, body, headers }: Answer) => {
      const { 'x-request-id': _, ...shown } = Object.fromEntries(headers);
      return { status, body, shown };
    };
    expect(seen(known)).toEqual(seen(unknown));
    const sent = await emails();
    expect(sent.map(({ to }) => to).sort()).toEqual([ASHA, ASHA, 'bina@example.com']);
    const told = sent.find(({ subject }) => subject === 'You are subscribed already');
    expect(told.to).toBe(ASHA);
    expect(told.text).not.toContain('/newsletter/confirm');
    expect(await subscribed()).toEqual([ASHA]);
    for (const { headers } of sent) {
      expect(headers['List-Unsubscribe']).toMatch(
        /^<http:\/\/localhost:3000\/newsletter\/unsubscribe\?key=[\w-]{36}>$/,
      );
    }
  });

  test('cannot flood a mailbox: three emails a day, and the response does not show the limit', async () => {
    for (const email of [ASHA, 'ASHA@example.com', 'asha@EXAMPLE.com', ASHA]) {
      expect(await signUp(email)).toMatchObject({ status: 204 });
      await jobsDone(shop.db.owner);
    }
    const [newest, ...others] = await emails();
    expect(others).toHaveLength(2);
    // Whoever made the requests, the mailbox has a valid link.
    expect(await press(newest.links[0])).toBe('/newsletter/confirmed');
  });

  test('cannot go through a list: after twenty from one network in an hour each needs a proof of work', async () => {
    const from = { 'x-forwarded-for': '203.0.113.7' };
    for (let n = 0; n < 20; n += 1) {
      expect(await signUp(`visitor-${n}@example.com`, from)).toMatchObject({ status: 204 });
    }
    const challenged = await signUp(ASHA, from);
    expect(challenged).toMatchObject({
      status: 429,
      body: { error: { code: 'proof_of_work_required' } },
    });
    const proof = { ...from, [PROOF_HEADER]: await solve(challenged.body.error.challenge) };
    expect(await signUp(ASHA, proof)).toMatchObject({ status: 204 });
    expect(await signUp('bina@example.com', proof)).toMatchObject({ status: 429 });
  });

  test('with the honeypot filled in, or what is no address, subscribe nobody', async () => {
    const trapped = { email: ASHA, website: 'x' };
    expect(await send(shop.app, 'POST', '/api/newsletter-subscriptions', trapped)).toMatchObject({
      status: 204,
    });
    expect(await signUp('a@b.in, c@d.in')).toMatchObject({
      status: 400,
      body: { error: { fields: { email: 'Invalid email address' } } },
    });
    expect(await addresses()).toEqual([]);
  });
});

test('the forms work without JavaScript, and only from our own pages', async () => {
  const submit = (headers: Record<string, string>) =>
    shop.app.request('/newsletter', {
      method: 'POST',
      headers,
      body: new URLSearchParams({ email: ASHA, website: '' }),
    });
  expect((await submit({ 'sec-fetch-site': 'cross-site' })).status).toBe(404);
  expect(await emails()).toEqual([]);
  const answer = await submit({ origin: 'http://localhost:3000' });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/newsletter/requested']);
  expect(await emails()).toHaveLength(1);
});

function signUp(email: string, headers?: Record<string, string>): Promise<Answer> {
  return send(shop.app, 'POST', '/api/newsletter-subscriptions', { email }, headers);
}

/** The link of the email that this sends. */
async function signUpLink(email: string): Promise<string> {
  await signUp(email);
  return (await emails())[0].links[0];
}

/** Subscribes, confirms, and returns the unsubscribe link. */
async function subscribe(email: string): Promise<string> {
  expect(await press(await signUpLink(email))).toBe('/newsletter/confirmed');
  return (await emails())[0].headers['List-Unsubscribe'].slice(1, -1);
}

/** Presses the button of the page behind a link; returns where it redirects. */
async function press(link: string): Promise<string | null> {
  const answer = await shop.app.request(link, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: '',
  });
  expect(answer.status).toBe(303);
  return answer.headers.get('location');
}

/** The newest first. */
// biome-ignore lint/suspicious/noExplicitAny: emails as the mailbox lists them
async function emails(): Promise<any[]> {
  await jobsDone(shop.db.owner);
  return (await send(shop.app, 'GET', '/dev/mailbox.json')).body;
}

async function addresses(where = 'true'): Promise<string[]> {
  const { rows } = await shop.db.owner.query(
    `select email from newsletter_subscriptions where ${where} order by email`,
  );
  return rows.map(({ email }) => email);
}

const subscribed = () => addresses('confirmed_at < now()');
