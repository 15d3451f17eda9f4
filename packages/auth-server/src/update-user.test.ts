import { describe, expect, test } from 'vitest';
import {
  type By,
  errorOf,
  openTestAccounts,
  PASSWORD,
  refusal,
  repeat,
} from '#auth-server-test/accounts.ts';
import { undoToken, withApp } from '#auth-server-test/factors.ts';

const accounts = await openTestAccounts();
const { newSession, post, read, refresh, signIn, update } = accounts;

const NEW_PASSWORD = 'pour it slowly';
const RIGHT = { password: NEW_PASSWORD, current_password: PASSWORD };
const GUESS = { password: NEW_PASSWORD, current_password: 'a guess at it' };
const limited = refusal(429, 'over_request_rate_limit');

test('LogoutOtherSessions: a new password keeps this session and ends the others', async () => {
  const { email } = await accounts.newUser();
  const client = accounts.client();
  const other = accounts.client();
  await client.signInWithPassword({ email, password: PASSWORD });
  await other.signInWithPassword({ email, password: PASSWORD });
  const events: string[] = [];
  client.onAuthStateChange((event: string) => void events.push(event));

  expect((await client.updateUser(RIGHT)).error).toBeNull();

  expect(events).toEqual(['INITIAL_SESSION', 'USER_UPDATED']);
  expect((await client.getUser()).error).toBeNull();
  expect((await client.refreshSession()).error).toBeNull();
  expect((await other.getUser()).error).not.toBeNull();
  expect((await other.refreshSession()).error).not.toBeNull();
  await signIn(email, NEW_PASSWORD);
  expect(errorOf(await accounts.tryPassword(email))).toBe('invalid_credentials');
});

/** The protocol's way to change the password, and ours, which renews the session's tokens. */
const ways = [
  ['PUT', '/user'],
  ['POST', '/user/password'],
] as const;

test('the current password is required and checked', async () => {
  const { email: owing } = await withApp(accounts);
  const low = await signIn(owing);
  for (const [method, path] of ways) {
    const { email, session } = await newSession();
    for (const [body, status, code] of [
      [{ password: NEW_PASSWORD }, 400, 'current_password_required'],
      [{ password: NEW_PASSWORD, current_password: '' }, 400, 'current_password_required'],
      [{ password: NEW_PASSWORD, nonce: '000000' }, 422, 'reauthentication_not_valid'],
      [GUESS, 400, 'current_password_invalid'],
      [{ ...RIGHT, password: PASSWORD }, 422, 'same_password'],
      [{ ...RIGHT, password: 'password' }, 422, 'weak_password'],
      [{ ...RIGHT, password: 'short' }, 422, 'weak_password'],
      [{ ...RIGHT, password: 7 }, 400, 'validation_failed'],
    ] as const) {
      const answer = await accounts.request(method, path, { token: session.access_token, body });
      expect(answer, `${path} ${JSON.stringify(body)}`).toMatchObject(refusal(status, code));
    }
    await signIn(email, PASSWORD);
    const due = await accounts.request(method, path, { token: low.access_token, body: RIGHT });
    expect(errorOf(due), path).toBe('insufficient_aal');
  }
  const without = await post('/user/password', { current_password: PASSWORD }, low);
  expect(errorOf(without)).toBe('validation_failed');
});

describe('with new tokens,', () => {
  const change = (by: By, body: object) => post('/user/password', body, by);

  test.each([
    ['without', newSession],
    ['with', () => withApp(accounts)],
  ])(
    '%s a factor, a copy of the session ends with a new password; its owner goes on',
    async (_, open) => {
      const { email, session } = await open();
      const { status, body: renewed } = await change(session, RIGHT);
      expect(status).toBe(200);
      expect(renewed.user).toMatchObject({ email });
      expect((await read(session)).status).toBe(401);
      expect((await refresh(session)).status).toBe(400);
      expect((await read(renewed)).status).toBe(200);
      expect((await read((await refresh(renewed)).body)).status).toBe(200);
      await signIn(email, NEW_PASSWORD);
      expect((await accounts.kindsTo(email)).at(-1)).toBe('password_changed');
    },
  );

  test('an old refresh token used later ends the session: somebody has a copy', async () => {
    const { session } = await newSession();
    const { body: renewed } = await change(session, RIGHT);
    accounts.advance({ seconds: 11 });
    expect((await refresh(session)).status).toBe(400);
    expect((await read(renewed)).status).toBe(403);
  });

  test('a password that the application cannot judge now waits for it', async () => {
    const { session } = await newSession();
    const passwordProblem = () => Promise.reject(new Error('away'));
    const broken = accounts.process({}, { passwordProblem });
    const refused = await broken.post('/user/password', RIGHT, session);
    expect(refused).toMatchObject(refusal(503, 'request_timeout'));
    expect((await read(session)).status).toBe(200);
  });
});

describe('a stolen session', () => {
  const A_DAYS = 50;
  /** As if each guess came five minutes after the one before. */
  const patient = accounts.process({ limits: { changePassword: { points: 1000, seconds: 300 } } });
  const change = (by: By, body: object) => patient.post('/user/password', body, by);

  test('guesses the current password ten times, and keeps its owner from no emailed link', async () => {
    const { email, session: thief } = await newSession();
    await repeat(10, () => update(thief, GUESS));
    expect(await update(thief, RIGHT)).toMatchObject(limited);
    const reset = await accounts.openResetLink(email);
    expect((await update(reset, { password: NEW_PASSWORD })).status).toBe(200);
    expect((await read(thief)).status).toBe(403);
  });

  test('guesses it fifty times in a day, not all day long; its owner signs in again, or opens a reset link', async () => {
    const { email, session: thief } = await newSession();
    const guesses = await repeat(A_DAYS, () => change(thief, GUESS));
    expect(new Set(guesses.map(errorOf))).toEqual(new Set(['current_password_invalid']));
    const refused = await change(thief, RIGHT);
    expect(refused).toMatchObject(limited);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(86_000);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(86_400);
    const nonce = { nonce: '000000' };
    expect(await change(thief, { password: NEW_PASSWORD, ...nonce })).toMatchObject(limited);
    expect(await patient.post('/reauthenticate', nonce, thief)).toMatchObject(limited);

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

  test('a form sent without the current password is no guess', async () => {
    const { session } = await newSession();
    const answers = await repeat(A_DAYS + 1, () => change(session, { password: NEW_PASSWORD }));
    expect(errorOf(answers.at(-1) ?? expect.fail())).toBe('current_password_required');
  });

  test('whoever reads the email about a new factor guesses as often by its link, and the next day it works', async () => {
    const { email } = await withApp(accounts);
    const token_hash = await undoToken(accounts, email);
    const undo = (password: string) =>
      patient.post('/factors/undo', { token_hash, password, new_password: NEW_PASSWORD });
    const guesses = await repeat(A_DAYS, () => undo('a guess'));
    expect(errorOf(guesses.at(-1) ?? expect.fail())).toBe('current_password_invalid');
    expect(await undo(PASSWORD)).toMatchObject(limited);
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

test('a session that ended while the new password was hashed changes nothing', async () => {
  const { id, session, email } = await newSession();
  const changing = await accounts.whileLocked(
    `delete from auth.sessions where user_id = '${id}';
     update auth.users set updated_at = now() where id = '${id}'`,
    () => update(session, RIGHT),
  );
  expect(changing).toMatchObject(refusal(403, 'session_not_found'));
  await signIn(email, PASSWORD);
});

test('data is merged, null removes a key, and the next access token contains it', async () => {
  const { session } = await newSession();
  const data = { city: 'Mumbai', full_name: 'Asha R. Rao' };
  expect((await update(session, { data })).body.user_metadata).toEqual(data);
  const removed = await update(session, { data: { city: null, never: null } });
  expect(removed.body.user_metadata).toEqual({ full_name: 'Asha R. Rao' });
  const { body } = await refresh(session);
  expect(await accounts.auth.authenticate(`Bearer ${body.access_token}`)).toMatchObject({
    fullName: 'Asha R. Rao',
  });
});

test('what a user may not change stays as it is', async () => {
  const { session } = await newSession();
  const before = (await read(session)).body;
  const text = (length: number) => 'x'.repeat(length);
  for (const [body, answer] of [
    [{ app_metadata: { role: 'admin' } }, refusal(403, 'not_admin')],
    [{ email: 'nobody' }, refusal(400, 'validation_failed')],
    [{ phone: '+919800000000' }, refusal(400, 'phone_provider_disabled')],
    [{ data: 'text' }, refusal(400, 'validation_failed')],
    [{ data: { a: '\0' } }, refusal(400, 'validation_failed')],
    [{ data: { a: { b: { c: { d: { e: { f: 1 } } } } } } }, refusal(400, 'validation_failed')],
    [{ data: { a: text(3600) } }, refusal(400, 'validation_failed')],
    [{ data: { a: text(3000) } }, { status: 200 }],
    [{ data: { b: text(3000) } }, refusal(400, 'validation_failed')],
    [{ data: { a: null } }, { status: 200 }],
    [[], refusal(400, 'bad_json')],
  ] as const) {
    expect(await update(session, body), JSON.stringify(body).slice(0, 80)).toMatchObject(answer);
  }
  await update(session, { id: before.id, role: 'admin', banned_until: null, password_hash: 'x' });
  const changing = { updated_at: '', identities: [] };
  expect({ ...(await read(session)).body, ...changing }).toEqual({ ...before, ...changing });
});

test('a deleted account is gone at once', async () => {
  const { id, session } = await newSession();
  await accounts.rows('delete from auth.users where id = $1', [id]);
  expect(await read(session)).toMatchObject(refusal(403, 'user_not_found'));
});

test('a session updates its user so often in a while; another session has its own count', async () => {
  const strict = accounts.process({ limits: { userUpdates: { points: 2, seconds: 300 } } });
  const { email, session: first } = await newSession();
  const cups = (by: By) => strict.update(by, { data: { cups: 1 } });
  await repeat(2, async () => expect((await cups(first)).status).toBe(200));
  expect(await cups(first)).toMatchObject(limited);
  expect((await cups(await signIn(email))).status).toBe(200);
});
