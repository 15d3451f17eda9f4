import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { openTestAccounts } from '#auth-server-test/accounts.ts';

const accounts = await openTestAccounts({
  limitsFactor: 10_000,
  confirmEmail: false,
  maxWaitingHashes: 1000,
});
const { email } = await accounts.newUser();
const { access_token: token } = await accounts.signIn(email);
const { body: factor } = await accounts.request('POST', '/factors', {
  token,
  body: { factor_type: 'totp', friendly_name: 'phone' },
});
afterAll(() => accounts.auth.drain());

/** Words that have broken programs, besides what fast-check generates. */
const words = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    '\0',
    '\ud800',
    '__proto__',
    'constructor',
    'null',
    "'; drop table auth.users; --",
    '%00',
    '..',
  ),
  fc.constantFrom(
    email,
    'a@example.com',
    'x'.repeat(70_000),
    '9'.repeat(400),
    '00000000-0000-4000-8000-000000000000',
  ),
  fc.constantFrom('recovery', 'signup', 'email', 'totp', 'webauthn', 's256', 'x'.repeat(43)),
);
const values = fc.oneof(
  { weight: 3, arbitrary: words },
  fc.constantFrom(null, true, 0, -1, 1e308, [], {}, [[]], { a: { b: {} } }),
  fc.dictionary(words, words, { maxKeys: 3 }),
);
const fields = fc.constantFrom(
  ...['email', 'password', 'phone', 'data', 'refresh_token', 'auth_code', 'code_verifier'],
  ...['code_challenge', 'code_challenge_method', 'type', 'token', 'token_hash', 'current_password'],
  ...[
    'nonce',
    'app_metadata',
    'factor_type',
    'friendly_name',
    'issuer',
    'challenge_id',
    'code',
    'webauthn',
  ],
);
const bodies = fc.dictionary(fields, values, { maxKeys: 6 });

const endpoints = [
  ['POST', '/signup'],
  ['POST', '/token?grant_type=password'],
  ['POST', '/token?grant_type=refresh_token'],
  ['POST', '/token?grant_type=pkce'],
  ['PUT', '/user'],
  ['POST', '/recover'],
  ['POST', '/otp'],
  ['POST', '/resend'],
  ['POST', '/verify'],
  ['POST', '/factors'],
  ['POST', `/factors/${factor.id}/challenge`],
  ['POST', `/factors/${factor.id}/verify`],
] as const;

test.each(endpoints)('%s %s responds to any input with success or a 4xx', async (method, path) => {
  await fc.assert(
    fc.asyncProperty(bodies, async (body) => {
      const { status, body: answer } = await accounts.request(method, path, { body, token });
      expect(status, JSON.stringify(answer)).toBeLessThan(500);
      if (status >= 400) expect(answer.error_code).toMatch(/^[a-z_]+$/);
    }),
    { numRuns: 150 },
  );
  await accounts.auth.drain();
});

test('any URL gets a response', async () => {
  await fc.assert(
    fc.asyncProperty(words, words, words, async (first, second, third) => {
      const query = new URLSearchParams({ token: first, type: second, redirect_to: third });
      const part = encodeURIComponent(first.toWellFormed());
      const answers = [
        await accounts.request('GET', `/verify?${query}`),
        await accounts.request('POST', `/recover?${query}`, { body: { email: 'a@example.com' } }),
        await accounts.request('POST', `/logout?scope=${part}`, { token: 'x.y.z' }),
        await accounts.request('POST', `/token?grant_type=${part}`, { body: {} }),
        await accounts.request('DELETE', `/factors/${part}`, { token }),
        await accounts.request('GET', `/${part}`),
      ];
      for (const { status, headers } of answers) {
        expect(status).toBeLessThan(500);
        const target = headers.get('location');
        if (target) expect(new URL(target).origin).toBe('http://localhost:3000');
      }
    }),
    { numRuns: 100 },
  );
});

test('any header gets a response', async () => {
  const bytes = fc.string({ unit: fc.constantFrom(...'abc .,:;=/-_é\t'), maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(bytes, bytes, async (one, other) => {
      const { status } = await accounts.request('GET', '/user', {
        headers: {
          authorization: `Bearer ${one}`,
          'x-supabase-api-version': other.trim(),
          'x-forwarded-for': other.trim(),
        },
      });
      expect([401, 403]).toContain(status);
    }),
    { numRuns: 100 },
  );
});
