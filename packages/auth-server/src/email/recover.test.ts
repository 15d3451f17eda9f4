import { describe, expect, test } from 'vitest';
import {
  atOnce,
  errorOf,
  MANY_EMAILS,
  openTestAccounts,
  PASSWORD,
  refusal,
  repeat,
  statusesOf,
} from '#auth-server-test/accounts.ts';
import {
  APP_ORIGIN,
  CHALLENGE,
  emailedAuthCode,
  VERIFIER,
} from '#auth-server-test/emailed-secrets.ts';

const accounts = await openTestAccounts({ limits: MANY_EMAILS, allowedOrigins: [APP_ORIGIN] });
const APP = `${APP_ORIGIN}/reset`;
const NEW_PASSWORD = 'pour it slowly';
const SHOP = 'http://localhost:3000';
const RESET_PAGE = `${SHOP}/reset-password`;

const ways = [
  ['/recover', 'recovery'],
  ['/otp', 'magiclink'],
] as const;

async function recover(email: string, redirectTo = RESET_PAGE): Promise<URL> {
  const query = redirectTo ? `?redirect_to=${encodeURIComponent(redirectTo)}` : '';
  const { status, body } = await accounts.post(`/recover${query}`, { email });
  expect({ status, body }).toEqual({ status: 200, body: {} });
  return accounts.linkTo(email);
}

/** The token of a link to reset the password of a new account. */
async function newToken() {
  const user = await accounts.newUser();
  await accounts.post('/recover', { email: user.email });
  return { ...user, token: await accounts.tokenTo(user.email) };
}

async function follow(token: string, type = 'recovery', redirectTo = RESET_PAGE) {
  const query = new URLSearchParams({ token, type, redirect_to: redirectTo });
  const answer = await accounts.get(`/verify?${query}`);
  const target = new URL(answer.headers.get('location') ?? '');
  const fragment = Object.fromEntries(new URLSearchParams(target.hash.slice(1)));
  return { ...answer, target, page: `${target.origin}${target.pathname}`, fragment };
}

const grant = (body: object) => accounts.post('/token?grant_type=pkce', body);
const expired = refusal(403, 'otp_expired');

test('VerifyPasswordRecovery: the emailed link opens a session on any device, PasswordViaRecovery without the old password', async () => {
  const { email, session: elsewhere } = await accounts.newSession();
  const asking = accounts.client();
  expect((await asking.resetPasswordForEmail(email, { redirectTo: RESET_PAGE })).error).toBeNull();
  const link = await accounts.linkTo(email);
  expect(`${link.origin}${link.pathname}`).toBe(RESET_PAGE);

  const client = accounts.client();
  const events: string[] = [];
  client.onAuthStateChange((event: string) => void events.push(event));
  const token_hash = await accounts.tokenTo(email);
  expect((await client.verifyOtp({ token_hash, type: 'recovery' })).error).toBeNull();
  expect((await client.updateUser({ password: PASSWORD })).error?.code).toBe('same_password');
  expect((await client.updateUser({ password: NEW_PASSWORD })).error).toBeNull();

  expect(events).toEqual(['INITIAL_SESSION', 'PASSWORD_RECOVERY', 'USER_UPDATED']);
  await accounts.signIn(email, NEW_PASSWORD);
  expect((await accounts.read(elsewhere)).status).toBe(403);
  expect(await accounts.kindsTo(email)).toEqual(['reset_password', 'password_changed']);
});

test('an hour after the link a recovery session needs the current password like any other', async () => {
  const { email } = await accounts.newUser();
  const session = await accounts.openResetLink(email);
  accounts.advance({ seconds: 3600 });
  const { body: later } = await accounts.refresh(session);
  expect(errorOf(await accounts.update(later, { password: NEW_PASSWORD }))).toBe(
    'current_password_required',
  );
});

test('a link works once, and twenty requests at once open one session', async () => {
  const { id, token } = await newToken();
  const answers = await atOnce(20, () => accounts.verify('recovery', token));
  expect(statusesOf(answers)).toEqual([200, ...Array(19).fill(403)]);
  expect(await accounts.rows('select from auth.sessions where user_id = $1', [id])).toHaveLength(1);
});

test.each([
  ['/recover', 'recovery', 3600],
  ['/otp', 'magiclink', 600],
])('a link that was requested by %s (%s) is valid for %i seconds', async (path, _, seconds) => {
  for (const [later, status] of [
    [-5, 200],
    [0, 403],
  ] as const) {
    const { email } = await accounts.newUser();
    await accounts.post(path, { email });
    const link = await accounts.linkTo(email);
    accounts.advance({ seconds: seconds + later });
    expect((await accounts.open(link)).status, `${later}`).toBe(status);
  }
});

describe('a stranger who keeps asking for a link', () => {
  test.each(ways)(
    'by %s takes none away that its owner is about to open, and the one that is used ends all',
    async (path, type) => {
      const { email } = await accounts.newUser();
      const request = async (address: string) => {
        await accounts.post(path, { email: address });
        return accounts.tokenTo(address);
      };
      const tokens = await repeat(5, () => request(email));
      expect(await accounts.emailsTo(email)).toHaveLength(5);
      expect((await accounts.verify(type, tokens[0] ?? '')).status).toBe(200);
      for (const token of tokens) {
        expect(await accounts.verify(type, token)).toMatchObject(expired);
      }
      const other = await accounts.newUser();
      const more = await repeat(3, () => request(other.email));
      const answers = await atOnce(3, (n) => accounts.verify(type, more[n] ?? ''));
      expect(statusesOf(answers), 'at once').toEqual([200, 403, 403]);
    },
  );

  test('fills no table: eighty live beside each other, and none that has expired', async () => {
    const { email, id } = await newToken();
    await accounts.rows(
      `insert into auth.one_time_tokens (token_hash, user_id, kind, email, expires_at, created_at, proof, beside)
       select sha256((user_id::text || n)::bytea), user_id, kind, email, expires_at, created_at, proof, gen_random_uuid()
       from auth.one_time_tokens, generate_series(1, 80) n where user_id = $1`,
      [id],
    );
    const kept = async () => {
      await accounts.post('/recover', { email });
      await accounts.auth.drain();
      return accounts.rows('select from auth.one_time_tokens where user_id = $1', [id]);
    };
    expect(await kept()).toHaveLength(80);
    accounts.advance({ seconds: 3600 });
    expect(await kept()).toHaveLength(1);
  });
});

describe('a link counts only while the account has the address it was emailed to', () => {
  test('an address that changes meanwhile is emailed no link of the account', async () => {
    const { email } = await accounts.newUser();
    const change = `update auth.users set email = 'next-${email}' where email = '${email}'`;
    await accounts.whileLocked(change, async () => {
      await accounts.post('/recover', { email });
      await accounts.auth.drain();
    });
    expect(await accounts.emailsTo(email)).toEqual([]);
  });

  test.each(ways)(
    'one asked for by %s and emailed to the address before opens nothing',
    async (path) => {
      const { email, id } = await accounts.newUser();
      await accounts.post(path, { email });
      const link = await accounts.linkTo(email);
      await accounts.rows('update auth.users set email = $2 where id = $1', [id, `x${email}`]);
      expect(await accounts.open(link)).toMatchObject(expired);
    },
  );
});

test('a link that is stored while another is used ends with it', async () => {
  const { id, token } = await newToken();
  const late = 'stored-while-the-other-is-used';
  const first = await accounts.whileLocked(
    `select from auth.users where id = '${id}' for update;
     insert into auth.one_time_tokens (token_hash, user_id, kind, email, expires_at, created_at, proof, beside)
     select sha256('${late}'), user_id, kind, email, expires_at, created_at, proof, gen_random_uuid()
     from auth.one_time_tokens where user_id = '${id}'`,
    () => accounts.verify('recovery', token),
  );
  expect(first.status).toBe(200);
  expect(await accounts.verify('recovery', late)).toMatchObject(expired);
});

test('a password change invalidates emailed links', async () => {
  const { email, token } = await newToken();
  const change = { password: NEW_PASSWORD, current_password: PASSWORD };
  expect((await accounts.update(await accounts.signIn(email), change)).status).toBe(200);
  expect(await accounts.verify('recovery', token)).toMatchObject(expired);
});

test('InvalidOtp: a link of another kind, for another address or made up is refused', async () => {
  const { email, token } = await newToken();
  const other = await accounts.newUser();
  const invalid = refusal(400, 'validation_failed');
  for (const [body, answer] of [
    [{ type: 'signup', token_hash: token }, expired],
    [{ type: 'magiclink', token_hash: token }, expired],
    [{ type: 'email_change', token_hash: token }, expired],
    [{ type: 'recovery', token_hash: `${token}x` }, expired],
    [{ type: 'recovery', token, email: other.email }, expired],
    [{ type: 'recovery', token: '123456', email }, expired],
    [{}, invalid],
    [{ type: 'recovery' }, invalid],
    [{ type: 'recovery', token }, invalid],
    [{ type: 'recovery', token, token_hash: token, email }, invalid],
    [{ type: 'anything', token_hash: token }, invalid],
    [{ type: ['recovery'], token_hash: token }, invalid],
    [{ type: 'recovery', token_hash: 7 }, invalid],
    [{ type: 'sms', token, phone: '+91980' }, refusal(400, 'phone_provider_disabled')],
    [{ type: 'recovery', token, email }, { status: 200 }],
  ] as const) {
    expect(await accounts.post('/verify', body), JSON.stringify(body)).toMatchObject(answer);
  }
});

test('a followed link returns the session in the fragment, once; a HEAD request does not use it', async () => {
  const { email, token } = await newToken();
  const head = await accounts.request('HEAD', `/verify?token=${token}&type=recovery`);
  expect(head.status).toBe(200);
  const { status, headers, page, target, fragment } = await follow(token);
  expect(status).toBe(303);
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(`${page}${target.search}`).toBe(RESET_PAGE);
  expect(fragment).toMatchObject({
    type: 'recovery',
    token_type: 'bearer',
    expires_in: '3600',
    sb: '',
  });
  expect((await accounts.read(fragment.access_token ?? '')).body.email).toBe(email);
  expect((await follow(token)).fragment).toEqual({
    error: 'access_denied',
    error_code: 'otp_expired',
    error_description: 'Email link is invalid or has expired',
    sb: '',
  });
});

test('VerifyNotPermittedCustomUri: a link leads to no site but the shop’s and the allowed ones', async () => {
  const recoverSomebody = async (redirectTo: string) =>
    recover((await accounts.newUser()).email, redirectTo);
  for (const redirectTo of [
    'https://evil.example/reset-password',
    'http://localhost:3001/reset-password',
    'https://localhost:3000/reset-password',
    'http://localhost:3000@evil.example/',
    'http://user:secret@localhost:3000/',
    'http://2130706433:3000/',
    '//evil.example/reset-password',
    '\\\\evil.example\\reset-password',
    'javascript:alert(1)',
    'blob:http://localhost:3000/reset-password',
    'http://localhost.evil.example:3000/',
  ]) {
    expect((await recoverSomebody(redirectTo)).origin, redirectTo).toBe(SHOP);
    const { headers } = await follow('x', 'recovery', redirectTo);
    expect(headers.get('location'), redirectTo).toMatch(/^http:\/\/localhost:3000\/#/);
  }
  expect((await recoverSomebody(APP)).href).toContain(`${APP}?token_hash=`);
});

test('an emailed link can also just sign in, and an unknown address gets none', async () => {
  const { email } = await accounts.newUser();
  const client = accounts.client();
  expect((await client.signInWithOtp({ email })).error).toBeNull();
  const token_hash = await accounts.tokenTo(email);
  const { data, error } = await client.verifyOtp({ token_hash, type: 'magiclink' });
  expect(error).toBeNull();
  const change = { password: NEW_PASSWORD };
  expect(errorOf(await accounts.update(data.session?.access_token ?? '', change))).toBe(
    'current_password_required',
  );
  for (const [path] of ways) await accounts.post(path, { email: 'nobody@example.com' });
  expect(await accounts.emailsTo('nobody@example.com')).toEqual([]);
});

describe('PKCE', () => {
  test('the link ends in a code that only the requesting browser can use, once', async () => {
    const { email } = await accounts.newUser();
    const client = accounts.client(new Map(), 'pkce');
    expect((await client.resetPasswordForEmail(email, { redirectTo: APP })).error).toBeNull();
    const link = await accounts.linkTo(email);
    expect(link.pathname).toBe('/auth/v1/verify');
    const token = link.searchParams.get('token') ?? '';
    expect(token).toMatch(/^pkce_/);
    expect(await accounts.verify('recovery', token)).toMatchObject(expired);

    const redirectTo = link.searchParams.get('redirect_to') ?? '';
    const { page, target } = await follow(token, 'recovery', redirectTo);
    expect(page).toBe(APP);
    const auth_code = target.searchParams.get('code') ?? '';
    const strangers = { auth_code, code_verifier: 'x'.repeat(56) };
    expect(await grant(strangers)).toMatchObject(refusal(400, 'bad_code_verifier'));
    const { data, error } = await client.exchangeCodeForSession(auth_code);
    expect(error).toBeNull();
    expect(data.session?.user.email).toBe(email);
    expect((await client.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
    expect(await grant(strangers)).toMatchObject(refusal(404, 'flow_state_not_found'));
  });

  test.each([
    ['/recover', '/reset-password'],
    ['/otp', '/auth'],
  ])(
    'what is asked for by %s for a page of the shop ends on %s, whoever asks',
    async (path, page) => {
      const { email } = await accounts.newUser();
      for (const to of [RESET_PAGE, `${SHOP}/shop`, '', 'https://evil.example/reset']) {
        const query = new URLSearchParams({ redirect_to: to });
        await accounts.post(`${path}?${query}`, { email, ...CHALLENGE });
        const link = await accounts.linkTo(email);
        expect(`${link.origin}${link.pathname}`, to).toBe(`${SHOP}${page}`);
        expect((await accounts.open(link)).body.user.email).toBe(email);
      }
    },
  );

  test.each(ways)(
    'a stranger who asks by %s takes away neither the owner’s link to a page nor the one to an app',
    async (path, type) => {
      const { email } = await accounts.newUser();
      const ask = async (code_challenge: string) => {
        const body = { email, ...CHALLENGE, code_challenge };
        await accounts.post(`${path}?redirect_to=${APP}`, body);
        return (await accounts.linkTo(email)).searchParams.get('token') ?? '';
      };
      await accounts.post(path, { email });
      const toPage = await accounts.linkTo(email);
      const toApp = await ask('owner'.repeat(10));
      expect(await ask('stranger'.repeat(6))).not.toBe(toApp);
      expect((await follow(toApp, type, APP)).target.searchParams.get('code')).not.toBeNull();
      expect((await accounts.open(toPage)).status).toBe(200);
    },
  );

  test('a stranger who keeps requesting links does not prevent the link to a page from being emailed', async () => {
    const { email } = await accounts.newUser();
    const slow = accounts.process({ limits: {} });
    await repeat(3, async () => {
      await slow.post(`/recover?redirect_to=${APP}`, { email, ...CHALLENGE });
      await slow.auth.drain();
    });
    await slow.post('/recover', { email });
    expect(await accounts.emailsTo(email)).toHaveLength(2);
    expect((await accounts.linkTo(email)).pathname).toBe('/reset-password');
  });

  test('a code locks its account first, as whatever ends codes does: no deadlock', async () => {
    const { email, id } = await accounts.newUser();
    const auth_code = await emailedAuthCode(accounts, email);
    const exchanged = await accounts.whileLocked(
      `select from auth.users where id = '${id}' for update`,
      () => grant({ auth_code, code_verifier: VERIFIER }),
      1,
      `select from auth.one_time_tokens where user_id = '${id}' for update nowait`,
    );
    expect(exchanged.status).toBe(200);
  });

  test('TokenPKCEGrantFailure: invalid codes and challenges are refused with their error code', async () => {
    const { email } = await accounts.newUser();
    expect(errorOf(await grant({}))).toBe('validation_failed');
    expect((await grant({ auth_code: 'x', code_verifier: 'y' })).status).toBe(404);
    for (const challenge of [
      { code_challenge: VERIFIER },
      { code_challenge_method: 's256' },
      { code_challenge: 'short', code_challenge_method: 's256' },
      { code_challenge: VERIFIER, code_challenge_method: 'md5' },
      { code_challenge: '+'.repeat(43), code_challenge_method: 's256' },
    ]) {
      const answer = await accounts.post('/recover', { email, ...challenge });
      expect(answer, JSON.stringify(challenge)).toMatchObject(refusal(400, 'validation_failed'));
    }
    const auth_code = await emailedAuthCode(accounts, email);
    accounts.advance({ seconds: 301 });
    const late = await grant({ auth_code, code_verifier: VERIFIER });
    expect(late).toMatchObject(refusal(422, 'flow_state_expired'));
  });
});

test('no link is stored anywhere', async () => {
  const { token } = await newToken();
  const kept = await accounts.rows(
    `select to_json(t)::text as text from auth.one_time_tokens t union all select to_json(a)::text from auth.audit_log a`,
  );
  expect(kept.length).toBeGreaterThan(5);
  const hex = Buffer.from(token).toString('hex');
  expect(kept.filter(({ text }) => text.includes(token) || text.includes(hex))).toEqual([]);
});

test('without email, features that need email are off', async () => {
  const mute = accounts.process({}, { sendsEmail: false });
  const { email, session } = await accounts.newSession();
  const answers = [
    await mute.post('/recover', { email }),
    await mute.post('/otp', { email }),
    await mute.post('/resend', { email, type: 'signup' }),
    await mute.get('/reauthenticate', session),
    await mute.update(session, { email: 'other@example.com' }),
  ];
  expect(answers.map(errorOf)).toEqual(Array(5).fill('email_provider_disabled'));
  expect(() => accounts.process({ confirmEmail: true }, { sendsEmail: false })).toThrow(
    'Confirming addresses needs sendEmail',
  );
});
