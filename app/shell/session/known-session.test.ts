import { AuthClient } from '@supabase/auth-js';
import { expect, test } from 'vitest';
import { knownSessionFetch, withKnownSession } from './known-session.ts';

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const asha = { id: 'asha', email: 'asha@example.in' };

/** @param expiresIn seconds until then by this device's clock. */
function sessionOf(expiresIn: number) {
  const exp = Math.floor(Date.now() / 1000) + expiresIn;
  return {
    access_token: `${part({ alg: 'HS256' })}.${part({ sub: 'asha', exp })}.c2ln`,
    refresh_token: 'refresh-2',
    expires_in: 3600,
    token_type: 'bearer',
    user: asha,
  };
}

test.each([
  ['', 3600],
  [', also where the clock is hours fast', -7200],
])(
  'new tokens are kept although the network fails right after they came%s',
  async (_, expiresIn) => {
    const session = sessionOf(expiresIn);
    const auth = new AuthClient({
      url: 'http://auth.test',
      autoRefreshToken: false,
      persistSession: false,
      fetch: knownSessionFetch(() => Promise.reject(new TypeError('fetch failed'))),
    });
    const { error } = await withKnownSession(session, () => auth.setSession(session));
    expect(error).toBeNull();
    const { data } = await auth.getSession();
    expect(data.session).toMatchObject({
      access_token: session.access_token,
      refresh_token: 'refresh-2',
      user: asha,
    });
    expect((await auth.getUser()).error?.name, 'later the server is asked').toBe(
      'AuthRetryableFetchError',
    );
  },
);
