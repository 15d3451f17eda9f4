import { AuthClient } from '@supabase/auth-js';
import { afterEach, expect, test, vi } from 'vitest';
import { sessionRequest } from './session-request.ts';

afterEach(() => void vi.useRealTimers());

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const tokenOf = (number: number) =>
  `${part({ alg: 'HS256' })}.${part({ sub: 'asha', number })}.c2ln`;

function sessionOf(number: number): string {
  return JSON.stringify({
    access_token: tokenOf(number),
    refresh_token: `refresh-${number}`,
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: Math.floor(Date.now() / 1000) + 3600,
    user: { id: 'asha', aud: '', created_at: '', app_metadata: {}, user_metadata: {} },
  });
}

/** A tab in which Asha is signed in, and what its auth server answers to the request for new tokens. */
function openTab(renew: () => Response) {
  const storage = new Map([['session', sessionOf(1)]]);
  return new AuthClient({
    url: 'http://auth.test',
    storageKey: 'session',
    autoRefreshToken: false,
    detectSessionInUrl: false,
    storage: {
      getItem: (key) => storage.get(key) ?? null,
      setItem: (key, value) => void storage.set(key, value),
      removeItem: (key) => void storage.delete(key),
    },
    fetch: async () => renew(),
  });
}

const refusal = (code: string, status: number) => Object.assign(new Error(code), { code, status });
const replaced = refusal('session_expired', 401);

test('a request whose token the server has replaced is sent again with the next one', async () => {
  const sent: (string | undefined)[] = [];
  const answer = await sessionRequest(
    openTab(() => new Response(sessionOf(2))),
    async (token) => {
      sent.push(token);
      if (token !== tokenOf(2)) throw replaced;
      return 'removed';
    },
  );
  expect(answer).toBe('removed');
  expect(sent).toEqual([tokenOf(1), tokenOf(2)]);
});

test('a request whose token has expired, which a wrong clock does not show, is sent again', async () => {
  const expired = refusal('bad_jwt', 403);
  const answer = await sessionRequest(
    openTab(() => new Response(sessionOf(2))),
    async (token) => {
      if (token !== tokenOf(2)) throw expired;
      return 'removed';
    },
  );
  expect(answer).toBe('removed');
});

test.each([
  ['refused for another reason', refusal('reauthentication_needed', 400)],
  ['refused because the session is over', refusal('session_expired', 400)],
  ['not answered', new TypeError('fetch failed')],
])('a request that is %s is not sent again', async (_, error) => {
  let times = 0;
  const sending = sessionRequest(
    openTab(() => new Response(sessionOf(2))),
    () => {
      times += 1;
      return Promise.reject(error);
    },
  );
  await expect(sending).rejects.toBe(error);
  expect(times).toBe(1);
});

test('a request that is refused again is not sent a third time', async () => {
  let times = 0;
  const sending = sessionRequest(
    openTab(() => new Response(sessionOf(2))),
    () => {
      times += 1;
      return Promise.reject(replaced);
    },
  );
  await expect(sending).rejects.toBe(replaced);
  expect(times).toBe(2);
});

test('without a connection the session is not over', async () => {
  // Auth-js tries again for half a minute.
  vi.useFakeTimers();
  const away = () => new Response(null, { status: 503 });
  const sending = sessionRequest(openTab(away), () => Promise.reject(replaced));
  const refused = expect(sending).rejects.toMatchObject({ name: 'AuthRetryableFetchError' });
  await vi.advanceTimersByTimeAsync(40_000);
  await refused;
});

test('where there is no next token the session is over, and an earlier request may have been done', async () => {
  const ended = () =>
    Response.json({ code: 'refresh_token_not_found', message: 'gone' }, { status: 400 });
  const sending = sessionRequest(openTab(ended), () => Promise.reject(replaced));
  await expect(sending).rejects.toMatchObject({
    code: 'session_replaced',
    message: 'Please sign in again. What you changed may have been saved.',
    cause: replaced,
  });
});
