import { expect, test } from 'vitest';
import {
  atOnce,
  type By,
  openTestAccounts,
  PASSWORD,
  refusal,
  statusesOf,
} from '#auth-server-test/accounts.ts';
import { Authenticator, HERE } from '#auth-server-test/authenticator.ts';

const accounts = await openTestAccounts();
const { post, signIn } = accounts;

const failed = refusal(422, 'mfa_verification_failed');

async function enroll(by: By, friendly_name = 'key'): Promise<string> {
  return (await post('/factors', { factor_type: 'webauthn', friendly_name }, by)).body.id;
}

/** A challenge of this factor, whatever site the client says it is. */
async function challenge(by: By, factorId: string) {
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
  return { id: body.id, type, options: credential_options.publicKey, respond };
}

/** A user with a security key, and the session that added it. */
async function withKey() {
  const { email, session: low } = await accounts.newSession();
  const key = new Authenticator();
  const factorId = await enroll(low);
  const { type, options, respond } = await challenge(low, factorId);
  expect({ type, options }).toMatchObject({
    type: 'create',
    options: { rp: { id: 'localhost', name: 'Aparajita' } },
  });
  const added = await respond('create', key.create(options.challenge, HERE));
  expect(added.status).toBe(200);
  const sign = async (by: By) => {
    const asked = await challenge(by, factorId);
    return asked.respond('request', key.get(asked.options.challenge, HERE));
  };
  return { email, key, factorId, session: added.body, sign };
}

test('a security key is added, and verified at the next sign-in', async () => {
  const { email, key, factorId, session, sign } = await withKey();
  expect(session.user.factors).toMatchObject([{ factor_type: 'webauthn', status: 'verified' }]);
  const low = await signIn(email);
  const id = key.id.toString('base64url');
  expect(await challenge(low, factorId)).toMatchObject({
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

  const { options } = await challenge(shown.body, await enroll(shown.body, 'second'));
  expect(options.excludeCredentials, 'it is not added again').toMatchObject([{ id }]);
});

test('the official client understands the options for a key', async () => {
  const { email } = await accounts.newUser();
  const client = accounts.client();
  await client.signInWithPassword({ email, password: PASSWORD });
  const enrolled = await client.mfa.enroll({ factorType: 'webauthn', friendlyName: 'key' });
  expect(enrolled.error).toBeNull();
  const { data: asked } = await client.mfa.challenge({
    factorId: enrolled.data?.id ?? '',
    webauthn: { rpId: 'localhost', rpOrigins: ['http://localhost:3000'] },
  });
  expect(asked).toMatchObject({ type: 'webauthn', webauthn: { type: 'create' } });
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
    const { options, respond } = await challenge(low, factorId);
    expect(await respond(type, answer(options.challenge)), `${n}`).toMatchObject(failed);
  }
});

test('a challenge is consumed by its first response', async () => {
  const { email, key, factorId } = await withKey();
  const low = await signIn(email);
  const { options, respond } = await challenge(low, factorId);
  await respond('request', key.get('b3RoZXI', HERE));
  expect(await respond('request', key.get(options.challenge, HERE))).toMatchObject(failed);

  const next = await challenge(low, factorId);
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

  const sessions = [];
  for (const counter of [15, 20]) {
    key.counter = counter;
    sessions.push((await sign(await signIn(email))).body); // two sessions, neither of which ends the other
  }
  const asked = await Promise.all(sessions.map((by) => challenge(by, factorId)));
  const responses = asked.map(({ options }) => {
    key.counter = 27;
    return key.get(options.challenge, HERE);
  });
  const answers = await accounts.whileLocked(
    `select from auth.users where email = '${email}' for update`,
    () => Promise.all(asked.map(({ respond }, n) => respond('request', responses[n] ?? {}))),
    2,
  );
  expect(statusesOf(answers)).toEqual([200, 422]);
});

test('an invalid response of a key is refused with its error code', async () => {
  const { email, factorId } = await withKey();
  const low = await signIn(email);
  const { id } = await challenge(low, factorId);
  for (const body of [
    {},
    { code: '123456' },
    { webauthn: {} },
    { webauthn: { type: 'request' } },
    { webauthn: { type: 'request', credential_response: { id: 'x' } } },
    { webauthn: { type: 'steal', credential_response: {} } },
  ]) {
    const answer = await post(`/factors/${factorId}/verify`, { challenge_id: id, ...body }, low);
    expect(answer, JSON.stringify(body)).toMatchObject(refusal(400, 'validation_failed'));
  }
});
