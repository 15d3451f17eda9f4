import { expect, test } from 'vitest';
import { errorOf, openTestAccounts, PASSWORD, refusal } from '#auth-server-test/accounts.ts';
import { beginApp } from '#auth-server-test/factors.ts';

const accounts = await openTestAccounts();
const { get, post, request } = accounts;

test('an error says its code, in a header too, and why a password is refused', async () => {
  const { body, headers } = await post('/signup', { email: 'a@example.com', password: 'password' });
  const weak_password = { reasons: ['pwned'] };
  expect(body).toEqual({ code: 'weak_password', message: expect.any(String), weak_password });
  expect(headers.get('x-supabase-api-version')).toBe('2024-01-01');
  expect(headers.get('x-sb-error-code')).toBe('weak_password');
});

test('a body that is not a JSON object, or has no JSON content type as other sites’ pages send it, is refused', async () => {
  const { email, session } = await accounts.newSession();
  const token = session.access_token;
  const body = JSON.stringify({ email, password: PASSWORD, type: 'signup' });
  for (const [method, path] of [
    ['POST', '/signup'],
    ['POST', '/token?grant_type=password'],
    ['POST', '/recover'],
    ['PUT', '/user'],
  ] as const) {
    for (const odd of ['', '{', 'null', '[]', '"text"', '7', 'email=a', '\0']) {
      const answer = await request(method, path, { body: odd, token });
      expect(answer, `${path} ${odd}`).toMatchObject(refusal(400, 'bad_json'));
    }
    // Content types a page may send anywhere without preflight, and none, as of a Blob.
    for (const type of ['text/plain', 'multipart/form-data', '']) {
      const headers = { 'content-type': type };
      const answer = await request(method, path, { body, token, headers });
      expect(answer, `${path} ${type}`).toMatchObject(refusal(415, 'bad_json'));
    }
  }
  expect(await accounts.emailsTo(email)).toEqual([]);
});

test('a body of seven thousand levels is refused like any other', async () => {
  const body = `${'{"data":'.repeat(7000)}null${'}'.repeat(7000)}`;
  expect(await request('POST', '/signup', { body })).toMatchObject(
    refusal(400, 'validation_failed'),
  );
});

test('RequestBodyTooLarge: at most 64 kB are read, whether announced or not', async () => {
  const body = JSON.stringify({ email: 'a@example.com', password: 'x'.repeat(10_000_000) });
  const announced: Record<string, string> = { 'content-length': String(body.length) };
  for (const headers of [announced, {}]) {
    const answer = await request('POST', '/signup', { body, headers });
    expect(answer).toMatchObject(refusal(413, 'request_entity_too_large'));
  }
});

test('unknown paths are 404, and an unknown grant is refused', async () => {
  for (const path of ['/admin/users', '/']) expect((await get(path)).status).toBe(404);
  const { status, body } = await post('/token?grant_type=magic', {});
  expect([status, body.message]).toEqual([400, 'unsupported_grant_type']);
});

test('no answer may be cached', async () => {
  const { email, session } = await accounts.newSession();
  for (const { headers } of [await accounts.tryPassword(email), await accounts.read(session)]) {
    expect(headers.get('cache-control')).toBe('no-store');
  }
});

test('pages of another origin may not call it', async () => {
  const origin = 'https://evil.example';
  const { headers } = await accounts.request('OPTIONS', '/token?grant_type=password', {
    headers: { origin, 'access-control-request-method': 'POST' },
  });
  expect(headers.get('access-control-allow-origin')).toBe(null);
});

test('any value of any field gets a response, and no failure of ours', async () => {
  const lenient = accounts.process({ limitsFactor: 10_000 });
  const { email, session } = await accounts.newSession();
  const token = session.access_token;
  const { body: factor } = await beginApp(accounts, session);
  const words = ['', '\0', '\ud800', '__proto__', '..', 'x'.repeat(60_000), '9'.repeat(400)];
  const values = [...words, null, true, -1, 1e308, [], [[]], {}, { a: { b: {} } }];
  const account = { email, password: PASSWORD, current_password: PASSWORD };
  for (const [method, path, body] of [
    ['POST', '/signup', { ...account, email: 'odd@example.com', data: { full_name: 'Asha' } }],
    ['POST', '/token?grant_type=password', account],
    ['POST', '/token?grant_type=refresh_token', { refresh_token: session.refresh_token }],
    ['POST', '/recover', { email, type: 'signup' }],
    ['POST', '/resend', { email, type: 'signup' }],
    ['POST', '/verify', { type: 'recovery', token_hash: 'x' }],
    ['POST', '/reauthenticate', { nonce: '000000' }],
    ['POST', '/factors', { factor_type: 'totp', friendly_name: 'a phone' }],
    ['POST', `/factors/${factor.id}/verify`, { challenge_id: 'x', code: '000000', webauthn: {} }],
    ['PUT', '/user', account],
  ] as const) {
    for (const field of Object.keys(body)) {
      for (const value of values) {
        const odd = { ...body, [field]: value };
        const answer = await lenient.request(method, path, { body: odd, token });
        const what = `${path} ${field}: ${JSON.stringify(value)?.slice(0, 20)}`;
        expect(answer.status, what).toBeLessThan(500);
        if (answer.status >= 400) expect(errorOf(answer), what).toMatch(/^[a-z_]+$/);
      }
    }
  }
  await lenient.auth.drain();
  for (const word of words) {
    const part = encodeURIComponent(word.toWellFormed());
    for (const path of [`/recover?redirect_to=${part}`, `/logout?scope=${part}`, `/${part}`]) {
      expect((await lenient.post(path, { email }, token)).status, path).toBeLessThan(500);
    }
  }
});
