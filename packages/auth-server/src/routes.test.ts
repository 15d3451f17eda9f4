import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openTestAccounts, PASSWORD, refusal } from '#auth-server-test/accounts.ts';
import { beginApp } from '#auth-server-test/factors.ts';

const accounts = await openTestAccounts();
const { get, post, request } = accounts;

test('errors have the shape of the requested API version', async () => {
  const body = { email: 'a@example.com', password: 'password' };
  const weak_password = { reasons: ['pwned'] };
  const signUp = (version?: string) =>
    request('POST', '/signup', {
      body,
      headers: version === undefined ? {} : { 'x-supabase-api-version': version },
    });
  const older = await signUp();
  expect(older.body).toEqual({
    code: 422,
    error_code: 'weak_password',
    msg: expect.any(String),
    weak_password,
  });
  expect(older.headers.get('x-supabase-api-version')).toBeNull();
  expect(older.headers.get('x-sb-error-code')).toBe('weak_password');

  const newer = await signUp('2024-01-01');
  expect(newer.body).toEqual({ code: 'weak_password', message: expect.any(String), weak_password });
  expect(newer.headers.get('x-supabase-api-version')).toBe('2024-01-01');
  expect(newer.headers.get('x-sb-error-code')).toBe('weak_password');

  for (const version of ['2023-12-31', 'yesterday', '2024']) {
    expect((await signUp(version)).body.code).toBe(422);
  }
});

test('a body that is not a JSON object, or has no JSON content type as other sites’ pages send it, is refused', async () => {
  const { email, session } = await accounts.newSession();
  const token = session.access_token;
  const body = JSON.stringify({ email, password: PASSWORD, type: 'signup' });
  for (const [method, path] of [
    ['POST', '/signup'],
    ['POST', '/token?grant_type=password'],
    ['POST', '/token?grant_type=refresh_token'],
    ['POST', '/recover'],
    ['POST', '/otp'],
    ['POST', '/resend'],
    ['POST', '/verify'],
    ['POST', '/factors/undo'],
    ['PUT', '/user'],
  ] as const) {
    for (const odd of ['', '{', '{"email":', 'null', '[]', '"text"', '7', 'email=a', '\0']) {
      const answer = await request(method, path, { body: odd, token });
      expect(answer, `${path} ${odd}`).toMatchObject(refusal(400, 'bad_json'));
    }
    // Content types a page may send anywhere without preflight, and none, as of a Blob.
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data',
      '',
    ]) {
      const answer = await request(method, path, {
        body,
        token,
        headers: { 'content-type': type },
      });
      expect(answer, `${path} ${type}`).toMatchObject(refusal(415, 'bad_json'));
    }
  }
  expect(await accounts.emailsTo(email)).toEqual([]);
});

test('RequestBodyTooLarge: at most 64 kB are read, whether announced or not', async () => {
  const body = JSON.stringify({ email: 'a@example.com', password: 'x'.repeat(10_000_000) });
  for (const headers of [{ 'content-length': String(body.length) }, undefined]) {
    const answer = await request('POST', '/signup', { body, ...(headers && { headers }) });
    expect(answer).toMatchObject(refusal(413, 'request_entity_too_large'));
  }
});

test('an unknown grant is refused', async () => {
  for (const query of ['', '?grant_type=', '?grant_type=magic', '?grant_type=id_token']) {
    const { status, body } = await post(`/token${query}`, {});
    expect({ status, msg: body.msg }).toEqual({ status: 400, msg: 'unsupported_grant_type' });
  }
});

test('unknown paths are 404, wrong methods 405 with the allowed ones', async () => {
  for (const path of ['/admin/users', '/']) expect((await get(path)).status).toBe(404);
  const wrong = await request('DELETE', '/user');
  expect(wrong).toMatchObject(refusal(405, 'method_not_allowed'));
  expect(wrong.headers.get('allow')).toBe('GET, PUT');
});

test('only the public keys may be cached', async () => {
  const { email, session } = await accounts.newSession();
  for (const { headers } of [
    await accounts.tryPassword(email),
    await accounts.tryPassword(email, 'wrong'),
    await accounts.read(session),
    await get('/settings'),
    await get('/nowhere'),
    await post('/logout', undefined, session),
  ]) {
    expect(headers.get('cache-control')).toBe('no-store');
  }
  const keys = await get('/.well-known/jwks.json');
  expect(keys.headers.get('cache-control')).toBe('public, max-age=600');
});

test('a shop on another origin may send requests if allowed, others may not', async () => {
  const origin = 'https://shop.example.in';
  const hosted = accounts.process({ allowedOrigins: [origin] });
  const preflight = (from: string) =>
    hosted.request('OPTIONS', '/token?grant_type=password', {
      headers: {
        origin: from,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,x-client-info,x-supabase-api-version',
      },
    });
  const read = (process: Pick<typeof accounts, 'request'>) =>
    process.request('GET', '/user', { headers: { origin } });
  const allowed = await preflight(origin);
  expect(allowed.status).toBe(204);
  expect(allowed.headers.get('access-control-allow-headers')).toContain('X-Supabase-Api-Version');
  const failing = await read(hosted);
  expect(failing.status).toBe(401);
  for (const [{ headers }, allow] of [
    [allowed, origin],
    [failing, origin],
    [await preflight('https://evil.example'), null],
    [await read(accounts), null],
  ] as const) {
    expect(headers.get('access-control-allow-origin')).toBe(allow);
  }
});

test('reports its settings and its health', async () => {
  expect(await get('/settings')).toMatchObject({
    status: 200,
    body: {
      external: { email: true, phone: false },
      disable_signup: false,
      mailer_autoconfirm: true,
    },
  });
  expect((await get('/health')).status).toBe(200);
});

describe('any input gets a response:', async () => {
  const lenient = accounts.process({ limitsFactor: 10_000, maxWaitingHashes: 1000 });
  const { email, session } = await accounts.newSession();
  const token = session.access_token;
  const { body: factor } = await beginApp(accounts, session);

  /** Words that have broken programs, besides what fast-check generates. */
  const words = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom(
      ...['', '\0', '\ud800', '__proto__', 'constructor', 'null', '%00', '..'],
      ...["'; drop table auth.users; --", email, 'a@example.com', 'x'.repeat(70_000)],
      ...['9'.repeat(400), '00000000-0000-4000-8000-000000000000'],
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
    ...['code_challenge', 'code_challenge_method', 'type', 'token', 'token_hash', 'nonce', 'code'],
    ...['current_password', 'app_metadata', 'factor_type', 'friendly_name', 'issuer'],
    ...['challenge_id', 'webauthn'],
  );
  const bodies = fc.dictionary(fields, values, { maxKeys: 6 });

  test.each([
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
    ['POST', '/factors/:id/challenge'],
    ['POST', '/factors/:id/verify'],
  ] as const)('%s %s', async (method, path) => {
    const url = path.replace(':id', factor.id);
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        const { status, body: answer } = await lenient.request(method, url, { body, token });
        expect(status, JSON.stringify(answer)).toBeLessThan(500);
        if (status >= 400) expect(answer.error_code).toMatch(/^[a-z_]+$/);
      }),
      { numRuns: 100 },
    );
    await lenient.auth.drain();
  });

  test('any URL', async () => {
    await fc.assert(
      fc.asyncProperty(words, words, words, async (first, second, third) => {
        const query = new URLSearchParams({ token: first, type: second, redirect_to: third });
        const part = encodeURIComponent(first.toWellFormed());
        for (const { status, headers } of [
          await lenient.get(`/verify?${query}`),
          await lenient.post(`/recover?${query}`, { email: 'a@example.com' }),
          await lenient.post(`/logout?scope=${part}`, undefined, 'x.y.z'),
          await lenient.post(`/token?grant_type=${part}`, {}),
          await lenient.remove(`/factors/${part}`, token),
          await lenient.get(`/${part}`),
        ]) {
          expect(status).toBeLessThan(500);
          const target = headers.get('location');
          if (target) expect(new URL(target).origin).toBe('http://localhost:3000');
        }
      }),
      { numRuns: 50 },
    );
  });

  test('any header', async () => {
    const bytes = fc.string({ unit: fc.constantFrom(...'abc .,:;=/-_é\t'), maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(bytes, bytes, async (one, other) => {
        const { status } = await lenient.request('GET', '/user', {
          headers: {
            authorization: `Bearer ${one}`,
            'x-supabase-api-version': other.trim(),
            'x-forwarded-for': other.trim(),
          },
        });
        expect([401, 403]).toContain(status);
      }),
      { numRuns: 50 },
    );
  });
});
