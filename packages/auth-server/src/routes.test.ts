import { expect, test } from 'vitest';
import { openTestAccounts, PASSWORD } from '#auth-server-test/accounts.ts';

const accounts = await openTestAccounts();
const NEWER = { 'x-supabase-api-version': '2024-01-01' };

test('errors have the shape of the requested API version', async () => {
  const body = { email: 'a@example.com', password: 'password' };
  const older = await accounts.request('POST', '/signup', { body });
  expect(older.body).toEqual({
    code: 422,
    error_code: 'weak_password',
    msg: expect.any(String),
    weak_password: { reasons: ['pwned'] },
  });
  expect(older.headers.get('x-supabase-api-version')).toBeNull();
  expect(older.headers.get('x-sb-error-code')).toBe('weak_password');

  const newer = await accounts.request('POST', '/signup', { body, headers: NEWER });
  expect(newer.body).toEqual({
    code: 'weak_password',
    message: expect.any(String),
    weak_password: { reasons: ['pwned'] },
  });
  expect(newer.headers.get('x-supabase-api-version')).toBe('2024-01-01');
  expect(newer.headers.get('x-sb-error-code')).toBe('weak_password');

  for (const version of ['2023-12-31', 'yesterday', '2024']) {
    const { body: answered } = await accounts.request('POST', '/signup', {
      body,
      headers: { 'x-supabase-api-version': version },
    });
    expect(answered.code).toBe(422);
  }
});

test('a body that is not a JSON object is refused on every path that takes one', async () => {
  const { email } = await accounts.newUser();
  const { access_token: token } = await accounts.signIn(email);
  const doors = [
    ['POST', '/signup'],
    ['POST', '/token?grant_type=password'],
    ['POST', '/token?grant_type=refresh_token'],
    ['PUT', '/user'],
  ] as const;
  for (const [method, path] of doors) {
    for (const body of ['', '{', '{"email":', 'null', '[]', '"text"', '7', 'email=a', '\0']) {
      const answer = await accounts.request(method, path, { body, token });
      expect(answer, `${path} ${body}`).toMatchObject({
        status: 400,
        body: { error_code: 'bad_json' },
      });
    }
  }
});

test('RequestBodyTooLarge: at most 64 kB are read, whether announced or not', async () => {
  const large = JSON.stringify({ email: 'a@example.com', password: 'x'.repeat(10_000_000) });
  const announced = await accounts.request('POST', '/signup', {
    body: large,
    headers: { 'content-length': String(large.length) },
  });
  const streamed = await accounts.request('POST', '/signup', { body: large });
  for (const answer of [announced, streamed]) {
    expect(answer).toMatchObject({ status: 413, body: { error_code: 'request_entity_too_large' } });
  }
});

test('an unknown grant is refused', async () => {
  for (const query of ['', '?grant_type=', '?grant_type=magic', '?grant_type=id_token']) {
    const { status, body } = await accounts.request('POST', `/token${query}`, { body: {} });
    expect({ status, msg: body.msg }).toEqual({ status: 400, msg: 'unsupported_grant_type' });
  }
});

test('unknown paths are 404, wrong methods 405 with the allowed ones', async () => {
  expect(await accounts.request('GET', '/admin/users')).toMatchObject({ status: 404 });
  expect(await accounts.request('GET', '/')).toMatchObject({ status: 404 });
  const wrong = await accounts.request('DELETE', '/user');
  expect(wrong).toMatchObject({ status: 405, body: { error_code: 'method_not_allowed' } });
  expect(wrong.headers.get('allow')).toBe('GET, PUT');
});

test('only the public keys may be cached', async () => {
  const { email } = await accounts.newUser();
  const { access_token: token } = await accounts.signIn(email);
  const answers = [
    await accounts.request('POST', '/token?grant_type=password', {
      body: { email, password: PASSWORD },
    }),
    await accounts.request('POST', '/token?grant_type=password', {
      body: { email, password: 'wrong' },
    }),
    await accounts.request('GET', '/user', { token }),
    await accounts.request('GET', '/settings'),
    await accounts.request('GET', '/nowhere'),
    await accounts.request('POST', '/logout', { token }),
  ];
  expect(answers.map(({ headers }) => headers.get('cache-control'))).toEqual(
    Array(answers.length).fill('no-store'),
  );
  const keys = await accounts.request('GET', '/.well-known/jwks.json');
  expect(keys.headers.get('cache-control')).toBe('public, max-age=600');
});

test('a shop on another origin may send requests if allowed, others may not', async () => {
  const hosted = accounts.process({ allowedOrigins: ['https://shop.example.in'] });
  const preflight = (from: string) =>
    hosted.request('OPTIONS', '/token?grant_type=password', {
      headers: {
        origin: from,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,x-client-info,x-supabase-api-version',
      },
    });
  const allowed = await preflight('https://shop.example.in');
  expect(allowed.status).toBe(204);
  expect(allowed.headers.get('access-control-allow-origin')).toBe('https://shop.example.in');
  expect(allowed.headers.get('access-control-allow-headers')).toContain('X-Supabase-Api-Version');
  const stranger = await preflight('https://evil.example');
  expect(stranger.headers.get('access-control-allow-origin')).toBeNull();

  const failing = await hosted.request('GET', '/user', {
    headers: { origin: 'https://shop.example.in' },
  });
  expect(failing.status).toBe(401);
  expect(failing.headers.get('access-control-allow-origin')).toBe('https://shop.example.in');
  const closed = await accounts.request('GET', '/user', {
    headers: { origin: 'https://shop.example.in' },
  });
  expect(closed.headers.get('access-control-allow-origin')).toBeNull();
});

test('reports its settings and its health', async () => {
  expect(await accounts.request('GET', '/settings')).toMatchObject({
    status: 200,
    body: {
      external: { email: true, phone: false },
      disable_signup: false,
      mailer_autoconfirm: true,
    },
  });
  expect(await accounts.request('GET', '/health')).toMatchObject({ status: 200 });
});

test('a body without a JSON content type is refused: so other sites’ pages cannot send one', async () => {
  const { email } = await accounts.newUser();
  const { access_token: token } = await accounts.signIn(email);
  const doors = [
    ['POST', '/signup'],
    ['POST', '/token?grant_type=password'],
    ['POST', '/recover'],
    ['POST', '/otp'],
    ['POST', '/resend'],
    ['POST', '/verify'],
    ['POST', '/factors/undo'],
    ['PUT', '/user'],
  ] as const;
  // Content types a page may send anywhere without preflight, and none, as of a Blob.
  const simple = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', ''];
  for (const [method, path] of doors) {
    for (const type of simple) {
      const body = JSON.stringify({ email, password: PASSWORD, type: 'signup' });
      const headers = { 'content-type': type };
      expect(await accounts.request(method, path, { body, token, headers }), path).toMatchObject({
        status: 415,
        body: { error_code: 'bad_json' },
      });
    }
  }
  expect(await accounts.emailsTo(email)).toEqual([]);
});
