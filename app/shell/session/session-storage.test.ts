import { AuthClient } from '@supabase/auth-js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { memoryStorage } from '#test/memory-storage.ts';
import { SESSION_KEY } from './auth-callback.ts';
import { tokenFetch } from './auth-fetch.ts';
import { knownSessionFetch, withKnownSession } from './known-session.ts';
import { sessionStorageOn } from './session-storage.ts';
import { readStoredSession } from './stored-session.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const asha = { id: 'asha', email: 'asha@example.in', aud: 'authenticated', created_at: '' };

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-28T06:00:00Z') }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/**
 * A device whose clock is so far ahead of the server's, and an auth server as ours: tokens are valid for an hour of its
 * clock, and it replaces those of a session at most sixty times in five minutes.
 */
async function openDevice(ahead: number) {
  let offset = ahead;
  vi.setSystemTime(Date.now() + ahead);
  const serverNow = () => Math.floor((Date.now() - offset) / 1000);
  const refreshes: number[] = [];

  function issue() {
    const iat = serverNow();
    const claims = { sub: 'asha', iat, exp: iat + 3600, n: refreshes.length };
    return {
      access_token: `${part({ alg: 'ES256' })}.${part(claims)}.c2ln`,
      refresh_token: `refresh-${refreshes.length}`,
      expires_in: 3600,
      expires_at: iat + 3600,
      token_type: 'bearer',
      user: asha,
    };
  }

  async function answer(input: unknown): Promise<Response> {
    if (String(input).includes('grant_type=password')) return Response.json(issue());
    if (!String(input).includes('grant_type=refresh_token')) return Response.json(asha);
    const recent = refreshes.filter((time) => time > serverNow() - 300);
    if (recent.length >= 60) {
      return Response.json({ code: 'over_request_rate_limit', message: '' }, { status: 429 });
    }
    refreshes.push(serverNow());
    return Response.json(issue());
  }

  const localStorage = memoryStorage();
  vi.stubGlobal('window', { localStorage });
  const auth = new AuthClient({
    url: 'http://auth.test',
    storageKey: SESSION_KEY,
    autoRefreshToken: true,
    detectSessionInUrl: false,
    storage: sessionStorageOn(localStorage),
    fetch: knownSessionFetch(tokenFetch(answer)),
  });
  await auth.initialize();
  await auth.signInWithPassword({ email: asha.email, password: 'steep the petals' });

  const isValid = (token: string | undefined) =>
    JSON.parse(atob(token?.split('.')[1] ?? '')).exp > serverNow();

  return {
    auth,
    refreshes,
    stored: localStorage.entries,
    issue,
    setClock(by: number) {
      offset += by;
      vi.setSystemTime(Date.now() + by);
    },
    /** Uses the session twice a minute; every token is one that the server takes. */
    async use(minutes: number) {
      for (let half = 0; half < minutes * 2; half += 1) {
        await vi.advanceTimersByTimeAsync(MINUTE / 2);
        const { data } = await auth.getSession();
        expect(isValid(data.session?.access_token)).toBe(true);
        const read = readStoredSession();
        if (read) expect(isValid(read.access_token)).toBe(true);
      }
    },
    /** No timer of the page runs, and both clocks go on. */
    sleep: (ms: number) => void vi.setSystemTime(Date.now() + ms),
  };
}

const CLOCKS: [string, number][] = [
  ['right', 0],
  ['70 minutes fast', 70 * MINUTE],
  ['70 minutes slow', -70 * MINUTE],
  ['in another time zone, ahead', 5.5 * HOUR],
  ['in another time zone, behind', -5.5 * HOUR],
  ['a day fast', DAY],
  ['a day slow', -DAY],
];

test.each(CLOCKS)(
  'on a device whose clock is %s, tokens are replaced once an hour, also those of another answer',
  async (_, ahead) => {
    const device = await openDevice(ahead);
    await device.use(57);
    expect(device.refreshes).toHaveLength(0);
    await device.use(123);
    expect(device.refreshes).toHaveLength(3);
    const session = device.issue();
    const { error } = await withKnownSession(session, () => device.auth.setSession(session));
    expect(error).toBeNull();
    await device.use(57);
    expect(device.refreshes).toHaveLength(3);
    await device.use(3);
    expect(device.refreshes).toHaveLength(4);
  },
);

test.each([70 * MINUTE, -70 * MINUTE, 5.5 * HOUR, -5.5 * HOUR, DAY, -DAY])(
  'a clock that is set by %i ms while the page is open costs one replacement',
  async (by) => {
    const device = await openDevice(0);
    await device.use(20);
    device.setClock(by);
    await device.use(57);
    expect(device.refreshes).toHaveLength(1);
    device.setClock(-by);
    await device.use(57);
    expect(device.refreshes).toHaveLength(2);
  },
);

test('a clock that is set by a few seconds costs none, a tab that has slept one', async () => {
  const device = await openDevice(-5.5 * HOUR);
  device.setClock(-45_000);
  await device.use(50);
  expect(device.refreshes).toHaveLength(0);
  device.sleep(9 * HOUR);
  await device.use(50);
  expect(device.refreshes).toHaveLength(1);
});

test('a changed user does not make a token younger', async () => {
  const device = await openDevice(0);
  await device.use(40);
  await device.auth.updateUser({ data: { full_name: 'Asha Rao' } });
  await device.use(20);
  expect(device.refreshes).toHaveLength(1);
});

test('a session is kept while the server limits how often its tokens are replaced', async () => {
  const device = await openDevice(0);
  for (let time = 0; time < 60; time += 1) await device.auth.refreshSession();
  device.stored.set(
    SESSION_KEY,
    JSON.stringify({ ...JSON.parse(device.stored.get(SESSION_KEY) ?? ''), expires_at: 1 }),
  );
  const refused = device.auth.getSession();
  await vi.advanceTimersByTimeAsync(MINUTE);
  expect((await refused).error?.name).toBe('AuthRetryableFetchError');
  await vi.advanceTimersByTimeAsync(6 * MINUTE);
  await device.use(1);
  expect(device.refreshes).toHaveLength(61);
});

test('what is not a session is stored as it is', () => {
  const storage = sessionStorageOn(memoryStorage());
  for (const text of ['"a code verifier"', 'no JSON', '{"access_token":1}', 'null']) {
    storage.setItem('other', text);
    expect(storage.getItem('other')).toBe(text);
  }
});
