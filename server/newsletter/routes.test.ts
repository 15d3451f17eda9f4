import { randomUUID } from 'node:crypto';
import { solve } from '@aparajita/auth-server/testing';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PROOF_HEADER } from '#contract/proof-header.ts';
import { jobsDone } from '#test/jobs.ts';
import { type Answer, openTestShop, send, type TestShop } from '#test/shop.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop({ limitsFactor: 1 });
  await shop.startJobs();
});

beforeEach(async () => {
  await jobsDone(shop.db.owner);
  await shop.db.owner.query(
    'delete from rate_limits; delete from newsletter_subscriptions; delete from demo_emails',
  );
});

test('signing up, following the email’s link and pressing the button subscribes', async () => {
  expect(await signUp('Asha@Example.com')).toMatchObject({ status: 204, body: null });
  expect(await subscribed()).toEqual([]);
  const email = await onlyEmail();
  expect(email).toMatchObject({
    to: 'asha@example.com',
    subject: 'Please confirm your subscription',
  });
  expect(await press(email.links[0])).toBe('/newsletter/confirmed');
  expect(await subscribed()).toEqual(['asha@example.com']);
});

describe('the confirmation link', () => {
  test('changes nothing when opened: email scanners do that', async () => {
    await signUp('asha@example.com');
    const [link] = (await onlyEmail()).links;
    for (const method of ['GET', 'HEAD']) await shop.app.request(link, { method });
    expect(await subscribed()).toEqual([]);
    expect(await press(link)).toBe('/newsletter/confirmed');
  });

  test('works once', async () => {
    await signUp('asha@example.com');
    const [link] = (await onlyEmail()).links;
    const pressed = await Promise.all([press(link), press(link), press(link)]);
    expect(pressed.sort()).toEqual([
      '/newsletter/confirmed',
      '/newsletter/expired',
      '/newsletter/expired',
    ]);
  });

  test('is valid for a week', async () => {
    await signUp('asha@example.com');
    const [link] = (await onlyEmail()).links;
    await shop.db.owner.query(
      `update newsletter_subscriptions set token_expires_at = token_expires_at - interval '7 days'`,
    );
    expect(await press(link)).toBe('/newsletter/expired');
    expect(await subscribed()).toEqual([]);
  });

  test('is replaced by the next request’s', async () => {
    await signUp('asha@example.com');
    const first = await onlyEmail();
    await signUp('asha@example.com');
    const [second] = await emails();
    expect(await press(first.links[0])).toBe('/newsletter/expired');
    expect(await press(second.links[0])).toBe('/newsletter/confirmed');
  });

  test.each(['', 'x', '%00', 'a'.repeat(10_000), '%zz', '%ED%A0%80'])(
    'with an invalid token, %j, subscribes nobody',
    async (token) => {
      await signUp('asha@example.com');
      expect(await press(`http://localhost:3000/newsletter/confirm?token=${token}`)).toBe(
        '/newsletter/expired',
      );
      expect(await subscribed()).toEqual([]);
    },
  );

  test('is not stored in any table in plain text', async () => {
    await signUp('asha@example.com');
    const [link] = (await onlyEmail()).links;
    const token = new URL(link).searchParams.get('token') ?? '';
    expect(token).toHaveLength(43);
    await shop.db.owner.query('delete from demo_emails');
    for (const table of ['newsletter_subscriptions', 'jobs.job', 'rate_limits']) {
      const { rows } = await shop.db.owner.query(`select t::text as row from ${table} t`);
      expect(rows.length, table).toBeGreaterThan(0);
      expect(JSON.stringify(rows), table).not.toContain(token);
      expect(JSON.stringify(rows), table).not.toContain(Buffer.from(token).toString('hex'));
    }
  });
});

describe('unsubscribing', () => {
  test('works with the link of any email and a button, and deletes the address', async () => {
    const leave = await subscribe('asha@example.com');
    await shop.app.request(leave);
    expect(await subscribed()).toEqual(['asha@example.com']);
    expect(await press(leave)).toBe('/newsletter/left');
    expect((await shop.db.owner.query('select from newsletter_subscriptions')).rowCount).toBe(0);
    expect(await press(leave)).toBe('/newsletter/left');
  });

  test('works with the link of an email from before the address left and subscribed again', async () => {
    const leave = await subscribe('asha@example.com');
    await press(leave);
    await subscribe('asha@example.com');
    expect(await press(leave)).toBe('/newsletter/left');
    expect(await subscribed()).toEqual([]);
  });

  test('with a link from before an address kept its own does not say that it worked', async () => {
    const former = randomUUID();
    const leave = await subscribe('asha@example.com');
    const old = leave.replace(/key=.*/, `key=${former}`);
    await shop.db.owner.query('update newsletter_subscriptions set unsubscribe_token = $1', [
      former,
    ]);
    expect(await press(old)).toBe('/newsletter/left');
    await subscribe('asha@example.com');
    expect(await press(old)).toBe('/newsletter/earlier');
    expect(await subscribed()).toEqual(['asha@example.com']);
  });

  test('works with one click in a mail client, without a redirect', async () => {
    const leave = await subscribe('asha@example.com');
    const answer = await shop.app.request(leave, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    });
    expect(answer.status).toBe(200);
    expect(await subscribed()).toEqual([]);
  });

  test('works with a malformed form of a mail client', async () => {
    const answer = await shop.app.request(await subscribe('asha@example.com'), {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(answer.status).toBe(303);
    expect(await subscribed()).toEqual([]);
  });

  test('affects nobody else', async () => {
    await subscribe('bina@example.com');
    await press(await subscribe('asha@example.com'));
    expect(await subscribed()).toEqual(['bina@example.com']);
  });

  test('with a link that a mail program has cut does not say that it worked', async () => {
    const leave = await subscribe('asha@example.com');
    const page = 'http://localhost:3000/newsletter/unsubscribe';
    for (const cut of [leave.slice(0, -5), `${page}?key=%00`, page]) {
      expect(await press(cut)).toBe('/newsletter/incomplete');
    }
    expect(await subscribed()).toEqual(['asha@example.com']);
  });
});

describe('requests for somebody else’s address', () => {
  test('reveal nothing: the responses are identical', async () => {
    await subscribe('asha@example.com');
    const [known, unknown] = [await signUp('asha@example.com'), await signUp('bina@example.com')];
    const seen = ({ status, body, headers }: Answer) => {
      const visibleHeaders = Object.fromEntries(headers);
      delete visibleHeaders['x-request-id'];
      return { status, body, visibleHeaders };
    };
    expect(seen(known)).toEqual(seen(unknown));
    await jobsDone(shop.db.owner);
    expect((await emails()).map(({ to }) => to).sort()).toEqual([
      'asha@example.com',
      'asha@example.com',
      'bina@example.com',
    ]);
  });

  test('tell a subscriber that there is nothing to confirm, and keep the subscription', async () => {
    await subscribe('asha@example.com');
    await signUp('asha@example.com');
    const [email] = await emails();
    expect(email.subject).toBe('You are subscribed already');
    expect(email.text).not.toContain('/newsletter/confirm');
    expect(await subscribed()).toEqual(['asha@example.com']);
  });

  test('cannot flood a mailbox: three emails a day, and the response does not show the limit', async () => {
    for (const email of ['asha@example.com', 'ASHA@example.com', 'asha@EXAMPLE.com']) {
      expect(await signUp(email)).toMatchObject({ status: 204 });
      await jobsDone(shop.db.owner);
    }
    const newest = (await emails())[0];
    expect(await signUp('asha@example.com')).toMatchObject({ status: 204 });
    expect(await emails()).toHaveLength(3);
    // Whoever made the requests, the mailbox has a valid link.
    expect(await press(newest.links[0])).toBe('/newsletter/confirmed');
  });

  test('cannot go through a list: after twenty from one network in an hour each needs a proof of work', async () => {
    const from = { 'x-forwarded-for': '203.0.113.7' };
    for (let n = 0; n < 20; n += 1) {
      expect(await signUp(`visitor-${n}@example.com`, from)).toMatchObject({ status: 204 });
    }
    const challenged = await signUp('asha@example.com', from);
    expect(challenged).toMatchObject({
      status: 429,
      body: { error: { code: 'proof_of_work_required' } },
    });
    const proof = { ...from, [PROOF_HEADER]: await solve(challenged.body.error.challenge) };
    expect(await signUp('asha@example.com', proof)).toMatchObject({ status: 204 });
    expect(await signUp('bina@example.com', proof)).toMatchObject({ status: 429 });
  });

  test('cannot use up what there is for all: after two hundred of one customer each needs a proof of work', async () => {
    const from = (network: number) => ({ 'x-forwarded-for': `2001:db8:7:${network}::1` });
    await signUp('asha@example.com', from(1));
    await shop.db.owner.query(
      `update rate_limits set points = 200 where key like 'newsletter site%'`,
    );
    expect(await signUp('bina@example.com', from(2))).toMatchObject({ status: 429 });
    const other = { 'x-forwarded-for': '2001:db8:8::1' };
    expect(await signUp('bina@example.com', other)).toMatchObject({ status: 204 });
  });

  test('with the honeypot filled in subscribe nobody', async () => {
    const answer = await send(shop.app, 'POST', '/api/newsletter-subscriptions', {
      email: 'asha@example.com',
      website: 'x',
    });
    expect(answer).toMatchObject({ status: 204 });
    expect((await shop.db.owner.query('select from newsletter_subscriptions')).rowCount).toBe(0);
  });
});

test('every email has an unsubscribe link for people and for mail clients', async () => {
  await subscribe('asha@example.com');
  await signUp('asha@example.com');
  for (const email of await emails()) {
    expect(email.headers['List-Unsubscribe']).toMatch(
      /^<http:\/\/localhost:3000\/newsletter\/unsubscribe\?key=[\w-]{36}>$/,
    );
    expect(email.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
  }
});

test.each(['', 'asha', 'asha@nowhere', 'a@b.in, c@d.in', `${'x'.repeat(251)}@b.in`])(
  '400: %j is not an address',
  async (email) => {
    expect(await signUp(email)).toMatchObject({
      status: 400,
      body: { error: { fields: { email: 'Invalid email address' } } },
    });
  },
);

test('the forms work without JavaScript, and only from our own pages', async () => {
  const submit = (headers: Record<string, string>) =>
    shop.app.request('/newsletter', {
      method: 'POST',
      headers,
      body: new URLSearchParams({ email: 'asha@example.com', website: '' }),
    });
  expect((await submit({ 'sec-fetch-site': 'cross-site' })).status).toBe(404);
  expect(await emails()).toEqual([]);
  const answer = await submit({ origin: 'http://localhost:3000' });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/newsletter/requested']);
  expect(await emails()).toHaveLength(1);
});

test('unconfirmed requests are deleted after a week, confirmed ones are kept', async () => {
  await subscribe('asha@example.com');
  await signUp('bina@example.com');
  await shop.db.owner.query(`
    update newsletter_subscriptions set created_at = now() - interval '8 days';
    update newsletter_subscriptions set token_expires_at = now() - interval '1 day'
      where token_expires_at is not null;
    select delete_expired_guest_data(now(), 100)`);
  const { rows } = await shop.db.owner.query('select email from newsletter_subscriptions');
  expect(rows).toEqual([{ email: 'asha@example.com' }]);
});

function signUp(email: string, headers?: Record<string, string>): Promise<Answer> {
  return send(shop.app, 'POST', '/api/newsletter-subscriptions', { email }, headers);
}

/** Subscribes, confirms, and returns the unsubscribe link. */
async function subscribe(email: string): Promise<string> {
  await signUp(email);
  const [sent] = await emails();
  expect(await press(sent.links[0])).toBe('/newsletter/confirmed');
  return sent.headers['List-Unsubscribe'].slice(1, -1);
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

// biome-ignore lint/suspicious/noExplicitAny: emails as the mailbox lists them
async function emails(): Promise<any[]> {
  await jobsDone(shop.db.owner);
  return (await send(shop.app, 'GET', '/dev/mailbox.json')).body;
}

async function onlyEmail() {
  const [email, ...others] = await emails();
  expect(others).toEqual([]);
  return email;
}

async function subscribed(): Promise<string[]> {
  const { rows } = await shop.db.owner.query(
    'select email from newsletter_subscriptions where confirmed_at is not null order by email',
  );
  return rows.map(({ email }) => email);
}
