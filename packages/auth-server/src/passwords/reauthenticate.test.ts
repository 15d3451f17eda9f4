import { describe, expect, test } from 'vitest';
import { openTestAccounts, PASSWORD, type Session } from '#auth-server-test/accounts.ts';

const accounts = await openTestAccounts({
  limits: { changePassword: { points: 100, seconds: 300 } },
});
const NEW_PASSWORD = 'pour it slowly';

async function asked() {
  const { email } = await accounts.newUser();
  const client = accounts.client();
  await client.signInWithPassword({ email, password: PASSWORD });
  expect((await client.reauthenticate()).error).toBeNull();
  const sent = (await accounts.emailsTo(email)).at(-1);
  if (sent?.kind !== 'reauthentication') throw new Error('no code was emailed');
  return { email, client, code: sent.code };
}

const wrong = (code: string) => (code === '000000' ? '111111' : '000000');

test('Reauthentication: an emailed code replaces the current password, once', async () => {
  const { email, client, code } = await asked();
  expect(code).toMatch(/^\d{6}$/);
  expect((await client.updateUser({ password: NEW_PASSWORD, nonce: code })).error).toBeNull();
  await accounts.signIn(email, NEW_PASSWORD);
  const again = await client.updateUser({ password: 'once more with it', nonce: code });
  expect(again.error).toMatchObject({ status: 422, code: 'reauthentication_not_valid' });
});

test('a code does not work in another session of the same user', async () => {
  const { email, code } = await asked();
  const thief = accounts.client();
  await thief.signInWithPassword({ email, password: PASSWORD });
  const { error } = await thief.updateUser({ nonce: code });
  expect(error?.code).toBe('reauthentication_not_valid');
});

test('a code is valid for ten minutes', async () => {
  const { client, code } = await asked();
  accounts.advance({ seconds: 600 });
  const { error } = await client.updateUser({ password: NEW_PASSWORD, nonce: code });
  expect(error?.code).toBe('reauthentication_not_valid');
});

test('a code allows five tries', async () => {
  const { client, code } = await asked();
  const messages: (string | undefined)[] = [];
  for (let time = 0; time < 5; time += 1) {
    const { error } = await client.updateUser({ password: NEW_PASSWORD, nonce: wrong(code) });
    expect(error?.code).toBe('reauthentication_not_valid');
    messages.push(error?.message);
  }
  const spent = 'This code has expired or was tried too often. Please ask for a new one.';
  expect(messages, 'the last one says what to do').toEqual([
    ...Array(4).fill('This code is wrong.'),
    spent,
  ]);
  const { error } = await client.updateUser({ password: NEW_PASSWORD, nonce: code });
  expect(error).toMatchObject({ code: 'reauthentication_not_valid', message: spent });
});

test('the code of one user does not work for another', async () => {
  const one = await asked();
  const other = await asked();
  if (one.code === other.code) return; // one in a million
  const { error } = await other.client.updateUser({ password: NEW_PASSWORD, nonce: one.code });
  expect(error?.code).toBe('reauthentication_not_valid');
});

test('a second code within the minute is refused', async () => {
  const { client } = await asked();
  expect((await client.reauthenticate()).error).toMatchObject({
    status: 429,
    code: 'over_email_send_rate_limit',
  });
});

describe('another session of the same user', () => {
  test('uses up neither the tries of a code nor the next code', async () => {
    const { email, client, code } = await asked();
    const other = await accounts.signIn(email);
    const request = (method: string, body?: object) =>
      accounts.request(method, '/reauthenticate', { token: other.access_token, body });
    expect((await request('GET')).status, 'its own').toBe(200);
    for (let time = 0; time < 5; time += 1) await request('POST', { nonce: wrong(code) });
    expect((await client.updateUser({ password: NEW_PASSWORD, nonce: code })).error).toBeNull();
  });

  test('uses up no emails either', async () => {
    const { email } = await accounts.newUser();
    const other = await accounts.signIn(email);
    const owner = await accounts.signIn(email);
    const request = ({ access_token: token }: Session) =>
      accounts.request('GET', '/reauthenticate', { token });
    for (let time = 0; time < 6; time += 1) {
      await request(other);
      accounts.advance({ seconds: 61 });
    }
    expect((await request(other)).status).toBe(429);
    expect((await request(owner)).status).toBe(200);
  });

  test('nor do many of them flood the mailbox', async () => {
    const { email } = await accounts.newUser();
    for (let time = 0; time < 25; time += 1) {
      const { access_token: token } = await accounts.signIn(email);
      await accounts.request('GET', '/reauthenticate', { token });
    }
    expect(await accounts.emailsTo(email)).toHaveLength(20);
  });
});

describe('a session without a valid code is not told that one was sent', () => {
  const none = (words: string) => ({
    status: 429,
    body: {
      error_code: 'over_request_rate_limit',
      msg: `No further code can be mailed ${words}. Please use your password, or try again later.`,
    },
  });

  test('where others have used up the emails', async () => {
    const { email } = await accounts.newUser();
    const owner = await accounts.signIn(email);
    const ask = ({ access_token: token }: Session) =>
      accounts.request('GET', '/reauthenticate', { token });
    for (let time = 0; time < 20; time += 1) await ask(await accounts.signIn(email));
    expect(await ask(owner)).toMatchObject(none('for ten minutes'));
  });

  test('where it has used up the tries of its codes', async () => {
    const { email } = await accounts.newUser();
    const { access_token: token } = await accounts.signIn(email);
    const request = (method: string, body?: object) =>
      accounts.request(method, '/reauthenticate', { token, body });
    for (let time = 0; time < 5; time += 1) {
      expect((await request('GET')).status).toBe(200);
      const sent = (await accounts.emailsTo(email)).at(-1);
      const code = sent?.kind === 'reauthentication' ? sent.code : '';
      for (let guess = 0; guess < 5; guess += 1) await request('POST', { nonce: wrong(code) });
      if (time === 0) expect(await request('GET')).toMatchObject(none('for a minute'));
      await accounts.rows(`update rate_limits set expire = 0 where key like 'mailBurst:%'`);
    }
    expect(await request('GET')).toMatchObject(none('for ten minutes'));
  });
});

test('a code ends with its session', async () => {
  const { email, client } = await asked();
  await client.signOut({ scope: 'local' });
  const left = await accounts.rows(
    `select from auth.one_time_tokens t join auth.users u on u.id = t.user_id where u.email = $1`,
    [email],
  );
  expect(left).toEqual([]);
});
