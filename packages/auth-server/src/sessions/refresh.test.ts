import { expect, test } from 'vitest';
import { deriveKeys } from '#auth-server/derived-keys.ts';
import {
  openTestAccounts,
  PASSWORD,
  SETTINGS,
  type TestProcess,
} from '#auth-server-test/accounts.ts';
import { readRefreshToken, writeRefreshToken } from './refresh-token.ts';

const accounts = await openTestAccounts({ limits: { refresh: { points: 1000, seconds: 300 } } });

function refresh(refresh_token: unknown, process: TestProcess = accounts) {
  return process.request('POST', '/token?grant_type=refresh_token', { body: { refresh_token } });
}

async function newSession() {
  const { email } = await accounts.newUser();
  return accounts.signIn(email);
}

async function refreshed(token: string): Promise<string> {
  const { status, body } = await refresh(token);
  expect(status).toBe(200);
  return body.refresh_token;
}

const sessions = (userId: string) =>
  accounts.rows('select id, refresh_counter from auth.sessions where user_id = $1', [userId]);

test('NormalUse: each refresh gives new tokens for the same session', async () => {
  const first = await newSession();
  const second = (await refresh(first.refresh_token)).body;
  const third = (await refresh(second.refresh_token)).body;
  expect(new Set([first, second, third].map((s) => s.refresh_token)).size).toBe(3);
  const opened = await Promise.all(
    [first, second, third].map((s) => accounts.auth.authenticate(`Bearer ${s.access_token}`)),
  );
  expect(new Set(opened.map(({ sessionId }) => sessionId)).size).toBe(1);
  expect(third).toMatchObject({
    token_type: 'bearer',
    expires_in: 3600,
    user: { id: first.user.id },
  });
});

test('the official client refreshes and says so', async () => {
  const { email } = await accounts.newUser();
  const client = accounts.client();
  await client.signInWithPassword({ email, password: PASSWORD });
  const events: string[] = [];
  client.onAuthStateChange((event: string) => void events.push(event));
  const { error } = await client.refreshSession();
  expect(error).toBeNull();
  expect(events).toEqual(['INITIAL_SESSION', 'TOKEN_REFRESHED']);
  expect((await client.getUser()).error).toBeNull();
});

test('ConcurrentReuse: twenty tabs that refresh at once keep one session and get the same token', async () => {
  const { refresh_token, user } = await newSession();
  const other = accounts.process();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, tab) =>
      (tab % 2 ? accounts : other).request('POST', '/token?grant_type=refresh_token', {
        body: { refresh_token },
      }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1);
  expect(await sessions(user.id)).toMatchObject([{ refresh_counter: 1 }]);
  await refreshed(answers[0]?.body.refresh_token);
});

test('a client whose response was lost gets it again, however late', async () => {
  const { refresh_token } = await newSession();
  const lost = await refreshed(refresh_token);
  accounts.advance({ days: 3 });
  expect(await refreshed(refresh_token)).toBe(lost);
});

test('a token two behind, right after a refresh, returns the current token', async () => {
  const { refresh_token } = await newSession();
  const current = await refreshed(await refreshed(refresh_token));
  accounts.advance({ seconds: 9 });
  expect(await refreshed(refresh_token)).toBe(current);
});

test('MaliciousReuse: a token replaced long ago ends the session for everybody', async () => {
  const { refresh_token, user } = await newSession();
  const { body } = await refresh(await refreshed(refresh_token));
  accounts.advance({ seconds: 11 });

  const reused = await refresh(refresh_token);

  expect(reused).toMatchObject({ status: 400, body: { error_code: 'refresh_token_already_used' } });
  expect(await sessions(user.id)).toEqual([]);
  expect((await refresh(body.refresh_token)).body.error_code).toBe('refresh_token_not_found');
  const read = await accounts.request('GET', '/user', { token: body.access_token });
  expect(read).toMatchObject({ status: 403, body: { error_code: 'session_not_found' } });
  expect(
    await accounts.rows(
      `select event from auth.audit_log where user_id = $1 order by id desc limit 1`,
      [user.id],
    ),
  ).toEqual([{ event: 'refresh_token_reused' }]);
});

test('other sessions of the same user continue after one was stolen', async () => {
  const { email } = await accounts.newUser();
  const stolen = await accounts.signIn(email);
  const other = await accounts.signIn(email);
  await refreshed(await refreshed(stolen.refresh_token));
  accounts.advance({ seconds: 11 });
  await refresh(stolen.refresh_token);
  await refreshed(other.refresh_token);
});

test('InvalidRefreshTokens: tokens we have not issued are not found', async () => {
  const { refresh_token, user } = await newSession();
  const derivedKeys = deriveKeys(SETTINGS);
  const token = readRefreshToken(refresh_token, derivedKeys);
  if (!token) throw new Error('our own token was not read');
  const flip = (index: number) =>
    refresh_token.slice(0, index) +
    (refresh_token[index] === 'A' ? 'B' : 'A') +
    refresh_token.slice(index + 1);
  const forged = [
    ...Array.from({ length: refresh_token.length }, (_, index) => flip(index)),
    writeRefreshToken(
      { ...token, counter: 7 },
      deriveKeys({ ...SETTINGS, secret: 'another secret, also quite long enough' }),
    ),
    writeRefreshToken({ ...token, sessionId: user.id }, derivedKeys),
    `${refresh_token}=`,
    `${refresh_token} `,
    refresh_token.slice(1),
    'x',
    'é'.repeat(71),
  ];
  for (const text of forged) {
    const { status, body } = await refresh(text);
    expect({ status, code: body.error_code }, text).toEqual({
      status: 400,
      code: 'refresh_token_not_found',
    });
  }
  for (const text of [undefined, null, '', 7, {}, ['x']]) {
    expect(await refresh(text)).toMatchObject({
      status: 400,
      body: { error_code: 'validation_failed' },
    });
  }
  await refreshed(refresh_token);
});

test('FailToSaveReuse: a refresh that the database lost in a failover signs nobody out', async () => {
  const { refresh_token, user } = await newSession();
  const newest = await refreshed(await refreshed(refresh_token));
  await accounts.rows('update auth.sessions set refresh_counter = 0 where user_id = $1', [user.id]);
  accounts.advance({ seconds: 3600 });
  const next = await refreshed(newest);
  expect(next).not.toBe(newest);
  expect(await sessions(user.id)).toMatchObject([{ refresh_counter: 3 }]);
  await refreshed(next);
});

test('SessionInactivityTimeout: a session unused for 30 days has expired', async () => {
  const { refresh_token } = await newSession();
  accounts.advance({ days: 29 });
  const next = await refreshed(refresh_token);
  accounts.advance({ days: 30, seconds: 1 });
  expect(await refresh(next)).toMatchObject({
    status: 400,
    body: { error_code: 'session_expired' },
  });
});

test('SessionTimebox: a session expires after 180 days, however much it was used', async () => {
  const session = await newSession();
  let token = session.refresh_token;
  for (let month = 0; month < 7; month += 1) {
    accounts.advance({ days: 25 });
    token = await refreshed(token);
  }
  accounts.advance({ days: 6 });
  expect(await refresh(token)).toMatchObject({
    status: 400,
    body: { error_code: 'session_expired' },
  });
});

test('RateLimitTokenRefresh: a session that refreshes too often is limited, others are not', async () => {
  const strict = accounts.process({ limits: { refresh: { points: 5, seconds: 300 } } });
  const { refresh_token } = await newSession();
  const neighbour = await newSession();
  const request = (token: string) =>
    strict.request('POST', '/token?grant_type=refresh_token', {
      body: { refresh_token: token },
      from: '203.0.113.1',
    });
  for (let time = 0; time < 5; time += 1) expect((await request(refresh_token)).status).toBe(200);
  const slowed = await request(refresh_token);
  expect(slowed).toMatchObject({ status: 429, body: { error_code: 'over_request_rate_limit' } });
  const wait = Number(slowed.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(50);
  expect(wait).toBeLessThanOrEqual(60);
  expect((await request(neighbour.refresh_token)).status).toBe(200);
  accounts.advance({ seconds: wait });
  expect((await request(refresh_token)).status).toBe(200);
});

test('RateLimitTokenRefresh: a session that sends its newest token each time is limited, too', async () => {
  const strict = accounts.process({ limits: { refresh: { points: 5, seconds: 300 } } });
  let { refresh_token } = await newSession();
  for (let time = 0; time < 5; time += 1) {
    const { status, body } = await refresh(refresh_token, strict);
    expect(status).toBe(200);
    refresh_token = body.refresh_token;
  }
  expect((await refresh(refresh_token, strict)).body.error_code).toBe('over_request_rate_limit');
  accounts.advance({ seconds: 60 });
  expect((await refresh(refresh_token, strict)).status).toBe(200);
});

test('a token that is current and below the floor is refused', async () => {
  const { refresh_token, user } = await newSession();
  await accounts.rows('update auth.sessions set refresh_floor = 1 where user_id = $1', [user.id]);
  expect((await refresh(refresh_token)).body.error_code).toBe('refresh_token_already_used');
});

test('a banned user cannot refresh any session', async () => {
  const { refresh_token, user } = await newSession();
  await accounts.rows(`update auth.users set banned_until = 'infinity' where id = $1`, [user.id]);
  expect(await refresh(refresh_token)).toMatchObject({
    status: 400,
    body: { error_code: 'user_banned' },
  });
});

test('the client drops a refused session, and keeps one when the server failed', async () => {
  const { email } = await accounts.newUser();
  const storage = new Map<string, string>();
  await accounts.client(storage).signInWithPassword({ email, password: PASSWORD });
  const kept = JSON.parse(storage.get('shop-auth') ?? '');
  storage.set('shop-auth', JSON.stringify({ ...kept, expires_at: 1 }));

  await accounts.rows('alter table auth.sessions rename to away');
  const failing = await accounts.request('POST', '/token?grant_type=refresh_token', {
    body: { refresh_token: kept.refresh_token },
  });
  expect(failing).toMatchObject({ status: 500, body: { error_code: 'unexpected_failure' } });
  await accounts.rows('alter table auth.away rename to sessions');

  await accounts.rows('delete from auth.sessions where user_id = $1', [kept.user.id]);
  const { data } = await accounts.client(storage).getSession();
  expect(data.session).toBeNull();
  expect(storage.has('shop-auth')).toBe(false);
});

test('a refresh takes one statement, and three when its token was used before', async () => {
  const { refresh_token } = await newSession();
  await refreshed(await refreshed((await newSession()).refresh_token));
  const count = () => accounts.countStatements(() => refresh(refresh_token));
  expect(await count()).toBe(1);
  expect(await count()).toBe(3);
});
