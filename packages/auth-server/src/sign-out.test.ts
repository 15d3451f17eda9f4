import { expect, test } from 'vitest';
import { openTestAccounts, PASSWORD, type Session } from '#auth-server-test/accounts.ts';

const accounts = await openTestAccounts();

/** The newest last. */
async function threeSessions(): Promise<[Session, Session, Session]> {
  const { email } = await accounts.newUser();
  const open = () => accounts.signIn(email);
  return [await open(), await open(), await open()];
}

async function isOpen({ access_token, refresh_token }: Session): Promise<boolean> {
  const read = await accounts.request('GET', '/user', { token: access_token });
  const refreshed = await accounts.request('POST', '/token?grant_type=refresh_token', {
    body: { refresh_token },
  });
  expect(read.status === 200).toBe(refreshed.status === 200);
  if (read.status !== 200) {
    expect(read).toMatchObject({ status: 403, body: { error_code: 'session_not_found' } });
    expect(refreshed.body.error_code).toBe('refresh_token_not_found');
  }
  return read.status === 200;
}

const signOut = (session: Session, query: string) =>
  accounts.request('POST', `/logout${query}`, { token: session.access_token });

test.each([
  ['?scope=local', [true, true, false]],
  ['?scope=others', [false, false, true]],
  ['?scope=global', [false, false, false]],
  ['', [false, false, false]],
])('signing out the newest with %s ends the right sessions, at once', async (query, open) => {
  const sessions = await threeSessions();
  const bystander = (await threeSessions())[0];
  const answer = await signOut(sessions[2], query);
  expect(answer).toMatchObject({ status: 204, body: null });
  expect(await Promise.all(sessions.map(isOpen))).toEqual(open);
  expect(await isOpen(bystander)).toBe(true);
});

test('signing out everywhere ends a stolen session', async () => {
  const [stolen, , own] = await threeSessions();
  const { body } = await accounts.request('POST', '/token?grant_type=refresh_token', {
    body: { refresh_token: stolen.refresh_token },
  });
  await signOut(own, '?scope=global');
  expect(await isOpen(body)).toBe(false);
});

test('an ended session reads nothing, though its access token has not expired', async () => {
  const [session] = await threeSessions();
  await accounts.rows('update auth.sessions set expires_at = $1 where user_id = $2', [
    new Date(accounts.now()),
    session.user.id,
  ]);
  expect(await accounts.request('GET', '/user', { token: session.access_token })).toMatchObject({
    status: 403,
    body: { error_code: 'session_not_found' },
  });
});

test('an unknown scope ends nothing', async () => {
  const sessions = await threeSessions();
  expect(await signOut(sessions[0], '?scope=everyone')).toMatchObject({
    status: 400,
    body: { error_code: 'validation_failed' },
  });
  expect(await isOpen(sessions[0])).toBe(true);
});

test('nobody signs out without a session', async () => {
  expect(await accounts.request('POST', '/logout')).toMatchObject({
    status: 401,
    body: { error_code: 'no_authorization' },
  });
  const [, , session] = await threeSessions();
  await signOut(session, '');
  expect(await signOut(session, '')).toMatchObject({ status: 403 });
});

test('the official client signs out, also when it is signed out already', async () => {
  const { email } = await accounts.newUser();
  const storage = new Map<string, string>();
  const client = accounts.client(storage);
  const events: string[] = [];
  client.onAuthStateChange((event: string) => void events.push(event));
  await client.signInWithPassword({ email, password: PASSWORD });
  await accounts.rows('delete from auth.sessions');
  expect((await client.signOut()).error).toBeNull();
  expect(events).toEqual(['INITIAL_SESSION', 'SIGNED_IN', 'SIGNED_OUT']);
  expect(storage.size).toBe(0);
});

test('an invalid token is refused as in the protocol, which the official client ignores', async () => {
  const client = accounts.client();
  const { error } = await client.admin.signOut('this-is-a-bad-token');
  expect(error).toMatchObject({ status: 403, code: 'bad_jwt' });
  expect(error?.message).toMatch(/^invalid JWT/);
  const storage = new Map<string, string>();
  const broken = accounts.client(storage);
  const { email } = await accounts.newUser();
  await broken.signInWithPassword({ email, password: PASSWORD });
  const kept = JSON.parse(storage.get('shop-auth') ?? '');
  storage.set('shop-auth', JSON.stringify({ ...kept, access_token: 'this-is-a-bad-token' }));
  expect((await broken.signOut()).error).toBeNull();
  expect(storage.size).toBe(0);
});
