import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openTestAccounts, PASSWORD } from '#auth-server-test/accounts.ts';

const accounts = await openTestAccounts({ confirmEmail: true });
const open = accounts.process({ confirmEmail: false });

const post = (path: string, body: object) => accounts.request('POST', path, { body });
const kinds = async (email: string) => (await accounts.mailsTo(email)).map(({ kind }) => kind);

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
    await accounts.auth.settle();
  }
}

describe('a stranger who requests other mails does not prevent the owner from', () => {
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

  test('changing once more, while strangers have the first change mailed again', async () => {
    const { email } = await open.newUser();
    const { access_token: token } = await open.signIn(email);
    const change = () =>
      open.request('PUT', '/user', { token, body: { email: `${randomUUID()}@example.com` } });
    await change();
    for (let time = 0; time < 8; time += 1) {
      await post('/resend', { type: 'email_change', email });
      await accounts.auth.settle();
      await accounts.rows(`update rate_limits set expire = 0 where key like 'mailBurst%'`);
    }
    expect((await change()).status).toBe(200);
  });

  test.each(['/recover', '/otp', '/resend'])(
    'the first mail of an account, by asking %s before there is one',
    async (path) => {
      const email = `${randomUUID()}@example.com`;
      for (let time = 0; time < 8; time += 1) {
        await post(path, { email, type: 'signup' });
        await accounts.auth.settle();
      }
      expect(await kinds(email)).toEqual([]);
      await post('/signup', { email, password: PASSWORD });
      expect(await kinds(email)).toEqual(['confirm_sign_up']);
      await post(path, { email, type: 'signup' });
      expect(await kinds(email)).toHaveLength(2);
    },
  );

  test('confirming a sign-up of her own: with conflicting sign-ups too there is always a working link', async () => {
    const email = `${randomUUID()}@example.com`;
    await post('/signup', { email, password: PASSWORD });
    await accounts.auth.settle();
    for (let time = 0; time < 8; time += 1) {
      await post('/signup', { email, password: `of a stranger ${time}` });
      await accounts.auth.settle();
    }
    expect(await kinds(email)).toEqual(['confirm_sign_up', 'confirm_rival_sign_ups']);
    expect((await useLink(email)).status).toBe(200);
  });
});

describe('a stranger who requests the same mail again and again', () => {
  test.each([
    ['/recover', 'reset_password'],
    ['/otp', 'sign_in_link'],
  ])('by %s floods no mailbox, and the newest link in it always works', async (path, kind) => {
    const { email } = await open.newUser();
    for (let minute = 0; minute < 10; minute += 1) {
      await post(path, { email });
      await accounts.auth.settle();
      await post(path, { email }); // too soon: nothing is sent, so nothing may be replaced
      await accounts.auth.settle();
      await accounts.rows(`update rate_limits set expire = 0 where key like 'mailBurst%'`);
    }
    expect(await kinds(email)).toEqual(Array(5).fill(kind));
    expect((await useLink(email)).status).toBe(200);
  });

  test('is unblocked while every mailed link is still valid', async () => {
    const { email } = await open.newUser();
    await post('/otp', { email });
    await accounts.auth.settle();
    const [row] = await accounts.rows(
      `select (max(expire) - extract(epoch from now()) * 1000) / 1000 as seconds
       from rate_limits where key like 'mail:%'`,
    );
    expect(Number(row?.seconds)).toBeLessThanOrEqual(600);
  });
});

test('a mail that could not be queued is not counted', async () => {
  const { email } = await open.newUser();
  const recover = () => post('/recover', { email });
  await accounts.rows('alter table auth.audit_log rename to audit_log_gone');
  await recover();
  await accounts.auth.settle();
  await accounts.rows('alter table auth.audit_log_gone rename to audit_log');
  await accounts.rows('delete from auth.one_time_tokens');
  await recover();
  expect((await useLink(email)).status).toBe(200);
});
