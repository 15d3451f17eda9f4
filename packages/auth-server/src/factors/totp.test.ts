import { generate } from 'otplib';
import { expect, test } from 'vitest';
import { openTestAccounts, PASSWORD, SECRET, type Session } from '#auth-server-test/accounts.ts';

const accounts = await openTestAccounts({ limits: { mailBurst: { points: 1000, seconds: 60 } } });

type Totp = { id: string; totp: { qr_code: string; secret: string; uri: string } };

async function enroll(token: string, name = 'phone'): Promise<Totp> {
  const { status, body } = await accounts.request('POST', '/factors', {
    token,
    body: { factor_type: 'totp', friendly_name: name, issuer: 'Aparajita' },
  });
  expect(status).toBe(200);
  return body;
}

/** The app's code so many seconds from now. */
const codeOf = ({ totp }: Totp, later = 0) =>
  generate({ secret: totp.secret, epoch: Math.floor(accounts.now() / 1000) + later });

async function challenge(token: string, { id }: Pick<Totp, 'id'>): Promise<string> {
  const { status, body } = await accounts.request('POST', `/factors/${id}/challenge`, {
    token,
    body: {},
  });
  expect(status).toBe(200);
  return body.id;
}

async function show(token: string, factor: Totp, code: string) {
  const challenge_id = await challenge(token, factor);
  return accounts.request('POST', `/factors/${factor.id}/verify`, {
    token,
    body: { challenge_id, code },
  });
}

/** A user with a verified authenticator app, and the session that added it. */
async function withFactor() {
  const { email, id } = await accounts.newUser();
  const { access_token } = await accounts.signIn(email);
  const factor = await enroll(access_token);
  const { body }: { body: Session } = await show(access_token, factor, await codeOf(factor));
  accounts.advance({ seconds: 60 }); // a code works once: waits for the next one
  return { email, id, factor, session: body };
}

const payloadOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

const failed = { status: 422, body: { error_code: 'mfa_verification_failed' } };

test('the official client adds an authenticator app and is at aal2 from then on', async () => {
  const { email } = await accounts.newUser();
  const client = accounts.client();
  await client.signInWithPassword({ email, password: PASSWORD });
  const events: string[] = [];
  client.onAuthStateChange((event: string) => void events.push(event));

  const { data: factor } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' });
  if (!factor) throw new Error('the factor was not enrolled');
  expect(factor.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]*<\/svg>$/);
  expect(factor.totp.uri).toContain(`secret=${factor.totp.secret}`);
  expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal1',
    nextLevel: 'aal1',
  });

  const code = await codeOf(factor);
  expect((await client.mfa.challengeAndVerify({ factorId: factor.id, code })).error).toBeNull();

  expect(events).toEqual(['INITIAL_SESSION', 'MFA_CHALLENGE_VERIFIED']);
  expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal2',
    nextLevel: 'aal2',
    currentAuthenticationMethods: [{ method: 'totp' }, { method: 'password' }],
  });
  expect((await client.mfa.listFactors()).data?.totp).toMatchObject([
    { id: factor.id, friendly_name: 'phone', factor_type: 'totp', status: 'verified' },
  ]);
  expect((await accounts.emailsTo(email)).map(({ kind }) => kind)).toEqual(['factor_added']);
});

test('FollowedByPasswordSignIn: a new session is at aal1 until the factor is verified', async () => {
  const { email, factor } = await withFactor();
  const client = accounts.client();
  await client.signInWithPassword({ email, password: PASSWORD });
  expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal1',
    nextLevel: 'aal2',
  });
  const { error } = await client.mfa.challengeAndVerify({
    factorId: factor.id,
    code: await codeOf(factor),
  });
  expect(error).toBeNull();
  expect((await client.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2');
});

test('the shop refuses a user with a second factor who has not verified it', async () => {
  const { email, factor } = await withFactor();
  const session = await accounts.signIn(email);
  const enter = async (token: string) => {
    const shopper = await accounts.auth.authenticate(`Bearer ${token}`);
    const { sessionId, userId, refreshCounter } = shopper;
    return accounts.rows('select auth.enter($1, $2, $3)', [sessionId, userId, refreshCounter]);
  };
  await expect(enter(session.access_token)).rejects.toMatchObject({ code: 'SH401' });
  const { body } = await show(session.access_token, factor, await codeOf(factor));
  await enter(body.access_token);
});

test('SessionsMaintainAALOnRefresh: a refresh keeps aal2 and its methods', async () => {
  const { session } = await withFactor();
  const { body } = await accounts.request('POST', '/token?grant_type=refresh_token', {
    body: { refresh_token: session.refresh_token },
  });
  expect(payloadOf(body.access_token)).toMatchObject({
    aal: 'aal2',
    amr: [{ method: 'totp' }, { method: 'password' }],
  });
});

test('AllowLowAAL: refresh tokens from before the factor was verified do not work', async () => {
  const { email, factor } = await withFactor();
  const before = await accounts.signIn(email);
  await show(before.access_token, factor, await codeOf(factor));
  const refused = await accounts.request('POST', '/token?grant_type=refresh_token', {
    body: { refresh_token: before.refresh_token },
  });
  expect(refused).toMatchObject({
    status: 400,
    body: { error_code: 'refresh_token_already_used' },
  });
  expect(await accounts.request('GET', '/user', { token: before.access_token })).toMatchObject({
    status: 401,
    body: { error_code: 'session_expired' },
  });
});

test('adding a factor ends the sessions that have not verified it', async () => {
  const { email } = await accounts.newUser();
  const elsewhere = await accounts.signIn(email);
  const here = await accounts.signIn(email);
  const factor = await enroll(here.access_token);
  await show(here.access_token, factor, await codeOf(factor));
  expect((await accounts.request('GET', '/user', { token: elsewhere.access_token })).status).toBe(
    403,
  );
});

test('MFAVerifyFactor: no code is accepted twice, not even at the same time', async () => {
  const { session, factor } = await withFactor();
  const code = await codeOf(factor);
  const token = session.access_token;
  const challenges = await Promise.all(Array.from({ length: 5 }, () => challenge(token, factor)));
  const answers = await Promise.all(
    challenges.map((challenge_id) =>
      accounts.request('POST', `/factors/${factor.id}/verify`, {
        token,
        body: { challenge_id, code },
      }),
    ),
  );
  const [taken, ...others] = answers.map(({ status }) => status).sort();
  expect(taken).toBe(200);
  for (const status of others) expect(status).toBeOneOf([401, 422]); // its token was replaced meanwhile
  accounts.advance({ seconds: 30 });
  const steppedUp = answers.find(({ status }) => status === 200)?.body.access_token;
  expect(await show(steppedUp, factor, code)).toMatchObject(failed);
});

test('codes of the previous and next time step work, others do not', async () => {
  for (const [later, good] of [
    [-90, false],
    [-30, true],
    [30, true],
    [90, false],
  ] as const) {
    const { email } = await accounts.newUser();
    const { access_token } = await accounts.signIn(email);
    const factor = await enroll(access_token);
    const { status } = await show(access_token, factor, await codeOf(factor, later));
    expect(status, `${later} s`).toBe(good ? 200 : 422);
  }
});

test('an invalid code is refused with its error code', async () => {
  const { session, factor } = await withFactor();
  const token = session.access_token;
  for (const code of ['000000x', '12345', 'abcdef', '１２３４５６', '0'.repeat(4000)]) {
    expect(await show(token, factor, code), code).toMatchObject(failed);
  }
  for (const body of [{}, { code: '' }, { code: 123456 }, { challenge_id: 'x', code: '123456' }]) {
    const challenge_id = await challenge(token, factor);
    const answer = await accounts.request('POST', `/factors/${factor.id}/verify`, {
      token,
      body: { challenge_id, ...body },
    });
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } });
  }
});

test('guessing codes is limited, and possible again after a while', async () => {
  const { email, factor } = await withFactor();
  const { access_token } = await accounts.signIn(email);
  for (let guess = 0; guess < 30; guess += 1) {
    expect((await show(access_token, factor, 'guess!')).status).toBe(422);
  }
  expect(await show(access_token, factor, await codeOf(factor))).toMatchObject({
    status: 429,
    body: { error_code: 'over_request_rate_limit' },
  });
  await accounts.rows('update rate_limits set expire = 0');
  expect((await show(access_token, factor, await codeOf(factor))).status).toBe(200);
});

test('a challenge is valid for five minutes, for one factor, in the session that created it', async () => {
  const { email, factor, session } = await withFactor();
  const other = await accounts.signIn(email);
  const challenge_id = await challenge(other.access_token, factor);
  const verify = async (token: string) =>
    accounts.request('POST', `/factors/${factor.id}/verify`, {
      token,
      body: { challenge_id, code: await codeOf(factor) },
    });
  expect(await verify(session.access_token)).toMatchObject({
    status: 422,
    body: { error_code: 'mfa_factor_not_found' },
  });
  accounts.advance({ seconds: 300 });
  expect(await verify(other.access_token)).toMatchObject({
    status: 422,
    body: { error_code: 'mfa_challenge_expired' },
  });
});

test('the challenge of one factor does not work for another of the same user', async () => {
  const { session, factor } = await withFactor();
  const second = await enroll(session.access_token, 'second');
  const answer = await accounts.request('POST', `/factors/${second.id}/verify`, {
    token: session.access_token,
    body: {
      challenge_id: await challenge(session.access_token, factor),
      code: await codeOf(second),
    },
  });
  expect(answer).toMatchObject({ status: 422, body: { error_code: 'mfa_factor_not_found' } });
});

test('ChallengeFactorNotOwnedByUser: another user’s factor is not found', async () => {
  const { factor } = await withFactor();
  const { email } = await accounts.newUser();
  const { access_token: token } = await accounts.signIn(email);
  const notFound = { status: 404, body: { error_code: 'mfa_factor_not_found' } };
  for (const id of [factor.id, 'not-an-id', '00000000-0000-4000-8000-000000000000']) {
    expect(
      await accounts.request('POST', `/factors/${id}/challenge`, { token, body: {} }),
    ).toMatchObject(notFound);
    expect(
      await accounts.request('POST', `/factors/${id}/verify`, { token, body: { code: '123456' } }),
    ).toMatchObject(notFound);
    expect(await accounts.request('DELETE', `/factors/${id}`, { token })).toMatchObject(notFound);
  }
});

test('EncodedFactorDoesNotLeakSecret: after enrolling no response has the secret, and it is stored encrypted', async () => {
  const { factor, session } = await withFactor();
  const read = await accounts.request('GET', '/user', { token: session.access_token });
  expect(Object.keys(read.body.factors[0]).sort()).toEqual([
    'created_at',
    'factor_type',
    'friendly_name',
    'id',
    'status',
    'updated_at',
  ]);
  const kept = await accounts.rows(`select encode(secret, 'escape') as text from auth.factors`);
  expect(kept.some(({ text }) => text.includes(factor.totp.secret))).toBe(false);
});

test('adding a factor has limits: names, number, types, and aal2 once there is one', async () => {
  const { email } = await accounts.newUser();
  const { access_token: token } = await accounts.signIn(email);
  const add = async (body: object, as = token) => {
    const answer = await accounts.request('POST', '/factors', { token: as, body });
    return `${answer.status} ${answer.body.error_code ?? ''}`;
  };
  expect(await add({ factor_type: 'phone', phone: '+919800000000' })).toBe(
    '422 mfa_phone_enroll_not_enabled',
  );
  expect(await add({ factor_type: 'palm' })).toBe('400 validation_failed');
  expect(await add({})).toBe('400 validation_failed');
  expect(await add({ factor_type: 'totp', friendly_name: 'x'.repeat(101) })).toBe(
    '400 validation_failed',
  );
  expect(await add({ factor_type: 'totp', friendly_name: 'one' })).toBe('200 ');
  expect(await add({ factor_type: 'totp', friendly_name: ' one ' })).toBe(
    '422 mfa_factor_name_conflict',
  );
  const more = await Promise.all(
    Array.from({ length: 20 }, (_, n) => add({ factor_type: 'totp', friendly_name: `n${n}` })),
  );
  expect(more.filter((answer) => answer === '200 ')).toHaveLength(9);
  expect(await add({ factor_type: 'totp' })).toBe('422 too_many_enrolled_mfa_factors');
  accounts.advance({ seconds: 301 });
  const { access_token: later } = await accounts.signIn(email);
  expect(
    await add({ factor_type: 'totp', friendly_name: 'one' }, later),
    'unfinished ones make room',
  ).toBe('200 ');

  const owner = await withFactor();
  const low = await accounts.signIn(owner.email);
  expect(await add({ factor_type: 'totp' }, low.access_token)).toBe('403 insufficient_aal');
  expect(await add({ factor_type: 'totp' }, owner.session.access_token)).toBe('200 ');
});

test('with a second factor, password and address change at aal2 only, also after a reset link', async () => {
  const { email, factor } = await withFactor();
  await accounts.request('POST', '/recover', { body: { email } });
  const link = await accounts.linkTo(email);
  const { body: recovered } = await accounts.request('POST', '/verify', {
    body: { type: 'recovery', token_hash: link.searchParams.get('token_hash') },
  });
  const change = (token: string, body: object) => accounts.request('PUT', '/user', { token, body });
  for (const body of [{ password: 'pour it slowly' }, { email: 'thief@example.com' }]) {
    expect(await change(recovered.access_token, body)).toMatchObject({
      status: 401,
      body: { error_code: 'insufficient_aal' },
    });
  }
  const { body: steppedUp } = await show(recovered.access_token, factor, await codeOf(factor));
  expect((await change(steppedUp.access_token, { password: 'pour it slowly' })).status).toBe(200);
  await accounts.signIn(email, 'pour it slowly');
});

test('UnenrollVerifiedFactor: needs aal2, ends the other sessions, and the owner is emailed', async () => {
  const { email, factor, session } = await withFactor();
  const low = await accounts.signIn(email);
  const remove = (token: string) => accounts.request('DELETE', `/factors/${factor.id}`, { token });
  expect(await remove(low.access_token)).toMatchObject({
    status: 422,
    body: { error_code: 'insufficient_aal' },
  });
  expect(await remove(session.access_token)).toMatchObject({
    status: 200,
    body: { id: factor.id },
  });
  expect((await accounts.request('GET', '/user', { token: low.access_token })).status).toBe(403);
  const { body } = await accounts.request('POST', '/token?grant_type=refresh_token', {
    body: { refresh_token: session.refresh_token },
  });
  expect(payloadOf(body.access_token)).toMatchObject({
    aal: 'aal1',
    amr: [{ method: 'password' }],
  });
  expect(body.user.factors).toEqual([]);
  expect((await accounts.emailsTo(email)).map(({ kind }) => kind)).toEqual([
    'factor_added',
    'factor_removed',
  ]);
});

test('an unverified factor can be removed at aal1', async () => {
  const { email } = await accounts.newUser();
  const { access_token: token } = await accounts.signIn(email);
  const factor = await enroll(token);
  expect((await accounts.request('DELETE', `/factors/${factor.id}`, { token })).status).toBe(200);
  expect((await accounts.request('GET', '/user', { token })).body.factors).toEqual([]);
  expect(await accounts.emailsTo(email)).toEqual([]);
});

test('after AUTH_SECRET was replaced second factors still work, and no longer need the old secret', async () => {
  const { email, factor } = await withFactor();
  const renewed = { secret: 'a new secret, because the old one leaked' };
  const verifyAt = async (process: typeof accounts | ReturnType<typeof accounts.process>) => {
    const { access_token: token } = await process.signIn(email);
    const { body } = await process.request('POST', `/factors/${factor.id}/challenge`, {
      token,
      body: {},
    });
    const answer = await process.request('POST', `/factors/${factor.id}/verify`, {
      token,
      body: { challenge_id: body.id, code: await codeOf(factor) },
    });
    accounts.advance({ seconds: 60 });
    return answer.status;
  };
  expect(await verifyAt(accounts.process({ ...renewed, previousSecrets: [SECRET] }))).toBe(200);
  expect(await verifyAt(accounts.process(renewed))).toBe(200);
  expect(await verifyAt(accounts)).toBe(500);
});

test('nobody can use a factor without a session', async () => {
  const { factor } = await withFactor();
  for (const [method, path] of [
    ['POST', '/factors'],
    ['POST', `/factors/${factor.id}/challenge`],
    ['POST', `/factors/${factor.id}/verify`],
    ['DELETE', `/factors/${factor.id}`],
  ] as const) {
    expect(await accounts.request(method, path, { body: {} })).toMatchObject({ status: 401 });
  }
});
