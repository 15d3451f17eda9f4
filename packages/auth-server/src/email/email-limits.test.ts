import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openTestAccounts, PASSWORD } from '#auth-server-test/accounts.ts';
import { solve, withProof } from '#auth-server-test/proof-of-work.ts';

/** Without the limit of a day, which has tests of its own below. */
const limits = { mailDay: { points: 1000, seconds: 86_400 } };
const accounts = await openTestAccounts({ confirmEmail: true, limits });
const open = accounts.process({ confirmEmail: false });

const post = (path: string, body: object) => accounts.request('POST', path, { body });
const kinds = async (email: string) => (await accounts.emailsTo(email)).map(({ kind }) => kind);

async function useLink(email: string) {
  const { searchParams } = await accounts.linkTo(email);
  return post('/verify', {
    type: searchParams.get('type'),
    token_hash: searchParams.get('token_hash'),
  });
}

/** Everything a stranger can request for an address, many times. */
async function pester(victim: string) {
  const { email: asker } = await open.newUser();
  const { access_token: token } = await open.signIn(asker);
  for (let time = 0; time < 8; time += 1) {
    await post('/resend', { type: 'signup', email: victim });
    await post('/resend', { type: 'email_change', email: victim });
    await post('/otp', { email: victim });
    await post('/signup', { email: victim, password: `of a stranger ${time}` });
    await open.request('PUT', '/user', { token, body: { email: victim } });
    await accounts.auth.drain();
  }
}

describe('a stranger who requests other emails does not prevent the owner from', () => {
  test('resetting the password', async () => {
    const { email } = await open.newUser();
    await pester(email);
    await post('/recover', { email });
    expect((await kinds(email)).at(-1)).toBe('reset_password');
    expect((await useLink(email)).status).toBe(200);
  });

  test('getting a code instead of the current password', async () => {
    const { email } = await open.newUser();
    const { access_token: token } = await open.signIn(email);
    await pester(email);
    await post('/recover', { email });
    expect((await open.request('GET', '/reauthenticate', { token })).status).toBe(200);
    expect(await kinds(email)).toContain('reauthentication');
  });

  test('changing to another address', async () => {
    const { email } = await open.newUser();
    const { access_token: token } = await open.signIn(email);
    await pester(email);
    const body = { email: `${randomUUID()}@example.com` };
    expect((await open.request('PUT', '/user', { token, body })).status).toBe(200);
    expect((await kinds(email)).at(-1)).toBe('confirm_email_change');
  });

  test('changing once more, while strangers have the first change emailed again', async () => {
    const { email } = await open.newUser();
    const { access_token: token } = await open.signIn(email);
    const change = () =>
      open.request('PUT', '/user', { token, body: { email: `${randomUUID()}@example.com` } });
    await change();
    for (let time = 0; time < 8; time += 1) {
      await post('/resend', { type: 'email_change', email });
      await accounts.auth.drain();
      await accounts.rows(`update rate_limits set expire = 0 where key like 'mailBurst%'`);
    }
    expect((await change()).status).toBe(200);
  });

  test.each(['/recover', '/otp', '/resend'])(
    'the first email of an account, by asking %s before there is one',
    async (path) => {
      const email = `${randomUUID()}@example.com`;
      for (let time = 0; time < 8; time += 1) {
        await post(path, { email, type: 'signup' });
        await accounts.auth.drain();
      }
      expect(await kinds(email)).toEqual([]);
      await post('/signup', { email, password: PASSWORD });
      expect(await kinds(email)).toEqual(['confirm_sign_up']);
      await post(path, { email, type: 'signup' });
      expect(await kinds(email)).toHaveLength(2);
    },
  );

  test('confirming a sign-up of her own: with concurrent sign-ups too there is always a working link', async () => {
    const email = `${randomUUID()}@example.com`;
    await post('/signup', { email, password: PASSWORD });
    await accounts.auth.drain();
    for (let time = 0; time < 8; time += 1) {
      await post('/signup', { email, password: `of a stranger ${time}` });
      await accounts.auth.drain();
    }
    expect(await kinds(email)).toEqual(['confirm_sign_up', 'confirm_rival_sign_ups']);
    expect((await useLink(email)).status).toBe(200);
  });
});

describe('a stranger who requests the same email again and again', () => {
  test.each([
    ['/recover', 'reset_password'],
    ['/otp', 'sign_in_link'],
  ])('by %s floods no mailbox, and the newest link in it always works', async (path, kind) => {
    const { email } = await open.newUser();
    for (let minute = 0; minute < 10; minute += 1) {
      await post(path, { email });
      await accounts.auth.drain();
      await post(path, { email }); // too soon: nothing is sent, so nothing may be replaced
      await accounts.auth.drain();
      await accounts.rows(`update rate_limits set expire = 0 where key like 'mailBurst%'`);
    }
    expect(await kinds(email)).toEqual(Array(5).fill(kind));
    expect((await useLink(email)).status).toBe(200);
  });

  test('is unblocked while every emailed link is still valid', async () => {
    const { email } = await open.newUser();
    await post('/otp', { email });
    await accounts.auth.drain();
    const [row] = await accounts.rows(
      `select (max(expire) - extract(epoch from now()) * 1000) / 1000 as seconds
       from rate_limits where key like 'mail:%'`,
    );
    expect(Number(row?.seconds)).toBeLessThanOrEqual(600);
  });
});

test('an email that could not be queued is not counted', async () => {
  const { email } = await open.newUser();
  const recover = () => post('/recover', { email });
  await accounts.rows('alter table auth.audit_log rename to audit_log_gone');
  await recover();
  await accounts.auth.drain();
  await accounts.rows('alter table auth.audit_log_gone rename to audit_log');
  await accounts.rows('delete from auth.one_time_tokens');
  await recover();
  expect((await useLink(email)).status).toBe(200);
});

describe('whoever has email sent to one address all day', () => {
  const daily = accounts.process({ limits: { mailBurst: { points: 1000, seconds: 60 } } });
  const day = { points: 15, seconds: 86_400 };

  const ways = [
    ['/recover', {}],
    ['/otp', {}],
    ['/resend', { type: 'signup' }],
    ['/resend', { type: 'email_change' }],
    ['/signup', { password: PASSWORD }],
  ] as const;

  const request = (n: number, email: string, proof?: string) => {
    const [path, more] = ways[n % ways.length] ?? ways[0];
    const body = { ...more, email };
    return daily.request('POST', path, { body: proof ? withProof(body, proof) : body });
  };

  /** Every way there is, from as many networks, until the address has had enough for a day. */
  async function pesterAllDay(email: string) {
    for (let n = 0; n < day.points; n += 1) {
      expect((await request(n, n % 2 ? email.toUpperCase() : email)).status).toBe(200);
    }
    await daily.auth.drain();
  }

  test('pays for each email beyond fifteen with work, over all purposes and networks', async () => {
    const { email } = await open.newUser();
    await pesterAllDay(email);
    const emailed = await accounts.emailsTo(email);
    for (const [n] of ways.entries()) {
      expect(await request(n, email)).toMatchObject({
        status: 400,
        body: { error_code: 'captcha_failed' },
      });
    }
    expect(await accounts.emailsTo(email)).toEqual(emailed);
  });

  test('does not keep its owner from an email: the browser works for it', async () => {
    const { email } = await open.newUser();
    await pesterAllDay(email);
    await accounts.rows(`update rate_limits set expire = 0 where key like 'mail:%'`); // ten minutes later
    const asked = await request(0, email);
    expect((await request(0, email, await solve(asked.body.challenge))).status).toBe(200);
    expect((await kinds(email)).at(-1)).toBe('reset_password');
    expect((await useLink(email)).status).toBe(200);
  });

  test('learns nothing about the address: one without an account is answered alike', async () => {
    const unknown = `${randomUUID()}@example.com`;
    for (let n = 0; n < day.points; n += 1)
      await daily.request('POST', '/recover', { body: { email: unknown } });
    const refused = await daily.request('POST', '/recover', { body: { email: unknown } });
    expect(refused.body.error_code).toBe('captcha_failed');
  });

  test('does so too by changes of address to it, and keeps nobody from changing to it', async () => {
    const target = `${randomUUID()}@example.com`;
    const process = accounts.process({ confirmEmail: false, limits: {} });
    for (let n = 0; n < day.points; n += 1) {
      await process.request('POST', '/recover', { body: { email: target } });
    }
    const { email } = await process.newUser();
    const { access_token: token } = await process.signIn(email);
    const change = (body: object) => process.request('PUT', '/user', { token, body });
    const asked = await change({ email: target });
    expect(asked.body.error_code).toBe('captcha_failed');
    expect(await accounts.emailsTo(target)).toEqual([]);
    const proof = await solve(asked.body.challenge);
    expect((await change(withProof({ email: target }, proof))).status).toBe(200);
    expect(await kinds(target)).toEqual(['confirm_email_change']);
  });

  test('is counted for a day', async () => {
    const { email } = await open.newUser();
    await daily.request('POST', '/recover', { body: { email } });
    await daily.auth.drain();
    const [row] = await accounts.rows(
      `select (max(expire) - extract(epoch from now()) * 1000) / 1000 as seconds
       from rate_limits where key like 'mailDay:%'`,
    );
    expect(Number(row?.seconds)).toBeGreaterThan(86_000);
    expect(Number(row?.seconds)).toBeLessThanOrEqual(86_400);
  });
});
