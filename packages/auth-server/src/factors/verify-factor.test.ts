import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { expect, test } from 'vitest';
import {
  atOnce,
  type By,
  errorOf,
  openTestAccounts,
  PASSWORD,
  payloadOf,
  refusal,
  repeat,
  SECRET,
  statusesOf,
} from '#auth-server-test/accounts.ts';
import {
  type App,
  addApp,
  beginApp,
  challenge,
  codeOf,
  showApp,
  withApp,
} from '#auth-server-test/factors.ts';

const accounts = await openTestAccounts();
const { enters, post, read, refresh, remove, signIn } = accounts;

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
  await client.signInWithPassword({ email, password: PASSWORD });
  expect(await levels()).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' });
});

test('the shop refuses a user with a second factor who has not verified it', async () => {
  const { email, app } = await withApp(accounts);
  const low = await accounts.signIn(email);
  expect(await enters(low)).toBe(false);
  const { body } = await showApp(accounts, low, app);
  expect(await enters(body)).toBe(true);
});

test('verifying a factor ends what is at aal1: other sessions, and older refresh tokens; a refresh keeps aal2', async () => {
  const { email, session: elsewhere } = await accounts.newSession();
  const before = await accounts.signIn(email);
  const { session } = await addApp(accounts, before);
  expect((await read(elsewhere)).status).toBe(403);
  expect(payloadOf((await refresh(session)).body)).toMatchObject({
    aal: 'aal2',
    amr: [{ method: 'totp' }, { method: 'password' }],
  });
  expect(await refresh(before)).toMatchObject(refusal(400, 'refresh_token_already_used'));
});

test('MFAVerifyFactor: no code is accepted twice, not even at the same time', async () => {
  const { email, session, app } = await withApp(accounts);
  const { body: other } = await showApp(accounts, await signIn(email), app);
  accounts.advance({ seconds: 60 });
  const sessions = [session, other];
  const asked = await Promise.all(sessions.map((by) => challenge(accounts, by, app.id)));
  const code = await codeOf(accounts, app);
  const answers = await accounts.whileLocked(
    `select from auth.users where email = '${email}' for update`,
    () =>
      Promise.all(
        sessions.map((by, n) => verify(by, app, { challenge_id: asked[n]?.body.id, code })),
      ),
    2,
  );
  expect(statusesOf(answers)).toEqual([200, 422]);
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
  const time = Math.floor(accounts.now() / 30_000) * 30_000; // the beginning of a time step
  const then = { ...accounts.process({}, { clock: () => time }), now: () => time };
  const session = await then.signIn((await then.newUser()).email);
  const { body: app } = await beginApp(then, session);
  const code = await codeOf(then, app, later);
  expect((await showApp(then, session, app, code)).status).toBe(status);
});

test('an invalid code is refused with its error code', async () => {
  const { session, app } = await withApp(accounts);
  for (const code of ['000000x', '12345', '１２３４５６', '0'.repeat(4000)]) {
    expect(await showApp(accounts, session, app, code), code).toMatchObject(failed);
  }
  const { body: asked } = await challenge(accounts, session, app.id);
  const without = await verify(session, app, { challenge_id: asked.id });
  expect(without).toMatchObject(refusal(400, 'validation_failed'));
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

test('a challenge is refused when its factor is removed meanwhile', async () => {
  const { id, session } = await accounts.newSession();
  const { body: app } = await beginApp(accounts, session);
  const answer = await accounts.whileLocked(
    `select from auth.users where id = '${id}' for update;
     delete from auth.factors where id = '${app.id}'`,
    () => challenge(accounts, session, app.id),
  );
  expect(answer).toMatchObject(refusal(404, 'mfa_factor_not_found'));
});

test('another user’s factor is not found, and nobody gets its secret once it is enrolled', async () => {
  const { app, session: owner } = await withApp(accounts);
  const { session } = await accounts.newSession();
  const notFound = refusal(404, 'mfa_factor_not_found');
  for (const id of [app.id, 'not-an-id']) {
    expect(await challenge(accounts, session, id)).toMatchObject(notFound);
    expect(await verify(session, { id }, { code: '123456' })).toMatchObject(notFound);
    expect(await remove(`/factors/${id}`, session)).toMatchObject(notFound);
  }
  const kept = await accounts.rows(`select encode(secret, 'escape') as text from auth.factors`);
  const told = JSON.stringify([kept, (await read(owner)).body]);
  expect(told).not.toContain(app.totp.secret);
});

test('adding a factor has limits: names, number, types', async () => {
  const { email, session } = await accounts.newSession();
  const add = async (body: object, by: By = session) => {
    const answer = await post('/factors', body, by);
    return `${answer.status} ${errorOf(answer) ?? ''}`;
  };
  const named = (friendly_name: string) => ({ factor_type: 'totp', friendly_name });
  for (const [body, answer] of [
    [{ factor_type: 'phone' }, '400 validation_failed'],
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
  const { body: begun } = await beginApp(accounts, later, 'taken back');
  expect((await remove(`/factors/${begun.id}`, later)).status, 'at aal1').toBe(200);
});

test('UnenrollVerifiedFactor: needs aal2, ends the other sessions, and the owner is emailed', async () => {
  const { email, app, session } = await withApp(accounts);
  const low = await accounts.signIn(email);
  const removeAs = (by: By) => remove(`/factors/${app.id}`, by);
  expect(await removeAs(low)).toMatchObject(refusal(403, 'insufficient_aal'));
  expect(await removeAs(session)).toMatchObject({ status: 200, body: { id: app.id } });
  expect((await read(low)).status).toBe(403);
  const { body } = await refresh(session);
  expect(payloadOf(body)).toMatchObject({ aal: 'aal1', amr: [{ method: 'password' }] });
  expect(body.user.factors).toEqual([]);
  expect(await accounts.kindsTo(email)).toEqual(['factor_added', 'factor_removed']);
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

test('of two sessions that add the first factor, one succeeds, and one without it completes none afterwards', async () => {
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

  const { email, id, session: thief } = await accounts.newSession();
  const { body: thiefs } = await beginApp(accounts, thief, 'thief');
  await accounts.rows(
    `insert into auth.factors (user_id, friendly_name, factor_type, status, created_at, updated_at)
     values ($1, 'key', 'webauthn', 'verified', now(), now())`,
    [id],
  );
  const low = await accounts.signIn(email);
  expect(await showApp(accounts, low, thiefs)).toMatchObject(refusal(403, 'insufficient_aal'));
});

const USER_PRESENT = 0x01;
const ATTESTED = 0x40;

/** The site that asks the key. */
const HERE = { origin: 'http://localhost:3000', rpId: 'localhost' };

/** A security key in software: creates one credential (ES256) and signs challenges like a real one. */
class Authenticator {
  readonly id = randomBytes(32);
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  counter = 0;

  /** Responds to options of type 'create'. */
  create(challenge: string, { origin, rpId }: typeof HERE) {
    const authData = Buffer.concat([
      this.#head(rpId, USER_PRESENT | ATTESTED),
      Buffer.alloc(16),
      Buffer.from([0, this.id.length]),
      this.id,
      this.#publicKey(),
    ]);
    const attestation = new Map<string, string | Uint8Array | Map<string, never>>([
      ['fmt', 'none'],
      ['attStmt', new Map<string, never>()],
      ['authData', Uint8Array.from(authData)],
    ]);
    return {
      ...this.#envelope(),
      response: {
        clientDataJSON: clientData('webauthn.create', challenge, origin),
        attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
      },
    };
  }

  /** Responds to options of type 'request'. */
  get(challenge: string, { origin, rpId }: typeof HERE) {
    this.counter += 1;
    const authData = this.#head(rpId, USER_PRESENT);
    const clientDataJSON = clientData('webauthn.get', challenge, origin);
    const hashed = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest();
    return {
      ...this.#envelope(),
      response: {
        clientDataJSON,
        authenticatorData: authData.toString('base64url'),
        signature: sign(
          'sha256',
          Buffer.concat([authData, hashed]),
          this.#keys.privateKey,
        ).toString('base64url'),
      },
    };
  }

  #envelope() {
    const id = this.id.toString('base64url');
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {} };
  }

  #head(rpId: string, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([
      createHash('sha256').update(rpId).digest(),
      Buffer.from([flags]),
      counter,
    ]);
  }

  /** COSE: an elliptic curve key (2) for ES256 (-7) on P-256 (1). */
  #publicKey(): Uint8Array {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Uint8Array.from(Buffer.from(x, 'base64url'))],
      [-3, Uint8Array.from(Buffer.from(y, 'base64url'))],
    ]);
    return isoCBOR.encode(key);
  }
}

function clientData(type: string, challenge: string, origin: string): string {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString(
    'base64url',
  );
}

async function enroll(by: By, friendly_name = 'key'): Promise<string> {
  return (await post('/factors', { factor_type: 'webauthn', friendly_name }, by)).body.id;
}

/** A challenge of this factor, whatever site the client says it is. */
async function challengeKey(by: By, factorId: string) {
  const webauthn = { rpId: 'evil.example', rpOrigins: ['https://evil.example'] };
  const { status, body } = await post(`/factors/${factorId}/challenge`, { webauthn }, by);
  expect(status).toBe(200);
  const { type, credential_options } = body.webauthn;
  const respond = (how: 'create' | 'request', credential_response: object) =>
    post(
      `/factors/${factorId}/verify`,
      { challenge_id: body.id, webauthn: { type: how, credential_response } },
      by,
    );
  return { type, options: credential_options.publicKey, respond };
}

/** A user with a security key, and the session that added it. */
async function withKey() {
  const { email, session: low } = await accounts.newSession();
  const key = new Authenticator();
  const factorId = await enroll(low);
  const { type, options, respond } = await challengeKey(low, factorId);
  expect({ type, options }).toMatchObject({
    type: 'create',
    options: { rp: { id: 'localhost', name: 'Aparajita' } },
  });
  const added = await respond('create', key.create(options.challenge, HERE));
  expect(added.status).toBe(200);
  const sign = async (by: By) => {
    const asked = await challengeKey(by, factorId);
    return asked.respond('request', key.get(asked.options.challenge, HERE));
  };
  return { email, key, factorId, session: added.body, sign };
}

test('a security key is added, and verified at the next sign-in', async () => {
  const { email, key, factorId, session, sign } = await withKey();
  expect(session.user.factors).toMatchObject([{ factor_type: 'webauthn', status: 'verified' }]);
  const low = await signIn(email);
  const id = key.id.toString('base64url');
  expect(await challengeKey(low, factorId)).toMatchObject({
    type: 'request',
    options: { rpId: 'localhost', allowCredentials: [{ id }] },
  });
  const shown = await sign(low);
  expect(shown.status).toBe(200);
  const client = accounts.client();
  await client.setSession(shown.body);
  expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal2',
    currentAuthenticationMethods: [{ method: 'mfa/webauthn' }, { method: 'password' }],
  });
  expect((await client.mfa.listFactors()).data?.webauthn).toHaveLength(1);

  const { options } = await challengeKey(shown.body, await enroll(shown.body, 'second'));
  expect(options.excludeCredentials, 'it is not added again').toMatchObject([{ id }]);
});

test('a response for another site, another challenge, by another key, or as if the key were new is refused', async () => {
  const { email, key, factorId } = await withKey();
  const low = await signIn(email);
  const unsigned = (c: string) => {
    const { response, ...rest } = key.get(c, HERE);
    return { ...rest, response: { ...response, signature: 'AAAA' } };
  };
  const tries: ['create' | 'request', (challenge: string) => object][] = [
    ['request', (c) => key.get(c, { ...HERE, origin: 'https://evil.example' })],
    ['request', (c) => key.get(c, { ...HERE, origin: 'http://localhost:3001' })],
    ['request', (c) => key.get(c, { ...HERE, rpId: 'evil.example' })],
    ['request', () => key.get('b3RoZXI', HERE)],
    ['request', (c) => new Authenticator().get(c, HERE)],
    ['request', unsigned],
    ['create', (c) => new Authenticator().create(c, HERE)],
  ];
  for (const [n, [type, answer]] of tries.entries()) {
    const { options, respond } = await challengeKey(low, factorId);
    expect(await respond(type, answer(options.challenge)), `${n}`).toMatchObject(failed);
  }
});

test('a challenge is consumed by its first response', async () => {
  const { email, key, factorId } = await withKey();
  const low = await signIn(email);
  const { options, respond } = await challengeKey(low, factorId);
  await respond('request', key.get('b3RoZXI', HERE));
  expect(await respond('request', key.get(options.challenge, HERE))).toMatchObject(failed);

  const next = await challengeKey(low, factorId);
  const answer = key.get(next.options.challenge, HERE);
  const answers = await atOnce(3, () => next.respond('request', answer));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('a cloned key is detected by its counter, also when both respond at once', async () => {
  const { email, key, factorId, sign } = await withKey();
  key.counter = 10;
  expect((await sign(await signIn(email))).status).toBe(200);
  key.counter = 5;
  expect(await sign(await signIn(email))).toMatchObject(failed);

  key.counter = 15;
  const sessions = await repeat(2, async () => (await sign(await signIn(email))).body);
  const asked = await Promise.all(sessions.map((by) => challengeKey(by, factorId)));
  const responses = asked.map(({ options }) => {
    key.counter = 25;
    return key.get(options.challenge, HERE);
  });
  const answers = await accounts.whileLocked(
    `select from auth.users where email = '${email}' for update`,
    () => Promise.all(asked.map(({ respond }, n) => respond('request', responses[n] ?? {}))),
    2,
  );
  expect(statusesOf(answers)).toEqual([200, 422]);
});
