import { describe, expect, test } from 'vitest';
import { openTestAccounts, PASSWORD, type TestResponse } from '#auth-server-test/accounts.ts';
import { APP_ORIGIN, EMAILED_SECRETS } from '#auth-server-test/emailed-secrets.ts';
import { beginApp, withApp } from '#auth-server-test/factors.ts';

/** A banned account is opened by nothing: neither by what was emailed to it, nor by its password. */
const accounts = await openTestAccounts({
  allowedOrigins: [APP_ORIGIN],
  limits: { mailBurst: { points: 1000, seconds: 60 } },
});
const { admin } = accounts.auth;

const NEW = 'steeped in peace';
const banned = { error_code: 'user_banned' };

describe.each(Object.entries(EMAILED_SECRETS))('%s', (_, email) => {
  test('is refused, and ended by the ban', async () => {
    const secret = await email(accounts);
    await admin.ban(secret.email);
    expect((await secret.use()).status).toBeOneOf([403, 404]);
    await admin.unban(secret.email);
    expect((await secret.use()).status, 'after the ban').toBeOneOf([403, 404]);
  });

  test('is refused also where it outlives the ban, and is not used up', async () => {
    const secret = await email(accounts);
    const setBan = (until: string | null) =>
      accounts.rows('update auth.users set banned_until = $2 where id = $1', [secret.id, until]);
    await setBan('infinity');
    expect((await secret.use()).body).toMatchObject(banned);
    await setBan(null);
    expect((await secret.use()).status).toBe(200);
  });
});

test('a link that is requested for a banned account does nothing', async () => {
  const { email } = await accounts.newUser();
  await admin.ban(email);
  for (const [path, type] of [
    ['/recover', 'recovery'],
    ['/otp', 'magiclink'],
  ] as const) {
    await accounts.request('POST', path, { body: { email } });
    const token = (await accounts.linkTo(email)).searchParams.get('token_hash') ?? '';
    const body = { type, token_hash: token };
    expect((await accounts.request('POST', '/verify', { body })).body).toMatchObject(banned);
    const followed = await accounts.request('GET', `/verify?type=${type}&token=${token}`);
    expect(followed.headers.get('location')).toContain('error_code=user_banned');
  }
});

/** A banned user: their open session, its factor, and a link from before the ban. */
async function bannedUser() {
  const { email, app, session } = await withApp(accounts);
  const token = session.access_token;
  const undo = (await accounts.linkTo(email)).searchParams.get('token_hash') ?? '';
  const begun = await beginApp(accounts, token, 'tablet');
  await accounts.rows(`update auth.users set banned_until = 'infinity' where email = $1`, [email]);
  return { email, app, token, refresh: session.refresh_token, undo, begun: begun.body.id };
}

type Banned = Awaited<ReturnType<typeof bannedUser>>;
type Attempt = (user: Banned) => Promise<TestResponse>;

const asUser =
  (method: string, path: (user: Banned) => string, body: object = {}): Attempt =>
  (user) =>
    accounts.request(method, path(user), { token: user.token, body });

/** Requests that change or reveal something of an account, by route. */
const ATTEMPTS: Record<string, Attempt[]> = {
  'POST /token': [
    ({ email }) =>
      accounts.request('POST', '/token?grant_type=password', {
        body: { email, password: PASSWORD },
      }),
    ({ refresh: refresh_token }) =>
      accounts.request('POST', '/token?grant_type=refresh_token', { body: { refresh_token } }),
  ],
  'PUT /user': [
    asUser('PUT', () => '/user', { password: NEW, current_password: PASSWORD }),
    asUser('PUT', () => '/user', { email: 'banned-and-moved@example.com' }),
  ],
  'POST /user/password': [
    asUser('POST', () => '/user/password', { password: NEW, current_password: PASSWORD }),
  ],
  'POST /reauthenticate': [asUser('POST', () => '/reauthenticate', { nonce: '123456' })],
  'POST /factors': [asUser('POST', () => '/factors', { factor_type: 'totp' })],
  'POST /factors/undo': [
    ({ undo: token_hash }) =>
      accounts.request('POST', '/factors/undo', {
        body: { token_hash, password: PASSWORD, new_password: NEW },
      }),
  ],
  'POST /factors/recovery-codes': [asUser('POST', () => '/factors/recovery-codes')],
  'POST /factors/recovery-codes/regenerate': [
    asUser('POST', () => '/factors/recovery-codes/regenerate'),
  ],
  'POST /factors/recovery-codes/verify': [
    asUser('POST', () => '/factors/recovery-codes/verify', { code: 'aaaa-bbbb-cccc-dddd' }),
  ],
  'POST /factors/:id/challenge': [asUser('POST', ({ app }) => `/factors/${app.id}/challenge`)],
  'POST /factors/:id/verify': [
    asUser('POST', ({ begun }) => `/factors/${begun}/verify`, { code: '123456' }),
  ],
  'DELETE /factors/recovery-codes': [asUser('DELETE', () => '/factors/recovery-codes')],
  'DELETE /factors/:id': [asUser('DELETE', ({ app }) => `/factors/${app.id}`)],
  'POST /logout': [asUser('POST', () => '/logout')],
};

/** These take an address and answer everybody alike; what they email is tried above, with `POST /verify`. */
const ANSWER_ALIKE = ['POST /signup', 'POST /recover', 'POST /otp', 'POST /resend', 'POST /verify'];

test('every route that changes an account refuses a banned one', async () => {
  const routes = accounts.auth.routes.routes
    .filter(({ method }) => method !== 'ALL' && method !== 'GET')
    .map(({ method, path }) => `${method} ${path}`);
  const known = [...Object.keys(ATTEMPTS), ...ANSWER_ALIKE];
  expect([...new Set(routes)].sort()).toEqual(known.sort());
  const user = await bannedUser();
  for (const [route, attempts] of Object.entries(ATTEMPTS)) {
    for (const attempt of attempts) {
      expect((await attempt(user)).body, route).toMatchObject(banned);
    }
  }
});
