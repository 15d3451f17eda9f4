import { expect, test } from 'vitest';
import { openTestAccounts, PASSWORD, type Session } from '#auth-server-test/accounts.ts';
import { withApp } from '#auth-server-test/factors.ts';

/** As if each guess came five minutes after the one before. */
const accounts = await openTestAccounts({
  limits: { changePassword: { points: 1000, seconds: 300 } },
});

const NEW_PASSWORD = 'pour it slowly';
const A_DAYS = 50;
const limited = { status: 429, body: { error_code: 'over_request_rate_limit' } };

const change = ({ access_token: token }: Session, body: object) =>
  accounts.request('POST', '/user/password', { token, body });

async function guessAllDay(session: Session) {
  for (let guess = 0; guess < A_DAYS; guess += 1) {
    const answer = await change(session, { password: NEW_PASSWORD, current_password: 'a guess' });
    expect(answer.body.error_code).toBe('current_password_invalid');
  }
}

test('a stolen session guesses the password fifty times in a day, not all day long', async () => {
  const { email } = await accounts.newUser();
  const thief = await accounts.signIn(email);
  await guessAllDay(thief);
  const right = { password: NEW_PASSWORD, current_password: PASSWORD };
  const refused = await change(thief, right);
  expect(refused).toMatchObject(limited);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(86_000);
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(86_400);
  expect(await change(thief, { password: NEW_PASSWORD, nonce: '000000' })).toMatchObject(limited);
  expect(
    await accounts.request('POST', '/reauthenticate', {
      token: thief.access_token,
      body: { nonce: '000000' },
    }),
  ).toMatchObject(limited);
});

test('its owner, whose session was copied, signs in again and changes the password', async () => {
  const { email } = await accounts.newUser();
  await guessAllDay(await accounts.signIn(email));
  const right = { password: NEW_PASSWORD, current_password: PASSWORD };
  expect((await change(await accounts.signIn(email), right)).status).toBe(200);
});

test('or, with the password forgotten, opens a reset link', async () => {
  const { email } = await accounts.newUser();
  await guessAllDay(await accounts.signIn(email));
  await accounts.request('POST', '/recover', { body: { email } });
  const token_hash = (await accounts.linkTo(email)).searchParams.get('token_hash');
  const reset = await accounts.request('POST', '/verify', {
    body: { type: 'recovery', token_hash },
  });
  expect((await change(reset.body, { password: NEW_PASSWORD })).status).toBe(200);
});

test('a form sent without the current password is no guess', async () => {
  const { email } = await accounts.newUser();
  const session = await accounts.signIn(email);
  for (let time = 0; time <= A_DAYS; time += 1) {
    const answer = await change(session, { password: NEW_PASSWORD });
    expect(answer.body.error_code).toBe('current_password_required');
  }
});

test('whoever reads the email about a new factor guesses the password fifty times in a day, and the next day the link works', async () => {
  const { email } = await withApp(accounts);
  const token_hash = (await accounts.linkTo(email)).searchParams.get('token_hash');
  const undo = (password: string) =>
    accounts.request('POST', '/factors/undo', {
      body: { token_hash, password, new_password: NEW_PASSWORD },
    });
  for (let guess = 0; guess < A_DAYS; guess += 1) {
    expect((await undo('a guess')).body.error_code).toBe('current_password_invalid');
  }
  expect(await undo(PASSWORD)).toMatchObject(limited);
  await accounts.rows('update rate_limits set expire = 0'); // it uses the database's clock
  expect((await undo(PASSWORD)).status).toBe(200);
});
