import { AuthClient } from '@supabase/auth-js';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { memoryStorage } from '#test/memory-storage.ts';
import { knownSessionFetch, withKnownSession } from './known-session.ts';
import { renewToken } from './renew-token.ts';
import { sessionRequest } from './session-request.ts';

const KEY = 'session';

afterEach(() => void vi.useRealTimers());

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const jwt = (claims: object) => `${part({ alg: 'HS256' })}.${part(claims)}.c2ln`;
const tokenOf = (user: string, number: number) => jwt({ sub: user, number });

const sessionOf = (user: string, number: number) =>
  JSON.stringify({
    access_token: tokenOf(user, number),
    refresh_token: `refresh-${user}-${number}`,
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: Math.floor(Date.now() / 1000) + 3600,
    user: { id: user, aud: '', created_at: '', app_metadata: {}, user_metadata: {} },
  });

/** A tab in which Asha is signed in, and what its auth server answers to the request for new tokens. */
function openTab(answer = () => new Response(sessionOf('asha', 2))) {
  const storage = memoryStorage({ [KEY]: sessionOf('asha', 1) });
  const fetch = vi.fn(async () => answer());
  const auth = new AuthClient({
    url: 'http://auth.test',
    storageKey: KEY,
    autoRefreshToken: false,
    detectSessionInUrl: false,
    storage,
    fetch,
  });
  return { auth, storage, fetch };
}

const refused = (code: string) =>
  Response.json({ code, error_code: code, message: code }, { status: 400 });

describe('the renewed token', () => {
  test('is asked for once by requests that are rejected together', async () => {
    const { auth, fetch } = openTab();
    const renewed = [1, 2, 3].map(() => renewToken(auth, tokenOf('asha', 1)));
    expect(await Promise.all(renewed)).toEqual([1, 2, 3].map(() => tokenOf('asha', 2)));
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  test('is none where the server has ended the session', async () => {
    const { auth } = openTab(() => refused('refresh_token_not_found'));
    expect(await renewToken(auth, tokenOf('asha', 1))).toBeNull();
  });

  test('is another tab’s, also when it comes after the refusal', async () => {
    const { auth, storage } = openTab(() => {
      setTimeout(() => storage.setItem(KEY, sessionOf('asha', 2)), 0);
      return refused('refresh_token_already_used');
    });
    expect(await renewToken(auth, tokenOf('asha', 1))).toBe(tokenOf('asha', 2));
  });

  test('is never another account’s, whose session stays', async () => {
    const other = sessionOf('ravi', 1);
    const { auth, storage, fetch } = openTab(() => {
      storage.setItem(KEY, other); // signs in, in another tab
      return refused('refresh_token_not_found');
    });
    for (const _ of [1, 2])
      await expect(renewToken(auth, tokenOf('asha', 1))).rejects.toThrow('another account');
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(storage.getItem(KEY)).toBe(other);
  });
});

const refusal = (code: string, status: number) => Object.assign(new Error(code), { code, status });
const replaced = refusal('session_expired', 401);

describe('a request', () => {
  test.each([
    ['the server has replaced', replaced],
    ['has expired, which a wrong clock does not show,', refusal('bad_jwt', 403)],
  ])('whose token %s is sent again with the next one', async (_, error) => {
    const sent: (string | undefined)[] = [];
    const answer = await sessionRequest(openTab().auth, async (token) => {
      sent.push(token);
      if (token !== tokenOf('asha', 2)) throw error;
      return 'removed';
    });
    expect(answer).toBe('removed');
    expect(sent).toEqual([tokenOf('asha', 1), tokenOf('asha', 2)]);
  });

  test.each([
    ['refused for another reason', refusal('reauthentication_needed', 400), 1],
    ['refused because the session is over', refusal('session_expired', 400), 1],
    ['not answered', new TypeError('fetch failed'), 1],
    ['refused with the next token, too,', replaced, 2],
  ])('that is %s is not sent again', async (_, error, times) => {
    const send = vi.fn(() => Promise.reject(error));
    await expect(sessionRequest(openTab().auth, send)).rejects.toBe(error);
    expect(send).toHaveBeenCalledTimes(times);
  });

  test('without a connection does not end the session', async () => {
    // Auth-js tries again for half a minute.
    vi.useFakeTimers();
    const { auth } = openTab(() => new Response(null, { status: 503 }));
    const sending = sessionRequest(auth, () => Promise.reject(replaced));
    const away = expect(sending).rejects.toMatchObject({ name: 'AuthRetryableFetchError' });
    await vi.advanceTimersByTimeAsync(40_000);
    await away;
  });

  test('without a next token says that an earlier one may have been done', async () => {
    const { auth } = openTab(() => refused('refresh_token_not_found'));
    await expect(sessionRequest(auth, () => Promise.reject(replaced))).rejects.toMatchObject({
      code: 'session_replaced',
      message: 'Please sign in again. What you changed may have been saved.',
      cause: replaced,
    });
  });
});

test.each([
  ['', 3600],
  [', also where the clock is hours fast', -7200],
])('new tokens are kept although the network fails right after they came%s', async (_, left) => {
  const user = { id: 'asha', email: 'asha@example.in' };
  const exp = Math.floor(Date.now() / 1000) + left;
  const tokens = { access_token: jwt({ sub: 'asha', exp }), refresh_token: 'refresh-2' };
  const session = { ...tokens, expires_in: 3600, token_type: 'bearer', user };
  const auth = new AuthClient({
    url: 'http://auth.test',
    autoRefreshToken: false,
    persistSession: false,
    fetch: knownSessionFetch(() => Promise.reject(new TypeError('fetch failed'))),
  });
  const { error } = await withKnownSession(session, () => auth.setSession(session));
  expect(error).toBeNull();
  expect((await auth.getSession()).data.session).toMatchObject({ ...tokens, user });
  const later = (await auth.getUser()).error?.name;
  expect(later, 'later the server is asked').toBe('AuthRetryableFetchError');
});
