import { expect, test } from 'vitest';
import { openTestAccounts, PASSWORD } from '#auth-server-test/accounts.ts';

const accounts = await openTestAccounts();
const NEW_PASSWORD = 'pour it slowly';

async function signedIn() {
  const { email } = await accounts.newUser();
  const session = await accounts.signIn(email);
  return { email, session, token: session.access_token };
}

const change = (token: string, body: unknown) => accounts.request('PUT', '/user', { token, body });

test('LogoutOtherSessions: a new password keeps this session and ends the others', async () => {
  const { email } = await accounts.newUser();
  const client = accounts.client();
  const other = accounts.client();
  await client.signInWithPassword({ email, password: PASSWORD });
  await other.signInWithPassword({ email, password: PASSWORD });
  const events: string[] = [];
  client.onAuthStateChange((event: string) => void events.push(event));

  const { error } = await client.updateUser({
    password: NEW_PASSWORD,
    current_password: PASSWORD,
  });

  expect(error).toBeNull();
  expect(events).toEqual(['INITIAL_SESSION', 'USER_UPDATED']);
  expect((await client.getUser()).error).toBeNull();
  expect((await client.refreshSession()).error).toBeNull();
  expect((await other.getUser()).error).not.toBeNull();
  expect((await other.refreshSession()).error).not.toBeNull();
  await accounts.signIn(email, NEW_PASSWORD);
  await expect(accounts.signIn(email, PASSWORD)).rejects.toThrow('invalid_credentials');
});

test('the current password is required and checked', async () => {
  const { token, email } = await signedIn();
  const wrong: [object, number, string][] = [
    [{ password: NEW_PASSWORD }, 400, 'current_password_required'],
    [{ password: NEW_PASSWORD, current_password: '' }, 400, 'current_password_required'],
    [{ password: NEW_PASSWORD, current_password: 'not it' }, 400, 'current_password_invalid'],
    [{ password: PASSWORD, current_password: PASSWORD }, 422, 'same_password'],
    [{ password: 'password', current_password: PASSWORD }, 422, 'weak_password'],
    [{ password: 'short', current_password: PASSWORD }, 422, 'weak_password'],
    [{ password: 7, current_password: PASSWORD }, 400, 'validation_failed'],
  ];
  for (const [body, status, code] of wrong) {
    const answer = await change(token, body);
    expect({ status: answer.status, code: answer.body.error_code }).toEqual({ status, code });
  }
  await accounts.signIn(email, PASSWORD);
});

test('a stolen session cannot guess the current password for long', async () => {
  const { token } = await signedIn();
  for (let guess = 0; guess < 10; guess += 1) {
    await change(token, { password: NEW_PASSWORD, current_password: `guess ${guess}` });
  }
  expect(await change(token, { password: NEW_PASSWORD, current_password: PASSWORD })).toMatchObject(
    {
      status: 429,
      body: { error_code: 'over_request_rate_limit' },
    },
  );
});

test('a stolen session cannot overload the machine by changing the password again and again', async () => {
  const { token } = await signedIn();
  const passwords = [PASSWORD, NEW_PASSWORD];
  const statuses = [];
  for (let time = 0; time < 11; time += 1) {
    const [current_password, password] = time % 2 === 0 ? passwords : passwords.toReversed();
    statuses.push((await change(token, { password, current_password })).status);
  }
  expect(statuses).toEqual([...Array(10).fill(200), 429]);
});

test('a stolen session cannot prevent its owner from setting a new password by an emailed link', async () => {
  const { token, email } = await signedIn();
  for (let guess = 0; guess < 11; guess += 1) {
    await change(token, { password: NEW_PASSWORD, current_password: `guess ${guess}` });
  }
  await accounts.request('POST', '/recover', { body: { email } });
  const link = await accounts.linkTo(email);
  const { body } = await accounts.request('POST', '/verify', {
    body: { type: 'recovery', token_hash: link.searchParams.get('token_hash') },
  });
  expect((await change(body.access_token, { password: NEW_PASSWORD })).status).toBe(200);
  expect((await accounts.request('GET', '/user', { token })).status, 'the thief').toBe(403);
});

test('a password change that another one overtook is reported, and changes nothing', async () => {
  const { token, session } = await signedIn();
  const changing = await accounts.whileLocked(
    `update auth.users set password_hash = 'overtaken' where id = '${session.user.id}'`,
    () => change(token, { password: NEW_PASSWORD, current_password: PASSWORD }),
  );
  expect(changing).toMatchObject({ status: 409, body: { error_code: 'conflict' } });
  expect(
    await accounts.rows('select password_hash from auth.users where id = $1', [session.user.id]),
  ).toEqual([{ password_hash: 'overtaken' }]);
});

test('a session that ended while the new password was hashed changes nothing', async () => {
  const { token, session, email } = await signedIn();
  const { id } = session.user;
  const changing = await accounts.whileLocked(
    `delete from auth.sessions where user_id = '${id}';
     update auth.users set updated_at = now() where id = '${id}'`,
    () => change(token, { password: NEW_PASSWORD, current_password: PASSWORD }),
  );
  expect(changing).toMatchObject({ status: 403, body: { error_code: 'session_not_found' } });
  await accounts.signIn(email, PASSWORD);
});

test('data is merged, null removes a key, and the next access token contains it', async () => {
  const { token, session } = await signedIn();
  const changed = await change(token, { data: { city: 'Mumbai', full_name: 'Asha R. Rao' } });
  expect(changed.body.user_metadata).toEqual({ full_name: 'Asha R. Rao', city: 'Mumbai' });
  const removed = await change(token, { data: { city: null, never: null } });
  expect(removed.body.user_metadata).toEqual({ full_name: 'Asha R. Rao' });
  const { body } = await accounts.request('POST', '/token?grant_type=refresh_token', {
    body: { refresh_token: session.refresh_token },
  });
  expect(await accounts.auth.authenticate(`Bearer ${body.access_token}`)).toMatchObject({
    fullName: 'Asha R. Rao',
  });
});

test('what a user may not change stays as it is', async () => {
  const { token } = await signedIn();
  const before = (await accounts.request('GET', '/user', { token })).body;
  const wrong: [unknown, number, string][] = [
    [{ app_metadata: { role: 'admin' } }, 403, 'not_admin'],
    [{ email: 'nobody' }, 400, 'validation_failed'],
    [{ phone: '+919800000000' }, 400, 'phone_provider_disabled'],
    [{ data: 'text' }, 400, 'validation_failed'],
    [{ data: { a: '\0' } }, 400, 'validation_failed'],
    [{ data: { a: { b: { c: { d: { e: { f: 1 } } } } } } }, 400, 'validation_failed'],
    [{ data: { a: 'x'.repeat(3600) } }, 400, 'validation_failed'],
    [{ data: { a: 'x'.repeat(3000) } }, 200, ''],
    [{ data: { b: 'x'.repeat(3000) } }, 400, 'validation_failed'],
    [{ data: { a: null } }, 200, ''],
    [[], 400, 'bad_json'],
  ];
  for (const [body, status, code] of wrong) {
    const answer = await change(token, body);
    expect({ status: answer.status, code: answer.body.error_code ?? '' }).toEqual({ status, code });
  }
  await change(token, { id: before.id, role: 'admin', banned_until: null, password_hash: 'x' });
  const after = (await accounts.request('GET', '/user', { token })).body;
  expect({ ...after, updated_at: '', identities: [] }).toEqual({
    ...before,
    updated_at: '',
    identities: [],
  });
});

test('RequireAuthenticationBannedUser: a ban applies at once', async () => {
  const { token, session } = await signedIn();
  await accounts.rows(`update auth.users set banned_until = 'infinity' where id = $1`, [
    session.user.id,
  ]);
  expect(await accounts.request('GET', '/user', { token })).toMatchObject({
    status: 403,
    body: { error_code: 'user_banned' },
  });
  expect(await change(token, { data: {} })).toMatchObject({ status: 403 });
});

test('a deleted account is gone at once', async () => {
  const { token, session } = await signedIn();
  await accounts.rows('delete from auth.users where id = $1', [session.user.id]);
  expect(await accounts.request('GET', '/user', { token })).toMatchObject({
    status: 403,
    body: { error_code: 'user_not_found' },
  });
});

test('a session updates its user so often in a while; another session has its own count', async () => {
  const strict = accounts.process({ limits: { userUpdates: { points: 2, seconds: 300 } } });
  const { email } = await accounts.newUser();
  const update = (token: string) =>
    strict.request('PUT', '/user', { token, body: { data: { cups: 1 } } });
  const { access_token: first } = await accounts.signIn(email);
  const { access_token: second } = await accounts.signIn(email);
  expect((await update(first)).status).toBe(200);
  expect((await update(first)).status).toBe(200);
  expect((await update(first)).body.error_code).toBe('over_request_rate_limit');
  expect((await update(second)).status).toBe(200);
});
