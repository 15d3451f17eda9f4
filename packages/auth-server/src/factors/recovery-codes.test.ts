import { expect, test } from 'vitest';
import { openTestAccounts, PASSWORD } from '#auth-server-test/accounts.ts';
import { addApp, showApp, withApp } from '#auth-server-test/factors.ts';

const accounts = await openTestAccounts({ limits: { mailBurst: { points: 1000, seconds: 60 } } });

const make = (token: string) => accounts.request('POST', '/factors/recovery-codes', { token });
const makeAgain = (token: string) =>
  accounts.request('POST', '/factors/recovery-codes/regenerate', { token });
const status = (token: string) => accounts.request('GET', '/factors/recovery-codes', { token });
const show = (token: string, code: string) =>
  accounts.request('POST', '/factors/recovery-codes/verify', { token, body: { code } });

const wrong = { status: 422, body: { error_code: 'mfa_verification_failed' } };
const payloadOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

/** A user with an app and recovery codes, and the session that generated them. */
async function withCodes() {
  const user = await withApp(accounts);
  const made = await make(user.session.access_token);
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  const codes: string[] = made.body.codes;
  return { ...user, codes };
}

/** The first code. */
const first = (codes: string[]) => codes[0] ?? '';

test('the official client generates ten codes, reads how many are left, and signs in with one', async () => {
  const { email } = await accounts.newUser();
  const client = accounts.client();
  await client.signInWithPassword({ email, password: PASSWORD });
  const { data: app } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' });
  const session = await client.getSession();
  const token = session.data.session?.access_token ?? '';
  if (!app) throw new Error('the factor was not enrolled');
  const steppedUp = await showApp(accounts, token, { id: app.id, totp: app.totp });
  await client.setSession(steppedUp.body);

  expect((await client.mfa.recoveryCodes.getStatus()).error?.code).toBe('mfa_factor_not_found');
  const { data: made } = await client.mfa.recoveryCodes.generate();
  expect(made).toMatchObject({ type: 'recovery_code', friendly_name: 'Recovery codes', total: 10 });
  expect(new Set(made?.codes).size).toBe(10);
  for (const code of made?.codes ?? []) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{16}$/);
  expect((await client.mfa.listFactors()).data?.recovery_code).toMatchObject([
    { id: made?.id, factor_type: 'recovery_code', status: 'verified' },
  ]);

  const elsewhere = accounts.client();
  await elsewhere.signInWithPassword({ email, password: PASSWORD });
  const events: string[] = [];
  elsewhere.onAuthStateChange((event: string) => void events.push(event));
  const typed = ` ${first(made?.codes ?? [])
    .toUpperCase()
    .match(/.{4}/g)
    ?.join('-')} `;
  const { data, error } = await elsewhere.mfa.recoveryCodes.verify({ code: typed });
  expect(error).toBeNull();
  expect(events).toEqual(['INITIAL_SESSION', 'MFA_CHALLENGE_VERIFIED']);
  expect(payloadOf(data?.access_token ?? '')).toMatchObject({
    aal: 'aal2',
    amr: [{ method: 'mfa/recovery_code' }, { method: 'password' }],
  });
  expect((await elsewhere.mfa.recoveryCodes.getStatus()).data).toMatchObject({
    total: 10,
    remaining: 9,
  });
  expect((await accounts.emailsTo(email)).map(({ kind }) => kind)).toEqual([
    'factor_added',
    'recovery_codes_made',
    'recovery_code_used',
  ]);
});

test('no code is accepted twice, not even at the same time', async () => {
  const { email, codes } = await withCodes();
  const sessions = await Promise.all(Array.from({ length: 5 }, () => accounts.signIn(email)));
  const answers = await Promise.all(
    sessions.map(({ access_token }) => show(access_token, first(codes))),
  );
  expect(answers.filter(({ status: code }) => code === 200)).toHaveLength(1);
  const { access_token: later } = await accounts.signIn(email);
  expect(await show(later, first(codes))).toMatchObject(wrong);
});

test('codes are stored as slow hashes, and shown once', async () => {
  const { codes, session, id } = await withCodes();
  const kept = await accounts.rows<{ hint: string; code_hash: string }>(
    `select c.hint, c.code_hash from auth.recovery_codes c
     join auth.factors f on f.id = c.factor_id where f.user_id = $1`,
    [id],
  );
  expect(kept).toHaveLength(10);
  for (const { hint, code_hash } of kept) {
    expect(code_hash).toMatch(/^\$argon2id\$/);
    expect(codes.some((code) => code.startsWith(hint))).toBe(true);
  }
  const shown = [
    await status(session.access_token),
    await accounts.request('GET', '/user', { token: session.access_token }),
  ];
  const logged = await accounts.rows('select details from auth.audit_log where user_id = $1', [id]);
  const told = JSON.stringify([shown.map(({ body }) => body), logged]);
  for (const code of codes) expect(told).not.toContain(code);
});

test('new codes replace the old ones', async () => {
  const { email, codes, session } = await withCodes();
  expect(await make(session.access_token)).toMatchObject({
    status: 422,
    body: { error_code: 'mfa_verified_factor_exists' },
  });
  const { body } = await makeAgain(session.access_token);
  const { access_token: token } = await accounts.signIn(email);
  for (const code of codes.slice(0, 3)) expect(await show(token, code)).toMatchObject(wrong);
  expect((await show(token, first(body.codes))).status).toBe(200);
  const notices = (await accounts.emailsTo(email)).filter(
    ({ kind }) => kind === 'recovery_codes_made',
  );
  expect(notices).toMatchObject([{ replaces: false }, { replaces: true }]);
});

test('codes need aal2 and another factor, and are deleted with the last other factor', async () => {
  const { email } = await accounts.newUser();
  const { access_token: low } = await accounts.signIn(email);
  for (const answer of [await make(low), await makeAgain(low)]) {
    expect(answer).toMatchObject({ status: 403, body: { error_code: 'insufficient_aal' } });
  }
  const { app, session } = await addApp(accounts, low);
  const token = session.access_token;
  expect((await makeAgain(token)).body.error_code).toBe('mfa_factor_not_found');
  expect((await make(token)).status).toBe(200);
  expect((await accounts.request('DELETE', `/factors/${app.id}`, { token })).status).toBe(200);
  const { access_token: now } = await accounts.signIn(email);
  const { body: user } = await accounts.request('GET', '/user', { token: now });
  expect(user.factors).toEqual([]);
  expect((await status(now)).status).toBe(404);
});

test('with a code a lost phone is removed and another one added', async () => {
  const { email, app, codes } = await withCodes();
  const { access_token } = await accounts.signIn(email);
  const { body: steppedUp } = await show(access_token, first(codes));
  const { app: next } = await addApp(accounts, steppedUp.access_token, 'new phone');
  const { access_token: again } = await accounts.signIn(email);
  const { body: shown } = await showApp(accounts, again, next);
  const removed = await accounts.request('DELETE', `/factors/${app.id}`, {
    token: shown.access_token,
  });
  expect(removed.status).toBe(200);
  const { access_token: third } = await accounts.signIn(email);
  expect((await show(third, codes[1] ?? '')).status, 'the codes stay').toBe(200);
});

test('with a code a forgotten password is reset', async () => {
  const { email, codes } = await withCodes();
  await accounts.request('POST', '/recover', { body: { email } });
  const link = await accounts.linkTo(email);
  const { body: recovered } = await accounts.request('POST', '/verify', {
    body: { type: 'recovery', token_hash: link.searchParams.get('token_hash') },
  });
  const { body: steppedUp } = await show(recovered.access_token, first(codes));
  const body = { password: 'pour it slowly' };
  const changed = await accounts.request('PUT', '/user', { token: steppedUp.access_token, body });
  expect(changed.status).toBe(200);
});

test('an invalid code is refused with its error code', async () => {
  const { email, codes } = await withCodes();
  const { access_token: token } = await accounts.signIn(email);
  const almost = `${first(codes).slice(0, 15)}${first(codes).endsWith('0') ? '1' : '0'}`;
  for (const code of [almost, 'x', '0'.repeat(4000), '٠'.repeat(16), 'u'.repeat(16), '------']) {
    expect(await show(token, code), code).toMatchObject(wrong);
  }
  for (const body of [{}, { code: '' }, { code: 7 }]) {
    const answer = await accounts.request('POST', '/factors/recovery-codes/verify', {
      token,
      body,
    });
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } });
  }
});

test('a code of another user, or of an account without codes, is wrong', async () => {
  const { codes } = await withCodes();
  const other = await withCodes();
  const { access_token: token } = await accounts.signIn(other.email);
  expect(await show(token, first(codes))).toMatchObject(wrong);
  const { email } = await accounts.newUser();
  const { access_token: none } = await accounts.signIn(email);
  expect(await show(none, first(codes))).toMatchObject(wrong);
});

test('guessing is limited per session, and does not lock the owner out of others', async () => {
  const { email, codes } = await withCodes();
  const thief = await accounts.signIn(email);
  for (let guess = 0; guess < 10; guess += 1) {
    expect(await show(thief.access_token, 'guess')).toMatchObject(wrong);
  }
  const locked = await show(thief.access_token, first(codes));
  expect(locked).toMatchObject({ status: 429, body: { error_code: 'mfa_recovery_codes_locked' } });
  expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0);
  const owner = await accounts.signIn(email);
  expect((await show(owner.access_token, first(codes))).status).toBe(200);
});

test('nobody can use them without a session', async () => {
  for (const [method, path] of [
    ['GET', ''],
    ['POST', ''],
    ['POST', '/regenerate'],
    ['POST', '/verify'],
    ['DELETE', ''],
  ] as const) {
    const answer = await accounts.request(method, `/factors/recovery-codes${path}`);
    expect(answer).toMatchObject({ status: 401 });
  }
});
