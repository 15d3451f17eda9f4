import { expect, test } from 'vitest';
import { deriveKeys } from '#auth-server/derived-keys.ts';
import {
  atOnce,
  errorOf,
  openTestAccounts,
  payloadOf,
  refusal,
  repeat,
  SETTINGS,
} from '#auth-server-test/accounts.ts';
import { classifyRefreshToken, readRefreshToken, writeRefreshToken } from './refresh-token.ts';

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
  expect(new Set(all.map((s) => payloadOf(s).session_id)).size).toBe(1);
  expect(third).toMatchObject({
    token_type: 'bearer',
    expires_in: 3600,
    user: { id: first.user.id },
  });
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

test('a client whose response was lost gets it again, however late; one two behind, right after a refresh', async () => {
  const { refresh_token } = await newSession();
  const lost = await refreshed(refresh_token);
  accounts.advance({ days: 3 });
  expect(await refreshed(refresh_token)).toBe(lost);
  const current = await refreshed(lost);
  expect(await refreshed(refresh_token)).toBe(current);
});

test('a token two behind is answered for ten seconds after a refresh', () => {
  const refreshed_at = '2026-11-29T06:00:00Z';
  const expires_at = '2026-12-29T06:00:00Z';
  const session = { refresh_counter: 2, refresh_floor: 0, refreshed_at, expires_at };
  const after = (seconds: number) =>
    classifyRefreshToken(session, 0, new Date(Date.parse(refreshed_at) + seconds * 1000));
  expect([after(10), after(11)]).toEqual(['reissue', 'reuse']);
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
  const flipped = [0, 2, 30, 90].map((n) => {
    const letter = refresh_token[n] === 'A' ? 'B' : 'A';
    return refresh_token.slice(0, n) + letter + refresh_token.slice(n + 1);
  });
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
  for (const odd of [undefined, '', 7]) {
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
  let { refresh_token } = await newSession();
  const neighbour = await newSession();
  const request = (token: string) =>
    strict.request('POST', '/token?grant_type=refresh_token', {
      body: { refresh_token: token },
      from: '203.0.113.1',
    });
  await repeat(5, async (n) => {
    const { status, body } = await request(refresh_token);
    expect(status).toBe(200);
    if (n % 2) refresh_token = body.refresh_token;
  });
  const slowed = await request(refresh_token);
  expect(slowed).toMatchObject(limited);
  const wait = Number(slowed.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(200);
  expect(wait).toBeLessThanOrEqual(300);
  expect((await request(neighbour.refresh_token)).status).toBe(200);
  await accounts.rows('update rate_limits set expire = 0'); // it uses the database's clock
  expect((await request(refresh_token)).status).toBe(200);
});

test('a token replaced long ago ends its session also when a copy keeps it over the limit', async () => {
  const { refresh_token } = await newSession();
  const current = await refreshed(refresh_token, 5);
  expect(await strict.refresh({ refresh_token: current })).toMatchObject(limited);
  accounts.advance({ seconds: 11 });
  expect(errorOf(await strict.refresh({ refresh_token }))).toBe('refresh_token_already_used');
  expect(errorOf(await refresh(current))).toBe('refresh_token_not_found');
});
