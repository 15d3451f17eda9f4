import { AuthClient } from '@supabase/auth-js';
import { expect, test } from 'vitest';
import { knownUserFetch, withKnownUser } from './known-user.ts';

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const HOUR = Math.floor(Date.now() / 1000) + 3600;
const tokens = {
  access_token: `${part({ alg: 'HS256' })}.${part({ sub: 'asha', exp: HOUR })}.c2ln`,
  refresh_token: 'refresh-2',
};
const asha = { id: 'asha', email: 'asha@example.in' };

test('new tokens are kept although the network fails right after they came', async () => {
  const auth = new AuthClient({
    url: 'http://auth.test',
    autoRefreshToken: false,
    persistSession: false,
    fetch: knownUserFetch(() => Promise.reject(new TypeError('fetch failed'))),
  });
  const { error } = await withKnownUser(tokens.access_token, asha, () => auth.setSession(tokens));
  expect(error).toBeNull();
  const { data } = await auth.getSession();
  expect(data.session).toMatchObject({ ...tokens, user: asha });
  expect((await auth.getUser()).error?.name, 'later the server is asked').toBe(
    'AuthRetryableFetchError',
  );
});
