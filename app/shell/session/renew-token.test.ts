import { AuthClient, type Session } from '@supabase/auth-js';
import { expect, test } from 'vitest';
import { renewToken } from './renew-token.ts';

const KEY = 'session';

function tokenOf(user: string, number: number): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'HS256' })}.${part({ sub: user, number })}.c2ln`;
}

function sessionOf(user: string, number: number): string {
  const session: Session = {
    access_token: tokenOf(user, number),
    refresh_token: `refresh-${user}-${number}`,
    token_type: 'bearer',
    expires_in: 3600,
    expires_at: Math.floor(Date.now() / 1000) + 3600,
    user: { id: user, aud: '', created_at: '', app_metadata: {}, user_metadata: {} },
  };
  return JSON.stringify(session);
}

/** A tab in which Asha is signed in, and what its auth server answers to the request for new tokens. */
function openTab(answer: (storage: Map<string, string>) => Response) {
  const storage = new Map([[KEY, sessionOf('asha', 1)]]);
  const requests: string[] = [];
  const auth = new AuthClient({
    url: 'http://auth.test',
    storageKey: KEY,
    autoRefreshToken: false,
    detectSessionInUrl: false,
    storage: {
      getItem: (key) => storage.get(key) ?? null,
      setItem: (key, value) => void storage.set(key, value),
      removeItem: (key) => void storage.delete(key),
    },
    fetch: async (input) => {
      requests.push(String(input));
      return answer(storage);
    },
  });
  return { auth, storage, requests };
}

const refused = (code: string) =>
  Response.json({ code, error_code: code, message: code }, { status: 400 });

test('requests that are rejected together ask for new tokens once', async () => {
  const { auth, requests } = openTab(() => new Response(sessionOf('asha', 2)));
  const renewed = [1, 2, 3].map(() => renewToken(auth, tokenOf('asha', 1)));
  expect(await Promise.all(renewed)).toEqual([1, 2, 3].map(() => tokenOf('asha', 2)));
  expect(requests).toHaveLength(1);
});

test('a session that the server has ended has none', async () => {
  const { auth } = openTab(() => refused('refresh_token_not_found'));
  expect(await renewToken(auth, tokenOf('asha', 1))).toBeNull();
});

test('another tab’s new token is taken, also when it comes after the refusal', async () => {
  const { auth } = openTab((storage) => {
    setTimeout(() => storage.set(KEY, sessionOf('asha', 2)), 0);
    return refused('refresh_token_already_used');
  });
  expect(await renewToken(auth, tokenOf('asha', 1))).toBe(tokenOf('asha', 2));
});

test('a request of one account is not sent again with another’s token', async () => {
  const other = sessionOf('ravi', 1);
  const { auth, storage, requests } = openTab((stored) => {
    stored.set(KEY, other); // signs in, in another tab
    return refused('refresh_token_not_found');
  });
  await expect(renewToken(auth, tokenOf('asha', 1))).rejects.toThrow('another account');
  await expect(renewToken(auth, tokenOf('asha', 1))).rejects.toThrow('another account');
  expect(requests).toHaveLength(1);
  expect(storage.get(KEY)).toBe(other); // whose session stays
});
