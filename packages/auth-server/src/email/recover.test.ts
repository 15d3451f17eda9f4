import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { openTestAccounts, PASSWORD, type Session } from '#auth-server-test/accounts.ts';

const APP = 'https://app.example.in/reset';
const accounts = await openTestAccounts({
  limits: { mailBurst: { points: 1000, seconds: 60 } },
  allowedOrigins: [new URL(APP).origin],
});
const NEW_PASSWORD = 'pour it slowly';
const RESET_PAGE = 'http://localhost:3000/reset-password';

async function recover(email: string, redirectTo = RESET_PAGE): Promise<URL> {
  const query = redirectTo ? `?redirect_to=${encodeURIComponent(redirectTo)}` : '';
  const { status, body } = await accounts.request('POST', `/recover${query}`, { body: { email } });
  expect({ status, body }).toEqual({ status: 200, body: {} });
  return accounts.linkTo(email);
}

const tokenIn = (link: URL) =>
  link.searchParams.get('token_hash') ?? link.searchParams.get('token') ?? '';

const verify = (body: object) => accounts.request('POST', '/verify', { body });

const follow = (token: string, type: string, redirectTo = RESET_PAGE) =>
  accounts.request(
    'GET',
    `/verify?${new URLSearchParams({ token, type, redirect_to: redirectTo })}`,
  );

const expired = { status: 403, body: { error_code: 'otp_expired' } };

test('VerifyPasswordRecovery: the emailed link opens a session on any device, PasswordViaRecovery without the old password', async () => {
  const { email } = await accounts.newUser();
  const elsewhere = await accounts.signIn(email);
  const asking = accounts.client();
  expect((await asking.resetPasswordForEmail(email, { redirectTo: RESET_PAGE })).error).toBeNull();
  const link = await accounts.linkTo(email);
  expect(`${link.origin}${link.pathname}`).toBe(RESET_PAGE);
  expect(link.searchParams.get('type')).toBe('recovery');

  const client = accounts.client();
  const events: string[] = [];
  client.onAuthStateChange((event: string) => void events.push(event));
  const { error } = await client.verifyOtp({ token_hash: tokenIn(link), type: 'recovery' });
  expect(error).toBeNull();
  expect((await client.updateUser({ password: NEW_PASSWORD })).error).toBeNull();

  expect(events).toEqual(['INITIAL_SESSION', 'PASSWORD_RECOVERY', 'USER_UPDATED']);
  await accounts.signIn(email, NEW_PASSWORD);
  expect((await accounts.request('GET', '/user', { token: elsewhere.access_token })).status).toBe(
    403,
  );
  expect((await accounts.emailsTo(email)).map(({ kind }) => kind)).toEqual([
    'reset_password',
    'password_changed',
  ]);
});

test('an hour after the link a recovery session needs the current password like any other', async () => {
  const { email } = await accounts.newUser();
  const link = await recover(email);
  const { body } = await verify({ type: 'recovery', token_hash: tokenIn(link) });
  accounts.advance({ seconds: 3600 });
  const { body: later } = await accounts.request('POST', '/token?grant_type=refresh_token', {
    body: { refresh_token: body.refresh_token },
  });
  const change = { token: later.access_token, body: { password: NEW_PASSWORD } };
  expect((await accounts.request('PUT', '/user', change)).body.error_code).toBe(
    'current_password_required',
  );
});

test('the new password must differ from the old one', async () => {
  const { email } = await accounts.newUser();
  const { body } = await verify({ type: 'recovery', token_hash: tokenIn(await recover(email)) });
  const change = { token: body.access_token, body: { password: PASSWORD } };
  expect((await accounts.request('PUT', '/user', change)).body.error_code).toBe('same_password');
});

test('a link works once, and twenty requests at once open one session', async () => {
  const { email, id } = await accounts.newUser();
  const token_hash = tokenIn(await recover(email));
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => verify({ type: 'recovery', token_hash })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(403)]);
  expect(await accounts.rows('select from auth.sessions where user_id = $1', [id])).toHaveLength(1);
});

test('ExpiredRecoveryToken: a link is valid for an hour', async () => {
  const { email } = await accounts.newUser();
  const token_hash = tokenIn(await recover(email));
  accounts.advance({ seconds: 3600 });
  expect(await verify({ type: 'recovery', token_hash })).toMatchObject(expired);
});

describe('a stranger who keeps asking for a link', () => {
  const ways = [
    ['/recover', 'recovery'],
    ['/otp', 'magiclink'],
  ] as const;

  test.each(ways)(
    'by %s does not take away the one its owner is about to open',
    async (path, type) => {
      const { email } = await accounts.newUser();
      await accounts.request('POST', path, { body: { email } });
      const owners = tokenIn(await accounts.linkTo(email));
      for (let time = 0; time < 4; time += 1) {
        await accounts.request('POST', path, { body: { email } });
        await accounts.auth.drain();
      }
      expect(await accounts.emailsTo(email)).toHaveLength(5);
      expect((await verify({ type, token_hash: owners })).status).toBe(200);
    },
  );

  test.each(ways)('by %s leaves none behind once one is used', async (path, type) => {
    const { email } = await accounts.newUser();
    const tokens: string[] = [];
    for (let time = 0; time < 3; time += 1) {
      await accounts.request('POST', path, { body: { email } });
      tokens.push(tokenIn(await accounts.linkTo(email)));
    }
    const answers = await Promise.all(tokens.map((token_hash) => verify({ type, token_hash })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
    for (const token_hash of tokens) {
      expect(await verify({ type, token_hash })).toMatchObject(expired);
    }
  });

  test('fills no table: eighty live beside each other, and none that has expired', async () => {
    const { email, id } = await accounts.newUser();
    const free = accounts.process({ limitsFactor: 1000 });
    const request = async () => {
      await free.request('POST', '/recover', { body: { email } });
      await free.auth.drain();
    };
    const kept = () => accounts.rows('select from auth.one_time_tokens where user_id = $1', [id]);
    for (let time = 0; time < 82; time += 1) await request();
    expect(await kept()).toHaveLength(80);
    accounts.advance({ seconds: 3600 });
    await request();
    expect(await kept()).toHaveLength(1);
  });
});

describe('a link counts only while the account has the address it was emailed to', () => {
  test('an address that changes meanwhile is emailed no link of the account', async () => {
    const { email } = await accounts.newUser();
    const change = `update auth.users set email = 'next-${email}' where email = '${email}'`;
    await accounts.whileLocked(change, async () => {
      await accounts.request('POST', '/recover', { body: { email } });
      await accounts.emailsTo(email);
    });
    expect(await accounts.emailsTo(email)).toEqual([]);
  });

  test.each([
    ['/recover', 'recovery'],
    ['/otp', 'magiclink'],
  ])('one asked for by %s and emailed to the address before opens nothing', async (path, type) => {
    const { email } = await accounts.newUser();
    await accounts.request('POST', path, { body: { email } });
    const token_hash = tokenIn(await accounts.linkTo(email));
    await accounts.rows('update auth.users set email = $2 where email = $1', [email, `x${email}`]);
    expect(await verify({ type, token_hash })).toMatchObject(expired);
  });
});

test('a link that is stored while another is used ends with it', async () => {
  const { email, id } = await accounts.newUser();
  const used = tokenIn(await recover(email));
  const late = 'stored-while-the-other-is-used';
  const first = await accounts.whileLocked(
    `select from auth.users where id = '${id}' for update;
     insert into auth.one_time_tokens (token_hash, user_id, kind, email, expires_at, created_at, proof, beside)
     select sha256('${late}'), user_id, kind, email, expires_at, created_at, proof, gen_random_uuid()
     from auth.one_time_tokens where user_id = '${id}'`,
    () => verify({ type: 'recovery', token_hash: used }),
  );
  expect(first.status).toBe(200);
  expect(await verify({ type: 'recovery', token_hash: late })).toMatchObject(expired);
});

test('a password change invalidates emailed links', async () => {
  const { email } = await accounts.newUser();
  const token_hash = tokenIn(await recover(email));
  const { access_token } = await accounts.signIn(email);
  const change = { password: NEW_PASSWORD, current_password: PASSWORD };
  expect(
    (await accounts.request('PUT', '/user', { token: access_token, body: change })).status,
  ).toBe(200);
  expect(await verify({ type: 'recovery', token_hash })).toMatchObject(expired);
});

test('InvalidOtp: a link of another kind, for another address or made up is refused', async () => {
  const { email } = await accounts.newUser();
  const token_hash = tokenIn(await recover(email));
  const other = await accounts.newUser();
  for (const body of [
    { type: 'signup', token_hash },
    { type: 'magiclink', token_hash },
    { type: 'email_change', token_hash },
    { type: 'recovery', token_hash: `${token_hash}x` },
    { type: 'recovery', token_hash: 'x' },
    { type: 'recovery', token: token_hash, email: other.email },
    { type: 'recovery', token: '123456', email },
  ]) {
    expect(await verify(body), JSON.stringify(body)).toMatchObject(expired);
  }
  for (const body of [
    {},
    { type: 'recovery' },
    { type: 'recovery', token: token_hash },
    { type: 'recovery', token: token_hash, token_hash, email },
    { type: 'anything', token_hash },
    { type: 'constructor', token_hash },
    { type: ['recovery'], token_hash },
    { type: 'recovery', token_hash: 7 },
  ]) {
    expect(await verify(body), JSON.stringify(body)).toMatchObject({
      status: 400,
      body: { error_code: 'validation_failed' },
    });
  }
  expect(await verify({ type: 'sms', token: '123456', phone: '+91980' })).toMatchObject({
    body: { error_code: 'phone_provider_disabled' },
  });
  expect((await verify({ type: 'recovery', token: token_hash, email })).status).toBe(200);
});

test('VerifyBannedUser: no link signs a banned user in', async () => {
  const { email, id } = await accounts.newUser();
  const token_hash = tokenIn(await recover(email));
  await accounts.rows(`update auth.users set banned_until = 'infinity' where id = $1`, [id]);
  expect(await verify({ type: 'recovery', token_hash })).toMatchObject({
    status: 403,
    body: { error_code: 'user_banned' },
  });
});

test('NoSideChannelLeak: for an unknown address nothing is sent, and the response is the same', async () => {
  const { email } = await accounts.newUser();
  const answers = new Set<string>();
  for (const address of [email, 'stranger@example.com']) {
    const { status, body, headers } = await accounts.request('POST', '/recover', {
      body: { email: address },
    });
    answers.add(JSON.stringify({ status, body, headers: [...headers] }));
  }
  expect(answers.size).toBe(1);
  expect(await accounts.emailsTo('stranger@example.com')).toEqual([]);
  expect(await accounts.emailsTo(email)).toHaveLength(1);
});

test('an address gets one email a minute, and the response does not say so', async () => {
  const { email } = await accounts.newUser();
  const slow = accounts.process({ limits: { mailBurst: { points: 1, seconds: 60 } } });
  for (let time = 0; time < 3; time += 1) {
    const { status, body } = await slow.request('POST', '/recover', { body: { email } });
    expect({ status, body }).toEqual({ status: 200, body: {} });
  }
  expect(await accounts.emailsTo(email)).toHaveLength(1);
});

test('a followed link returns the session in the fragment, as the client expects it', async () => {
  const { email } = await accounts.newUser();
  const answer = await follow(tokenIn(await recover(email)), 'recovery');
  expect(answer.status).toBe(303);
  expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const target = new URL(answer.headers.get('location') ?? '');
  expect(`${target.origin}${target.pathname}${target.search}`).toBe(RESET_PAGE);
  const fragment = Object.fromEntries(new URLSearchParams(target.hash.slice(1)));
  expect(fragment).toMatchObject({
    type: 'recovery',
    token_type: 'bearer',
    expires_in: '3600',
    sb: '',
  });
  const read = await accounts.request('GET', '/user', { token: fragment.access_token ?? '' });
  expect(read.body.email).toBe(email);
});

test('a used or made-up link redirects with an error the client understands', async () => {
  const answer = await follow('made-up', 'recovery');
  const target = new URL(answer.headers.get('location') ?? '');
  expect(Object.fromEntries(new URLSearchParams(target.hash.slice(1)))).toEqual({
    error: 'access_denied',
    error_code: 'otp_expired',
    error_description: 'Email link is invalid or has expired',
    sb: '',
  });
});

test('a HEAD request does not consume a link', async () => {
  const { email } = await accounts.newUser();
  const token = tokenIn(await recover(email));
  const head = await accounts.request('HEAD', `/verify?token=${token}&type=recovery`);
  expect(head.status).toBe(200);
  expect((await verify({ type: 'recovery', token_hash: token })).status).toBe(200);
});

test.each([
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
])('VerifyNotPermittedCustomUri: %s is not redirected to', async (redirectTo) => {
  const { email } = await accounts.newUser();
  expect((await recover(email, redirectTo)).origin).toBe('http://localhost:3000');
  const followed = await follow('x', 'recovery', redirectTo);
  expect(new URL(followed.headers.get('location') ?? '').origin).toBe('http://localhost:3000');
  expect(followed.headers.get('location')).toMatch(/^http:\/\/localhost:3000\/#/);
});

test('further origins can be allowed', async () => {
  const { email } = await accounts.newUser();
  expect((await recover(email, APP)).href).toMatch(
    /^https:\/\/app\.example\.in\/reset\?token_hash=/,
  );
});

test('an emailed link can also just sign in', async () => {
  const { email } = await accounts.newUser();
  const client = accounts.client();
  expect((await client.signInWithOtp({ email })).error).toBeNull();
  const link = await accounts.linkTo(email);
  const { data, error } = await client.verifyOtp({ token_hash: tokenIn(link), type: 'magiclink' });
  expect(error).toBeNull();
  const change = { token: data.session?.access_token ?? '', body: { password: NEW_PASSWORD } };
  expect((await accounts.request('PUT', '/user', change)).body.error_code).toBe(
    'current_password_required',
  );
  await client.signInWithOtp({ email: 'nobody@example.com' });
  expect(await accounts.emailsTo('nobody@example.com')).toEqual([]);
});

test('PKCE: the link ends in a code that only the requesting browser can use, once', async () => {
  const { email } = await accounts.newUser();
  const storage = new Map<string, string>();
  const client = accounts.client(storage, 'pkce');
  expect((await client.resetPasswordForEmail(email, { redirectTo: APP })).error).toBeNull();
  const link = await accounts.linkTo(email);
  expect(link.pathname).toBe('/auth/v1/verify');
  const token = tokenIn(link);
  expect(token).toMatch(/^pkce_/);
  expect(await verify({ type: 'recovery', token_hash: token })).toMatchObject(expired);

  const followed = await follow(token, 'recovery', link.searchParams.get('redirect_to') ?? '');
  const target = new URL(followed.headers.get('location') ?? '');
  expect(`${target.origin}${target.pathname}`).toBe(APP);
  const code = target.searchParams.get('code') ?? '';
  expect(code).not.toBe('');

  const stranger = await accounts.request('POST', '/token?grant_type=pkce', {
    body: { auth_code: code, code_verifier: 'x'.repeat(56) },
  });
  expect(stranger).toMatchObject({ status: 400, body: { error_code: 'bad_code_verifier' } });
  const { data, error } = await client.exchangeCodeForSession(code);
  expect(error).toBeNull();
  expect(data.session?.user.email).toBe(email);
  expect((await client.updateUser({ password: NEW_PASSWORD })).error).toBeNull();

  const again = await accounts.request('POST', '/token?grant_type=pkce', {
    body: { auth_code: code, code_verifier: 'x'.repeat(56) },
  });
  expect(again).toMatchObject({ status: 404, body: { error_code: 'flow_state_not_found' } });
});

/** Requests a link as a PKCE client does, for any address. */
function askWithChallenge(path: string, email: string, challenge: string, redirectTo: string) {
  const query = new URLSearchParams({ redirect_to: redirectTo });
  const body = { email, code_challenge: challenge, code_challenge_method: 'plain' };
  return accounts.request('POST', `${path}?${query}`, { body });
}

const kinds = [
  ['/recover', 'recovery', '/reset-password'],
  ['/otp', 'magiclink', '/auth'],
] as const;

test.each(kinds)(
  'PKCE: what is asked for by %s for a page of the shop ends on that page, whoever asks',
  async (path, type, ourPage) => {
    const { email } = await accounts.newUser();
    const shop = new URL(RESET_PAGE).origin;
    for (const page of [RESET_PAGE, `${shop}/shop`, '', 'https://evil.example/reset']) {
      await askWithChallenge(path, email, 'x'.repeat(43), page);
      const link = await accounts.linkTo(email);
      expect(`${link.origin}${link.pathname}`, page).toBe(`${shop}${ourPage}`);
      expect((await verify({ type, token_hash: tokenIn(link) })).status, page).toBe(200);
    }
  },
);

test.each(kinds)(
  'PKCE: a stranger who asks by %s takes away neither the owner’s link to a page nor the one to an app',
  async (path, type) => {
    const { email } = await accounts.newUser();
    await accounts.request('POST', path, { body: { email } });
    const toPage = tokenIn(await accounts.linkTo(email));
    await askWithChallenge(path, email, 'owner'.repeat(10), APP);
    const toApp = tokenIn(await accounts.linkTo(email));
    await askWithChallenge(path, email, 'stranger'.repeat(6), APP);
    expect(tokenIn(await accounts.linkTo(email))).not.toBe(toApp);
    const target = new URL((await follow(toApp, type, APP)).headers.get('location') ?? '');
    expect(target.searchParams.get('code')).not.toBeNull();
    expect((await verify({ type, token_hash: toPage })).status).toBe(200);
  },
);

test('PKCE: a stranger who keeps requesting links does not prevent the link to a page from being emailed', async () => {
  const { email } = await accounts.newUser();
  const slow = accounts.process({ limits: { mailBurst: { points: 1, seconds: 60 } } });
  const body = { email, code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' };
  const query = new URLSearchParams({ redirect_to: APP });
  for (let time = 0; time < 3; time += 1) {
    await slow.request('POST', `/recover?${query}`, { body });
    await slow.auth.drain();
  }
  await slow.request('POST', '/recover', { body: { email } });
  expect(await accounts.emailsTo(email)).toHaveLength(2);
  expect((await accounts.linkTo(email)).pathname).toBe('/reset-password');
});

test('PKCE: a code locks its account first, as whatever ends codes does', async () => {
  const { email, id } = await accounts.newUser();
  const challenge = 'x'.repeat(43);
  await askWithChallenge('/recover', email, challenge, APP);
  const followed = await follow(tokenIn(await accounts.linkTo(email)), 'recovery');
  const code = new URL(followed.headers.get('location') ?? '').searchParams.get('code') ?? '';
  const holder = await accounts.db.owner.connect();
  await holder.query('begin');
  await holder.query('select from auth.users where id = $1 for update', [id]);
  const exchanging = accounts.request('POST', '/token?grant_type=pkce', {
    body: { auth_code: code, code_verifier: challenge },
  });
  const waiting = () =>
    accounts.rows(
      `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
  while ((await waiting()).length === 0) await sleep(5);
  const spare = `select from auth.one_time_tokens where user_id = $1 and kind = 'auth_code' for update nowait`;
  const free = await holder.query(spare, [id]).then(
    ({ rowCount }) => rowCount,
    () => 'locked',
  );
  await holder.query('rollback');
  holder.release();
  expect(free).toBe(1);
  expect((await exchanging).status).toBe(200);
});

test('TokenPKCEGrantFailure: invalid codes and challenges are refused with their error code', async () => {
  const { email } = await accounts.newUser();
  const grant = (body: object) => accounts.request('POST', '/token?grant_type=pkce', { body });
  expect((await grant({})).body.error_code).toBe('validation_failed');
  expect((await grant({ auth_code: 'x', code_verifier: 'y' })).status).toBe(404);
  for (const challenge of [
    { code_challenge: 'x'.repeat(43) },
    { code_challenge_method: 's256' },
    { code_challenge: 'short', code_challenge_method: 's256' },
    { code_challenge: 'x'.repeat(43), code_challenge_method: 'md5' },
    { code_challenge: '+'.repeat(43), code_challenge_method: 's256' },
  ]) {
    const { status, body } = await accounts.request('POST', '/recover', {
      body: { email, ...challenge },
    });
    expect({ status, code: body.error_code }).toEqual({ status: 400, code: 'validation_failed' });
  }
  await askWithChallenge('/recover', email, 'x'.repeat(43), APP);
  const followed = await follow(tokenIn(await accounts.linkTo(email)), 'recovery');
  const code = new URL(followed.headers.get('location') ?? '').searchParams.get('code') ?? '';
  accounts.advance({ seconds: 301 });
  expect(await grant({ auth_code: code, code_verifier: 'x'.repeat(43) })).toMatchObject({
    status: 422,
    body: { error_code: 'flow_state_expired' },
  });
});

test('no link is stored anywhere', async () => {
  const { email } = await accounts.newUser();
  const token = tokenIn(await recover(email));
  const kept = await accounts.rows(
    `select to_json(t)::text as text from auth.one_time_tokens t union all select to_json(a)::text from auth.audit_log a`,
  );
  expect(kept.length).toBeGreaterThan(5);
  const hex = Buffer.from(token).toString('hex');
  expect(kept.filter(({ text }) => text.includes(token) || text.includes(hex))).toEqual([]);
});

test('without email, features that need email are off', async () => {
  const mute = accounts.process({}, { sendsEmail: false });
  const { email } = await mute.newUser();
  const { access_token: token }: Session = await mute.signIn(email);
  const answers = [
    await mute.request('POST', '/recover', { body: { email } }),
    await mute.request('POST', '/otp', { body: { email } }),
    await mute.request('POST', '/resend', { body: { email, type: 'signup' } }),
    await mute.request('GET', '/reauthenticate', { token }),
    await mute.request('PUT', '/user', { token, body: { email: 'other@example.com' } }),
  ];
  expect(answers.map(({ body }) => body.error_code)).toEqual(
    Array(5).fill('email_provider_disabled'),
  );
  expect(() => accounts.process({ confirmEmail: true }, { sendsEmail: false })).toThrow(
    'Confirming addresses needs sendEmail',
  );
});

test('a link that signs in is valid for ten minutes, one that resets the password for an hour', async () => {
  for (const [path, type, seconds] of [
    ['/otp', 'magiclink', 600],
    ['/recover', 'recovery', 3600],
  ] as const) {
    for (const [later, status] of [
      [-5, 200],
      [0, 403],
    ] as const) {
      const { email } = await accounts.newUser();
      await accounts.request('POST', path, { body: { email } });
      const token_hash = (await accounts.linkTo(email)).searchParams.get('token_hash');
      accounts.advance({ seconds: seconds + later });
      const answer = await accounts.request('POST', '/verify', { body: { type, token_hash } });
      expect(answer.status, `${type} ${later}`).toBe(status);
    }
  }
});
