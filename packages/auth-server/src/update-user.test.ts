import { describe, expect, test } from 'vitest';
import {
  type By,
  errorOf,
  openTestAccounts,
  PASSWORD,
  refusal,
  repeat,
} from '#auth-server-test/accounts.ts';
import { addApp, undoToken, withApp } from '#auth-server-test/factors.ts';

const accounts = await openTestAccounts();
const { get, newSession, post, read, refresh, signIn, update } = accounts;

const NEW_PASSWORD = 'pour it slowly';
const RIGHT = { password: NEW_PASSWORD, current_password: PASSWORD };
const GUESS = { password: NEW_PASSWORD, current_password: 'a guess at it' };
const limited = refusal(429, 'over_request_rate_limit');

test('the current password is required and checked', async () => {
  const { email, session } = await newSession();
  // The protocol's way to change the password, and ours, which renews the session's tokens.
  for (const [method, path] of [
    ['PUT', '/user'],
    ['POST', '/user/password'],
  ] as const) {
    for (const [body, status, code] of [
      [{ password: NEW_PASSWORD }, 400, 'current_password_required'],
      [{ password: NEW_PASSWORD, current_password: '' }, 400, 'current_password_required'],
      [GUESS, 400, 'current_password_invalid'],
      [{ ...RIGHT, password: PASSWORD }, 422, 'same_password'],
      [{ ...RIGHT, password: 'password' }, 422, 'weak_password'],
      [{ ...RIGHT, password: 7 }, 400, 'validation_failed'],
    ] as const) {
      const answer = await accounts.request(method, path, { token: session.access_token, body });
      expect(answer, `${path} ${JSON.stringify(body)}`).toMatchObject(refusal(status, code));
    }
  }
  await signIn(email, PASSWORD);
});

test.each([
  ['without', newSession],
  ['with', () => withApp(accounts)],
])(
  'with new tokens, %s a factor, a copy of the session ends with a new password; its owner goes on',
  async (_, open) => {
    const { email, session } = await open();
    await post('/recover', { email });
    const link = await accounts.linkTo(email);
    const { status, body: renewed } = await post('/user/password', RIGHT, session);
    expect(status).toBe(200);
    expect((await accounts.open(link)).status, 'nor by an emailed link').toBe(403);
    expect(renewed.user).toMatchObject({ email });
    expect((await read(session)).status).toBe(401);
    expect((await refresh(session)).status).toBe(400);
    expect((await read((await refresh(renewed)).body)).status).toBe(200);
    await signIn(email, NEW_PASSWORD);
    expect((await accounts.kindsTo(email)).at(-1)).toBe('password_changed');
    accounts.advance({ seconds: 11 });
    expect((await refresh(session)).status, 'later: somebody has a copy').toBe(400);
    expect((await read(renewed)).status).toBe(403);
  },
);

describe('a stolen session', () => {
  const A_DAYS = 50;
  /** As if each guess came five minutes after the one before. */
  const patient = accounts.process({ limits: { changePassword: { points: 1000, seconds: 300 } } });
  const change = (by: By, body: object) => patient.post('/user/password', body, by);

  test('guesses the current password fifty times in a day, not all day long; its owner signs in again, or opens a reset link', async () => {
    const { email, session: thief } = await newSession();
    const guesses = await repeat(A_DAYS, () => change(thief, GUESS));
    expect(new Set(guesses.map(errorOf))).toEqual(new Set(['current_password_invalid']));
    const refused = await change(thief, RIGHT);
    expect(refused).toMatchObject(limited);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(86_000);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(86_400);
    const code = { nonce: '000000' };
    expect(await patient.post('/reauthenticate', code, thief)).toMatchObject(limited);

    const reset = await accounts.openResetLink(email);
    expect((await change(await signIn(email), RIGHT)).status).toBe(200);
    expect((await change(reset, { password: 'with it forgotten' })).status).toBe(200);
  });

  test('cannot overload the machine by changing the password again and again', async () => {
    const { session } = await newSession();
    const answers = await repeat(11, (time) => {
      const [current_password, password] =
        time % 2 ? [NEW_PASSWORD, PASSWORD] : [PASSWORD, NEW_PASSWORD];
      return update(session, { password, current_password });
    });
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(200), 429]);
  });

  test('whoever reads the email about a new factor guesses as often by its link, and the next day it works', async () => {
    const [{ email }, other] = [await withApp(accounts), await withApp(accounts)];
    const token_hash = await undoToken(accounts, email);
    const undo = (password: string, token = token_hash) =>
      patient.post('/factors/undo', { token_hash: token, password, new_password: NEW_PASSWORD });
    const guesses = await repeat(A_DAYS, () => undo('a guess'));
    expect(errorOf(guesses.at(-1) ?? expect.fail())).toBe('current_password_invalid');
    expect(await undo(PASSWORD)).toMatchObject(limited);
    expect((await undo(PASSWORD, await undoToken(accounts, other.email))).status).toBe(200);
    await accounts.rows('update rate_limits set expire = 0'); // it uses the database's clock
    expect((await undo(PASSWORD)).status).toBe(200);
  });
});

test('a password change that another one overtook is reported, and changes nothing', async () => {
  const { id, session } = await newSession();
  const changing = await accounts.whileLocked(
    `update auth.users set password_hash = 'overtaken' where id = '${id}'`,
    () => update(session, RIGHT),
  );
  expect(changing).toMatchObject(refusal(409, 'conflict'));
  expect(await accounts.rows('select password_hash from auth.users where id = $1', [id])).toEqual([
    { password_hash: 'overtaken' },
  ]);
});

test('what a user may not change stays as it is', async () => {
  const { session } = await newSession();
  const before = (await read(session)).body;
  for (const body of [{ email: 'nobody' }, { data: { full_name: 'Thief' } }]) {
    expect(await update(session, body)).toMatchObject(refusal(400, 'validation_failed'));
  }
  await update(session, { id: before.id, role: 'admin', banned_until: null, password_hash: 'x' });
  expect((await read(session)).body).toEqual(before);
});

test('a session updates its user so often in a while; another session has its own count', async () => {
  const strict = accounts.process({ limits: { userUpdates: { points: 2, seconds: 300 } } });
  const { email, session: first } = await newSession();
  const asked = await repeat(3, () => strict.update(first, {}));
  expect(asked.map(({ status }) => status)).toEqual([200, 200, 429]);
  expect((await strict.update(await signIn(email), {})).status).toBe(200);
});

const ask = (by: By) => get('/reauthenticate', by);
const prove = (nonce: string, by: By) => post('/reauthenticate', { nonce }, by);
const wrong = (code: string) => (code === '000000' ? '111111' : '000000');
const invalid = refusal(422, 'reauthentication_not_valid');
const noFurther = (words: string) => ({
  status: 429,
  body: {
    code: 'over_request_rate_limit',
    message: `No further code can be mailed ${words}. Please use your password, or try again later.`,
  },
});

/** A session that was emailed a code. */
async function asked() {
  const { email, session } = await accounts.newSession();
  expect((await ask(session)).status).toBe(200);
  return { email, session, nonce: await accounts.codeTo(email) };
}

test('Reauthentication: an emailed code lets an account without a password add a factor, once', async () => {
  const { email, id } = await accounts.newUser();
  const client = accounts.client();
  await client.signInWithPassword({ email, password: PASSWORD });
  await accounts.rows('update auth.users set password_hash = null where id = $1', [id]);
  accounts.advance({ seconds: 301 });
  const enroll = (friendlyName: string) => client.mfa.enroll({ factorType: 'totp', friendlyName });
  expect((await enroll('phone')).error?.code).toBe('reauthentication_needed');
  expect((await client.reauthenticate()).error).toBeNull();
  expect((await client.reauthenticate()).error, 'within the minute').toMatchObject({
    status: 429,
    code: 'over_email_send_rate_limit',
  });
  const nonce = await accounts.codeTo(email);
  expect(nonce).toMatch(/^\d{6}$/);
  const { session } = (await client.getSession()).data;
  const { body: renewed } = await prove(nonce, session ?? expect.fail());
  await client.setSession(renewed);
  expect((await enroll('phone')).error).toBeNull();
  expect(await prove(nonce, renewed)).toMatchObject(invalid);
});

test('a code works for its user and session only, for ten minutes, and ends with the session', async () => {
  const { email, session, nonce } = await asked();
  expect(await prove(nonce, await signIn(email))).toMatchObject(invalid);
  const other = await asked();
  // The same in one of a million.
  if (other.nonce !== nonce) expect(await prove(nonce, other.session)).toMatchObject(invalid);
  accounts.advance({ seconds: 600 });
  expect(await prove(nonce, session)).toMatchObject(invalid);
  await post('/logout?scope=local', undefined, session);
  const left = await accounts.rows('select from auth.one_time_tokens where user_id = $1', [
    session.user.id,
  ]);
  expect(left).toEqual([]);
});

test('a code allows five tries, and the last one says what to do', async () => {
  const { session, nonce } = await asked();
  const answers = await repeat(5, () => prove(wrong(nonce), session));
  answers.push(await prove(nonce, session));
  for (const answer of answers) expect(answer).toMatchObject(invalid);
  const spent = 'This code has expired or was tried too often. Please ask for a new one.';
  expect(answers.map(({ body }) => body.message)).toEqual([
    ...Array(4).fill('This code is wrong.'),
    spent,
    spent,
  ]);
  expect(await ask(session), 'no valid one was sent').toMatchObject(noFurther('for a minute'));
});

test('another session of the same user uses up neither the tries of a code, nor the next one, nor its emails', async () => {
  const { email, session, nonce } = await asked();
  const other = await signIn(email);
  await repeat(6, async () => {
    await ask(other);
    await prove(wrong(nonce), other);
    await accounts.rows(`update rate_limits set expire = 0 where key like 'mailBurst:%'`);
  });
  expect((await ask(other)).status).toBe(429);
  expect((await ask(session)).status).toBe(200);
  expect((await prove(await accounts.codeTo(email), session)).status).toBe(200);
});

test('where others have used up the twenty emails no more flood the mailbox, and a session is told that none was sent', async () => {
  const { email, session: owner } = await accounts.newSession();
  await repeat(21, async () => ask(await signIn(email)));
  expect(await ask(owner)).toMatchObject(noFurther('for ten minutes'));
  expect(await accounts.emailsTo(email)).toHaveLength(20);
});

test('where there is a factor no code is emailed, and one emailed before confirms nothing: an unlocked phone has both', async () => {
  const { email, session: before, nonce } = await asked();
  const { session } = await addApp(accounts, before);
  for (const answer of [await ask(session), await prove(nonce, session)]) {
    expect(errorOf(answer)).toBe('reauthentication_needed');
  }
  expect(await accounts.kindsTo(email)).toEqual(['reauthentication', 'factor_added']);
});
