import { describe, expect, test } from 'vitest';
import {
  atOnce,
  type By,
  errorOf,
  MANY_EMAILS,
  openTestAccounts,
  PASSWORD,
  payloadOf,
  refusal,
  repeat,
  SECRET,
  statusesOf,
} from '#auth-server-test/accounts.ts';
import { Authenticator, HERE } from '#auth-server-test/authenticator.ts';
import {
  type App,
  addApp,
  beginApp,
  challenge,
  codeOf,
  showApp,
  withApp,
} from '#auth-server-test/factors.ts';

const accounts = await openTestAccounts({ limits: MANY_EMAILS });
const { enters, post, read, refresh, remove, update } = accounts;

const failed = refusal(422, 'mfa_verification_failed');
const verify = (by: By, { id }: Pick<App, 'id'>, body: object) =>
  post(`/factors/${id}/verify`, body, by);

test('the official client adds an authenticator app and is at aal2 from then on', async () => {
  const { email } = await accounts.newUser();
  const client = accounts.client();
  await client.signInWithPassword({ email, password: PASSWORD });
  const events: string[] = [];
  client.onAuthStateChange((event: string) => void events.push(event));
  const levels = async () => (await client.mfa.getAuthenticatorAssuranceLevel()).data;

  const { data: app } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'phone' });
  if (!app) throw new Error('the factor was not enrolled');
  expect(app.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]*<\/svg>$/);
  expect(app.totp.uri).toContain(`secret=${app.totp.secret}`);
  expect(await levels()).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' });

  const code = await codeOf(accounts, app);
  expect((await client.mfa.challengeAndVerify({ factorId: app.id, code })).error).toBeNull();
  expect(events).toEqual(['INITIAL_SESSION', 'MFA_CHALLENGE_VERIFIED']);
  expect(await levels()).toMatchObject({
    currentLevel: 'aal2',
    nextLevel: 'aal2',
    currentAuthenticationMethods: [{ method: 'totp' }, { method: 'password' }],
  });
  expect((await client.mfa.listFactors()).data?.totp).toMatchObject([
    { id: app.id, friendly_name: 'phone', factor_type: 'totp', status: 'verified' },
  ]);
  expect(await accounts.kindsTo(email)).toEqual(['factor_added']);

  // FollowedByPasswordSignIn: a new session is at aal1 until the factor is verified.
  accounts.advance({ seconds: 60 });
  await client.signInWithPassword({ email, password: PASSWORD });
  expect(await levels()).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
  const next = await codeOf(accounts, app);
  expect((await client.mfa.challengeAndVerify({ factorId: app.id, code: next })).error).toBeNull();
  expect(await levels()).toMatchObject({ currentLevel: 'aal2' });
});

test('the shop refuses a user with a second factor who has not verified it', async () => {
  const { email, app } = await withApp(accounts);
  const low = await accounts.signIn(email);
  expect(await enters(low)).toBe(false);
  const { body } = await showApp(accounts, low, app);
  expect(await enters(body)).toBe(true);
});

test('SessionsMaintainAALOnRefresh: a refresh keeps aal2 and its methods', async () => {
  const { session } = await withApp(accounts);
  expect(payloadOf((await refresh(session)).body)).toMatchObject({
    aal: 'aal2',
    amr: [{ method: 'totp' }, { method: 'password' }],
  });
});

test('AllowLowAAL: refresh tokens from before the factor was verified do not work', async () => {
  const { email, app } = await withApp(accounts);
  const before = await accounts.signIn(email);
  await showApp(accounts, before, app);
  expect(await refresh(before)).toMatchObject(refusal(400, 'refresh_token_already_used'));
});

test('adding a factor ends the sessions that have not verified it', async () => {
  const { email, session: elsewhere } = await accounts.newSession();
  await addApp(accounts, await accounts.signIn(email));
  expect((await read(elsewhere)).status).toBe(403);
});

test('MFAVerifyFactor: no code is accepted twice, not even at the same time', async () => {
  const { session, app } = await withApp(accounts);
  const code = await codeOf(accounts, app);
  const asked = await atOnce(5, () => challenge(accounts, session, app.id));
  const answers = await Promise.all(
    asked.map(({ body }) => verify(session, app, { challenge_id: body.id, code })),
  );
  const [taken, ...others] = statusesOf(answers);
  expect(taken).toBe(200);
  for (const status of others) expect(status).toBeOneOf([401, 422]); // its token was replaced meanwhile
  accounts.advance({ seconds: 30 });
  const steppedUp = answers.find(({ status }) => status === 200)?.body;
  expect(await showApp(accounts, steppedUp, app, code)).toMatchObject(failed);
});

test.each([
  [-90, 422],
  [-30, 200],
  [30, 200],
  [90, 422],
])('the code of %i seconds later is answered with %i', async (later, status) => {
  const { session } = await accounts.newSession();
  const { body: app } = await beginApp(accounts, session);
  const code = await codeOf(accounts, app, later);
  expect((await showApp(accounts, session, app, code)).status).toBe(status);
});

test('an invalid code is refused with its error code', async () => {
  const { session, app } = await withApp(accounts);
  for (const code of ['000000x', '12345', 'abcdef', '１２３４５６', '0'.repeat(4000)]) {
    expect(await showApp(accounts, session, app, code), code).toMatchObject(failed);
  }
  for (const body of [{}, { code: '' }, { code: 123456 }, { challenge_id: 'x', code: '123456' }]) {
    const { body: asked } = await challenge(accounts, session, app.id);
    const answer = await verify(session, app, { challenge_id: asked.id, ...body });
    expect(answer).toMatchObject(refusal(400, 'validation_failed'));
  }
});

test('a challenge is valid for five minutes, for one factor, in the session that created it', async () => {
  const { email, app, session } = await withApp(accounts);
  const other = await accounts.signIn(email);
  const { body: asked } = await challenge(accounts, other, app.id);
  const { body: second } = await beginApp(accounts, session, 'second');
  const { body: own } = await challenge(accounts, session, app.id);
  const code = await codeOf(accounts, second);
  const verifyIn = async (by: By) =>
    verify(by, app, { challenge_id: asked.id, code: await codeOf(accounts, app) });
  const notFound = refusal(422, 'mfa_factor_not_found');
  expect(await verify(session, second, { challenge_id: own.id, code })).toMatchObject(notFound);
  expect(await verifyIn(session)).toMatchObject(notFound);
  accounts.advance({ seconds: 300 });
  expect(await verifyIn(other)).toMatchObject(refusal(422, 'mfa_challenge_expired'));
});

test('ChallengeFactorNotOwnedByUser: another user’s factor is not found, and nobody’s without a session', async () => {
  const { app } = await withApp(accounts);
  const { session } = await accounts.newSession();
  const notFound = refusal(404, 'mfa_factor_not_found');
  for (const id of [app.id, 'not-an-id', '00000000-0000-4000-8000-000000000000']) {
    expect(await challenge(accounts, session, id)).toMatchObject(notFound);
    expect(await verify(session, { id }, { code: '123456' })).toMatchObject(notFound);
    expect(await remove(`/factors/${id}`, session)).toMatchObject(notFound);
  }
  for (const [method, path] of [
    ['POST', '/factors'],
    ['POST', `/factors/${app.id}/challenge`],
    ['POST', `/factors/${app.id}/verify`],
    ['DELETE', `/factors/${app.id}`],
  ] as const) {
    expect((await accounts.request(method, path, { body: {} })).status).toBe(401);
  }
});

test('EncodedFactorDoesNotLeakSecret: after enrolling no response has the secret, and it is stored encrypted', async () => {
  const { app, session } = await withApp(accounts);
  expect(Object.keys((await read(session)).body.factors[0]).sort()).toEqual([
    'created_at',
    'factor_type',
    'friendly_name',
    'id',
    'status',
    'updated_at',
  ]);
  const kept = await accounts.rows(`select encode(secret, 'escape') as text from auth.factors`);
  expect(kept.some(({ text }) => text.includes(app.totp.secret))).toBe(false);
});

test('adding a factor has limits: names, number, types, and aal2 once there is one', async () => {
  const { email, session } = await accounts.newSession();
  const add = async (body: object, by: By = session) => {
    const answer = await post('/factors', body, by);
    return `${answer.status} ${errorOf(answer) ?? ''}`;
  };
  const named = (friendly_name: string) => ({ factor_type: 'totp', friendly_name });
  for (const [body, answer] of [
    [{ factor_type: 'phone', phone: '+919800000000' }, '422 mfa_phone_enroll_not_enabled'],
    [{ factor_type: 'palm' }, '400 validation_failed'],
    [{}, '400 validation_failed'],
    [named('x'.repeat(101)), '400 validation_failed'],
    [named('one'), '200 '],
    [named(' one '), '422 mfa_factor_name_conflict'],
  ] as const) {
    expect(await add(body)).toBe(answer);
  }
  const more = await atOnce(20, (n) => add(named(`n${n}`)));
  expect(more.filter((answer) => answer === '200 ')).toHaveLength(9);
  expect(await add({ factor_type: 'totp' })).toBe('422 too_many_enrolled_mfa_factors');
  accounts.advance({ seconds: 301 });
  const later = await accounts.signIn(email);
  expect(await add(named('one'), later), 'unfinished ones make room').toBe('200 ');

  const owner = await withApp(accounts);
  expect(await add({ factor_type: 'totp' }, await accounts.signIn(owner.email))).toBe(
    '403 insufficient_aal',
  );
  expect(await add({ factor_type: 'totp' }, owner.session)).toBe('200 ');
});

test('with a second factor, password and address change at aal2 only, also after a reset link', async () => {
  const { email, app } = await withApp(accounts);
  const recovered = await accounts.openResetLink(email);
  const change = { password: 'pour it slowly' };
  for (const body of [change, { email: 'thief@example.com' }]) {
    expect(await update(recovered, body)).toMatchObject(refusal(401, 'insufficient_aal'));
  }
  const { body: steppedUp } = await showApp(accounts, recovered, app);
  expect((await update(steppedUp, change)).status).toBe(200);
  await accounts.signIn(email, change.password);
});

test('UnenrollVerifiedFactor: needs aal2, ends the other sessions, and the owner is emailed', async () => {
  const { email, app, session } = await withApp(accounts);
  const low = await accounts.signIn(email);
  const removeAs = (by: By) => remove(`/factors/${app.id}`, by);
  expect(await removeAs(low)).toMatchObject(refusal(422, 'insufficient_aal'));
  expect(await removeAs(session)).toMatchObject({ status: 200, body: { id: app.id } });
  expect((await read(low)).status).toBe(403);
  const { body } = await refresh(session);
  expect(payloadOf(body)).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] });
  expect(body.user.factors).toEqual([]);
  expect(await accounts.kindsTo(email)).toEqual(['factor_added', 'factor_removed']);
});

test('an unverified factor can be removed at aal1', async () => {
  const { email, session } = await accounts.newSession();
  const { body: app } = await beginApp(accounts, session);
  expect((await remove(`/factors/${app.id}`, session)).status).toBe(200);
  expect((await read(session)).body.factors).toEqual([]);
  expect(await accounts.emailsTo(email)).toEqual([]);
});

test('after AUTH_SECRET was replaced second factors still work, and no longer need the old secret', async () => {
  const { email, app } = await withApp(accounts);
  const renewed = { secret: 'a new secret, because the old one leaked' };
  for (const [process, status] of [
    [accounts.process({ ...renewed, previousSecrets: [SECRET] }), 200],
    [accounts.process(renewed), 200],
    [accounts, 500],
  ] as const) {
    const sender = { request: process.request, now: accounts.now };
    const shown = await showApp(sender, await process.signIn(email), app);
    expect(shown.status).toBe(status);
    accounts.advance({ seconds: 60 });
  }
});

describe('of two sessions that add the first factor', () => {
  test('the one with only the password cannot complete the factor it began before the owner’s', async () => {
    const { email, session: thief } = await accounts.newSession();
    const { body: thiefs } = await beginApp(accounts, thief, 'thief');
    const owner = await accounts.signIn(email);
    const { body: begun } = await post(
      '/factors',
      { factor_type: 'webauthn', friendly_name: 'key' },
      owner,
    );
    const { body: asked } = await challenge(accounts, owner, begun.id);
    const options = asked.webauthn.credential_options.publicKey;
    const credential_response = new Authenticator().create(options.challenge, HERE);
    const added = await verify(owner, begun, {
      challenge_id: asked.id,
      webauthn: { type: 'create', credential_response },
    });
    expect(added.status).toBe(200);

    const low = await accounts.signIn(email);
    expect(await showApp(accounts, low, thiefs)).toMatchObject(refusal(403, 'insufficient_aal'));
    const { factors } = (await read(low)).body;
    expect(new Set(factors.map(({ status }: { status: string }) => status))).toEqual(
      new Set(['unverified', 'verified']),
    );
  });

  test('at once, one succeeds', async () => {
    await repeat(5, async () => {
      const { email } = await accounts.newUser();
      const sessions = await repeat(2, () => accounts.signIn(email));
      const apps = await Promise.all(
        sessions.map(async (session, n) => (await beginApp(accounts, session, `app ${n}`)).body),
      );
      const answers = await Promise.all(
        sessions.map((session, n) => showApp(accounts, session, apps[n])),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    });
  });
});

test.each([
  [
    'its factor is removed',
    (userId: string) => `select from auth.users where id = '${userId}' for update;
                         delete from auth.factors where user_id = '${userId}'`,
    refusal(404, 'mfa_factor_not_found'),
  ],
  [
    'its session signs out',
    (userId: string) => `delete from auth.sessions where user_id = '${userId}'`,
    refusal(403, 'session_not_found'),
  ],
])('a challenge is refused as any other would be when %s meanwhile', async (_, change, refused) => {
  const { id, session } = await accounts.newSession();
  const { body: app } = await beginApp(accounts, session);
  const answer = await accounts.whileLocked(change(id), () => challenge(accounts, session, app.id));
  expect(answer).toMatchObject(refused);
});
