import { expect, test } from 'vitest';
import { deriveKeys } from '#auth-server/derived-keys.ts';
import {
  atOnce,
  errorOf,
  openTestAccounts,
  PASSWORD,
  refusal,
  repeat,
  SETTINGS,
} from '#auth-server-test/accounts.ts';
import { readRefreshToken, writeRefreshToken } from './refresh-token.ts';

const accounts = await openTestAccounts({ limits: { refresh: { points: 1000, seconds: 300 } } });
const strict = accounts.process({ limits: { refresh: { points: 5, seconds: 300 } } });

const refresh = (refresh_token: unknown) => accounts.refresh({ refresh_token });
const limited = refusal(429, 'over_request_rate_limit');
const expired = refusal(400, 'session_expired');

const newSession = async () => (await accounts.newSession()).session;

/** Refreshes so many times, each time with the newest token. */
async function refreshed(token: string, times = 1): Promise<string> {
  if (times === 0) return token;
  const { status, body } = await refresh(token);
  expect(status).toBe(200);
  return refreshed(body.refresh_token, times - 1);
}

const sessions = (userId: string) =>
  accounts.rows('select id, refresh_counter from auth.sessions where user_id = $1', [userId]);

test('NormalUse: each refresh gives new tokens for the same session', async () => {
  const first = await newSession();
  const second = (await refresh(first.refresh_token)).body;
  const third = (await refresh(second.refresh_token)).body;
  const all = [first, second, third];
  expect(new Set(all.map((s) => s.refresh_token)).size).toBe(3);
  const opened = await Promise.all(
    all.map((s) => accounts.auth.authenticate(`Bearer ${s.access_token}`)),
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
  expect((await client.refreshSession()).error).toBeNull();
  expect(events).toEqual(['INITIAL_SESSION', 'TOKEN_REFRESHED']);
  expect((await client.getUser()).error).toBeNull();
});

test('ConcurrentReuse: twenty tabs that refresh at once keep one session and get the same token', async () => {
  const { refresh_token, user } = await newSession();
  const other = accounts.process();
  const answers = await atOnce(20, (tab) =>
    (tab % 2 ? accounts : other).refresh({ refresh_token }),
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
  const current = await refreshed(refresh_token, 2);
  accounts.advance({ seconds: 9 });
  expect(await refreshed(refresh_token)).toBe(current);
});

test('MaliciousReuse: a token replaced long ago ends the session for everybody, and no other session', async () => {
  const { email, session } = await accounts.newSession();
  const { refresh_token, user } = session;
  const other = await accounts.signIn(email);
  const { body } = await refresh(await refreshed(refresh_token));
  accounts.advance({ seconds: 11 });

  expect(await refresh(refresh_token)).toMatchObject(refusal(400, 'refresh_token_already_used'));
  expect(await sessions(user.id)).toHaveLength(1);
  expect(errorOf(await refresh(body.refresh_token))).toBe('refresh_token_not_found');
  expect(await accounts.read(body)).toMatchObject(refusal(403, 'session_not_found'));
  const events = `select event from auth.audit_log where user_id = $1 order by id desc limit 1`;
  expect(await accounts.rows(events, [user.id])).toEqual([{ event: 'refresh_token_reused' }]);
  await refreshed(other.refresh_token);
});

test('InvalidRefreshTokens: tokens we have not issued are not found', async () => {
  const { refresh_token, user } = await newSession();
  const derivedKeys = deriveKeys(SETTINGS);
  const token = readRefreshToken(refresh_token, derivedKeys);
  if (!token) throw new Error('our own token was not read');
  const flipped = [...refresh_token].map(
    (letter, n) =>
      refresh_token.slice(0, n) + (letter === 'A' ? 'B' : 'A') + refresh_token.slice(n + 1),
  );
  const strangers = deriveKeys({ ...SETTINGS, secret: 'another secret, also quite long enough' });
  for (const forged of [
    ...flipped,
    writeRefreshToken({ ...token, counter: 7 }, strangers),
    writeRefreshToken({ ...token, sessionId: user.id }, derivedKeys),
    `${refresh_token}=`,
    `${refresh_token} `,
    refresh_token.slice(1),
    'x',
    'é'.repeat(71),
  ]) {
    expect(await refresh(forged), forged).toMatchObject(refusal(400, 'refresh_token_not_found'));
  }
  for (const odd of [undefined, null, '', 7, {}, ['x']]) {
    expect(await refresh(odd)).toMatchObject(refusal(400, 'validation_failed'));
  }
  await refreshed(refresh_token);
});

test('FailToSaveReuse: a refresh that the database lost in a failover signs nobody out', async () => {
  const { refresh_token, user } = await newSession();
  const newest = await refreshed(refresh_token, 2);
  await accounts.rows('update auth.sessions set refresh_counter = 0 where user_id = $1', [user.id]);
  accounts.advance({ seconds: 3600 });
  const next = await refreshed(newest);
  expect(next).not.toBe(newest);
  expect(await sessions(user.id)).toMatchObject([{ refresh_counter: 3 }]);
  await refreshed(next);
});

test('SessionInactivityTimeout, SessionTimebox: a session expires 30 days after its last use, and after 180 days', async () => {
  const { refresh_token } = await newSession();
  accounts.advance({ days: 29 });
  const unused = await refreshed(refresh_token);
  accounts.advance({ days: 30, seconds: 1 });
  expect(await refresh(unused)).toMatchObject(expired);

  let token = (await newSession()).refresh_token;
  await repeat(7, async () => {
    accounts.advance({ days: 25 });
    token = await refreshed(token);
  });
  accounts.advance({ days: 6 });
  expect(await refresh(token)).toMatchObject(expired);
});

test('RateLimitTokenRefresh: a session that refreshes too often is limited, others are not', async () => {
  const { refresh_token } = await newSession();
  const neighbour = await newSession();
  const request = (token: string) =>
    strict.request('POST', '/token?grant_type=refresh_token', {
      body: { refresh_token: token },
      from: '203.0.113.1',
    });
  await repeat(5, async () => expect((await request(refresh_token)).status).toBe(200));
  const slowed = await request(refresh_token);
  expect(slowed).toMatchObject(limited);
  const wait = Number(slowed.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(50);
  expect(wait).toBeLessThanOrEqual(60);
  expect((await request(neighbour.refresh_token)).status).toBe(200);
  accounts.advance({ seconds: wait });
  expect((await request(refresh_token)).status).toBe(200);
});

test('RateLimitTokenRefresh: a session that sends its newest token each time is limited, too', async () => {
  let { refresh_token } = await newSession();
  await repeat(5, async () => {
    const { status, body } = await strict.refresh({ refresh_token });
    expect(status).toBe(200);
    refresh_token = body.refresh_token;
  });
  expect(await strict.refresh({ refresh_token })).toMatchObject(limited);
  accounts.advance({ seconds: 60 });
  expect((await strict.refresh({ refresh_token })).status).toBe(200);
});

test('a token that is current and below the floor is refused', async () => {
  const { refresh_token, user } = await newSession();
  await accounts.rows('update auth.sessions set refresh_floor = 1 where user_id = $1', [user.id]);
  expect(errorOf(await refresh(refresh_token))).toBe('refresh_token_already_used');
});

test('the client drops a refused session, and keeps one when the server failed', async () => {
  const { email } = await accounts.newUser();
  const storage = new Map<string, string>();
  await accounts.client(storage).signInWithPassword({ email, password: PASSWORD });
  const kept = JSON.parse(storage.get('shop-auth') ?? '');
  storage.set('shop-auth', JSON.stringify({ ...kept, expires_at: 1 }));

  await accounts.rows('alter table auth.sessions rename to away');
  expect(await accounts.refresh(kept)).toMatchObject(refusal(500, 'unexpected_failure'));
  await accounts.rows('alter table auth.away rename to sessions');

  await accounts.rows('delete from auth.sessions where user_id = $1', [kept.user.id]);
  const { data } = await accounts.client(storage).getSession();
  expect(data.session).toBeNull();
  expect(storage.has('shop-auth')).toBe(false);
});

test('a refresh takes one statement, and three when its token was used before; reading the user takes one', async () => {
  const session = await newSession();
  await refreshed((await newSession()).refresh_token, 2);
  const { countStatements } = accounts;
  expect(await countStatements(() => accounts.refresh(session))).toBe(1);
  expect(await countStatements(() => accounts.refresh(session))).toBe(3);
  await repeat(2, async () => expect(await countStatements(() => accounts.read(session))).toBe(1));
});
