import { expect, test } from 'vitest';
import { openTestAccounts, PASSWORD } from '#auth-server-test/accounts.ts';
import { Authenticator } from '#auth-server-test/authenticator.ts';

const accounts = await openTestAccounts();
const HERE = { origin: 'http://localhost:3000', rpId: 'localhost' };

type TestResponse = ReturnType<Authenticator['create']> | ReturnType<Authenticator['get']>;

async function enroll(token: string, friendly_name = 'key'): Promise<string> {
  const { body } = await accounts.request('POST', '/factors', {
    token,
    body: { factor_type: 'webauthn', friendly_name },
  });
  return body.id;
}

async function challenge(token: string, factorId: string) {
  const { status, body } = await accounts.request('POST', `/factors/${factorId}/challenge`, {
    token,
    body: { webauthn: { rpId: 'evil.example', rpOrigins: ['https://evil.example'] } },
  });
  expect(status).toBe(200);
  return {
    id: body.id,
    type: body.webauthn.type,
    options: body.webauthn.credential_options.publicKey,
  };
}

const verify = (
  token: string,
  factorId: string,
  challenge_id: string,
  type: string,
  credential_response: TestResponse | object,
) =>
  accounts.request('POST', `/factors/${factorId}/verify`, {
    token,
    body: { challenge_id, webauthn: { type, credential_response } },
  });

/** A user with a security key, and the session that added it. */
async function withKey() {
  const { email } = await accounts.newUser();
  const { access_token } = await accounts.signIn(email);
  const key = new Authenticator();
  const factorId = await enroll(access_token);
  const asked = await challenge(access_token, factorId);
  expect(asked).toMatchObject({
    type: 'create',
    options: { rp: { id: 'localhost', name: 'Aparajita' } },
  });
  const added = await verify(
    access_token,
    factorId,
    asked.id,
    'create',
    key.create(asked.options.challenge, HERE),
  );
  expect(added.status).toBe(200);
  return { email, key, factorId, session: added.body };
}

async function lowSession(email: string): Promise<string> {
  return (await accounts.signIn(email)).access_token;
}

const failed = { status: 422, body: { error_code: 'mfa_verification_failed' } };

test('a security key is added, and verified at the next sign-in', async () => {
  const { email, key, factorId, session } = await withKey();
  expect(session.user.factors).toMatchObject([{ factor_type: 'webauthn', status: 'verified' }]);

  const token = await lowSession(email);
  const asked = await challenge(token, factorId);
  expect(asked).toMatchObject({
    type: 'request',
    options: { rpId: 'localhost', allowCredentials: [{ id: key.id.toString('base64url') }] },
  });
  const shown = await verify(
    token,
    factorId,
    asked.id,
    'request',
    key.get(asked.options.challenge, HERE),
  );
  expect(shown.status).toBe(200);
  const client = accounts.client();
  await client.setSession(shown.body);
  expect((await client.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal2',
    currentAuthenticationMethods: [{ method: 'mfa/webauthn' }, { method: 'password' }],
  });
  expect((await client.mfa.listFactors()).data?.webauthn).toHaveLength(1);
});

test('the official client understands the options for a key', async () => {
  const { email } = await accounts.newUser();
  const client = accounts.client();
  await client.signInWithPassword({ email, password: PASSWORD });
  const { data: factor, error } = await client.mfa.enroll({
    factorType: 'webauthn',
    friendlyName: 'key',
  });
  expect(error).toBeNull();
  const { data: asked } = await client.mfa.challenge({
    factorId: factor?.id ?? '',
    webauthn: { rpId: 'localhost', rpOrigins: ['http://localhost:3000'] },
  });
  expect(asked).toMatchObject({ type: 'webauthn', webauthn: { type: 'create' } });
});

test('a response for another site, another challenge or by another key is refused', async () => {
  const { email, key, factorId } = await withKey();
  const token = await lowSession(email);
  const tries: ((challenge: string) => TestResponse)[] = [
    (c) => key.get(c, { ...HERE, origin: 'https://evil.example' }),
    (c) => key.get(c, { ...HERE, origin: 'http://localhost:3001' }),
    (c) => key.get(c, { ...HERE, rpId: 'evil.example' }),
    () => key.get('b3RoZXI', HERE),
    (c) => new Authenticator().get(c, HERE),
    (c) => {
      const { response, ...rest } = key.get(c, HERE);
      return { ...rest, response: { ...response, signature: 'AAAA' } };
    },
  ];
  for (const answer of tries) {
    const asked = await challenge(token, factorId);
    expect(
      await verify(token, factorId, asked.id, 'request', answer(asked.options.challenge)),
    ).toMatchObject(failed);
  }
});

test('a challenge is consumed by its first response', async () => {
  const { email, key, factorId } = await withKey();
  const token = await lowSession(email);
  const asked = await challenge(token, factorId);
  await verify(token, factorId, asked.id, 'request', key.get('b3RoZXI', HERE));
  const good = key.get(asked.options.challenge, HERE);
  expect(await verify(token, factorId, asked.id, 'request', good)).toMatchObject(failed);

  const next = await challenge(token, factorId);
  const answer = key.get(next.options.challenge, HERE);
  const answers = await Promise.all(
    Array.from({ length: 3 }, () => verify(token, factorId, next.id, 'request', answer)),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
});

test('a cloned key is detected by its counter', async () => {
  const { email, key, factorId } = await withKey();
  const sign = async () => {
    const token = await lowSession(email);
    const asked = await challenge(token, factorId);
    return verify(token, factorId, asked.id, 'request', key.get(asked.options.challenge, HERE));
  };
  key.counter = 10;
  expect((await sign()).status).toBe(200);
  key.counter = 5;
  expect(await sign()).toMatchObject(failed);
});

test('a key and its clone responding at once: only one is accepted', async () => {
  const { email, key, factorId } = await withKey();
  const sign = (token: string, { id, options }: Awaited<ReturnType<typeof challenge>>) =>
    verify(token, factorId, id, 'request', key.get(options.challenge, HERE));
  const tokens: string[] = [];
  for (const counter of [5, 10]) {
    const token = await lowSession(email);
    const asked = await challenge(token, factorId);
    key.counter = counter;
    tokens.push((await sign(token, asked)).body.access_token); // two sessions, neither of which ends the other
  }
  const asked = await Promise.all(tokens.map((token) => challenge(token, factorId)));
  const answers = await accounts.whileLocked(
    `select from auth.users where email = '${email}' for update`,
    () =>
      Promise.all(
        asked.map((each, n) => {
          key.counter = 17;
          return sign(tokens[n] ?? '', each);
        }),
      ),
    2,
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
});

test('a key in use cannot be replaced by responding as if it were new', async () => {
  const { email, factorId } = await withKey();
  const token = await lowSession(email);
  const asked = await challenge(token, factorId);
  const thief = new Authenticator();
  const answer = thief.create(asked.options.challenge, HERE);
  expect(await verify(token, factorId, asked.id, 'create', answer)).toMatchObject(failed);
});

test('keys that exist already are not added again', async () => {
  const { key, session } = await withKey();
  const second = await enroll(session.access_token, 'second');
  const asked = await challenge(session.access_token, second);
  expect(asked.options.excludeCredentials).toMatchObject([{ id: key.id.toString('base64url') }]);
});

test('an invalid response of a key is refused with its error code', async () => {
  const { email, factorId } = await withKey();
  const token = await lowSession(email);
  const asked = await challenge(token, factorId);
  for (const body of [
    {},
    { code: '123456' },
    { webauthn: {} },
    { webauthn: { type: 'request' } },
    { webauthn: { type: 'request', credential_response: { id: 'x' } } },
    { webauthn: { type: 'steal', credential_response: {} } },
  ]) {
    const answer = await accounts.request('POST', `/factors/${factorId}/verify`, {
      token,
      body: { challenge_id: asked.id, ...body },
    });
    expect(answer, JSON.stringify(body)).toMatchObject({
      status: 400,
      body: { error_code: 'validation_failed' },
    });
  }
});
