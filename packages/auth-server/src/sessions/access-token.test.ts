import type { KeyObject } from 'node:crypto';
import { openPool } from '@aparajita/postgres/pool';
import {
  type CryptoKey,
  createLocalJWKSet,
  decodeJwt,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  importJWK,
  jwtVerify,
  SignJWT,
  UnsecuredJWT,
} from 'jose';
import { expect, test } from 'vitest';
import { deriveKeys } from '#auth-server/derived-keys.ts';
import { createStore } from '#auth-server/store.ts';
import {
  ISSUER,
  openTestAccounts,
  SECRET,
  SETTINGS,
  silentLog,
} from '#auth-server-test/accounts.ts';
import { createSigningKeys } from './signing-keys.ts';

const accounts = await openTestAccounts();
const { email } = await accounts.newUser();
const { access_token: good, user } = await accounts.signIn(email);
const { sessionId } = await accounts.auth.authenticate(`Bearer ${good}`);

const jwks = (await accounts.request('GET', '/.well-known/jwks.json')).body;
const kid: string = jwks.keys[0].kid;
const ours = await ourPrivateKey();
const stranger = await generateKeyPair('ES256', { extractable: true });
const now = Math.floor(accounts.now() / 1000);

/** Valid claims. */
const claims = {
  iss: ISSUER,
  aud: 'authenticated',
  sub: user.id,
  exp: now + 3600,
  iat: now,
  email,
  role: 'authenticated',
  session_id: sessionId,
  user_metadata: {},
};

async function refused(token: string): Promise<void> {
  await expect(accounts.auth.authenticate(`Bearer ${token}`)).rejects.toMatchObject({
    name: 'NotSignedInError',
  });
  expect(await accounts.request('GET', '/user', { token })).toMatchObject({
    status: expect.toBeOneOf([401, 403]),
    body: { error_code: expect.toBeOneOf(['bad_jwt', 'no_authorization']) },
  });
}

const sign = (change: object, header: object = {}, key: CryptoKey | KeyObject = ours) =>
  new SignJWT({ ...claims, ...change })
    .setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT', ...header })
    .sign(key);

test('the forged claims of this file are valid when we sign them', async () => {
  const token = await sign({});
  expect(await accounts.auth.authenticate(`Bearer ${token}`)).toMatchObject({ userId: user.id });
  expect((await accounts.request('GET', '/user', { token })).status).toBe(200);
});

test('a token without a signature is refused', async () => {
  await refused(new UnsecuredJWT(claims).encode());
  const [head, body] = good.split('.');
  const none = Buffer.from(JSON.stringify({ alg: 'none', kid })).toString('base64url');
  await refused(`${none}.${body}.`);
  await refused(`${none}.${body}.AA`);
  await refused(`${head}.${body}.`);
});

test('HS256 with the public key as its secret is refused', async () => {
  const publicKey = await importJWK(jwks.keys[0], 'ES256');
  if (publicKey instanceof Uint8Array) throw new Error('not a public key');
  for (const secret of [await exportSPKI(publicKey), JSON.stringify(jwks.keys[0]), kid, SECRET]) {
    await refused(
      await new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', kid })
        .sign(new TextEncoder().encode(secret)),
    );
  }
});

test('a token of another key is refused: with our key id, its own, none, or its key embedded', async () => {
  const jwk = await exportJWK(stranger.publicKey);
  await refused(await sign({}, {}, stranger.privateKey));
  await refused(await sign({}, { kid: 'another' }, stranger.privateKey));
  await refused(await sign({}, { kid: undefined }, stranger.privateKey));
  await refused(await sign({}, { jwk }, stranger.privateKey));
  await refused(await sign({}, { jku: 'http://127.0.0.1/jwks.json' }, stranger.privateKey));
  await refused(await sign({}, { kid: undefined }));
});

test('a token of another algorithm is refused', async () => {
  const { privateKey } = await generateKeyPair('RS256');
  await refused(await sign({}, { alg: 'RS256' }, privateKey));
});

test('a token with another audience or issuer, expired, not yet valid or without expiry is refused', async () => {
  await refused(await sign({ aud: 'anon' }));
  await refused(await sign({ aud: undefined }));
  await refused(await sign({ iss: 'https://example.com/auth/v1' }));
  await refused(await sign({ iss: undefined }));
  await refused(await sign({ exp: now - 1 }));
  await refused(await sign({ exp: undefined }));
  await refused(await sign({ nbf: now + 60 }));
  await refused(await sign({ sub: 'somebody' }));
  await refused(await sign({ session_id: undefined }));
});

test('a valid signature on another body is refused, also after it was accepted on its own', async () => {
  await accounts.auth.authenticate(`Bearer ${good}`);
  const [head, , signature] = good.split('.');
  const body = Buffer.from(JSON.stringify({ ...claims, sub: sessionId })).toString('base64url');
  await refused(`${head}.${body}.${signature}`);
});

test('an invalid bearer token is refused', async () => {
  for (const header of [
    undefined,
    '',
    'Bearer',
    'Bearer ',
    `Basic ${good}`,
    good,
    `Bearer ${good} x`,
  ]) {
    await expect(accounts.auth.authenticate(header)).rejects.toMatchObject({
      name: 'NotSignedInError',
    });
    const { status, body } = await accounts.request('GET', '/user', {
      headers: header === undefined ? {} : { authorization: header },
    });
    expect({ status, code: body.error_code }).toEqual({ status: 401, code: 'no_authorization' });
  }
});

test('an accepted token is refused as soon as it expires', async () => {
  const { access_token } = await accounts.signIn(email);
  await accounts.auth.authenticate(`Bearer ${access_token}`);
  const { exp = 0 } = decodeJwt(access_token);
  const left = exp - accounts.now() / 1000;
  accounts.advance({ seconds: left - 5 }); // the clock goes on while the test runs
  await accounts.auth.authenticate(`Bearer ${access_token}`);
  accounts.advance({ seconds: 5 });
  await refused(access_token);
});

test('anybody can verify our tokens with the published keys, which contain nothing secret', async () => {
  const { access_token } = await accounts.signIn(email);
  const { payload } = await jwtVerify(access_token, createLocalJWKSet(jwks), {
    issuer: ISSUER,
    audience: 'authenticated',
    currentDate: new Date(accounts.now()),
  });
  expect(payload.sub).toBe(user.id);
  expect(jwks.keys).toEqual([
    {
      kty: 'EC',
      crv: 'P-256',
      x: expect.any(String),
      y: expect.any(String),
      kid,
      alg: 'ES256',
      use: 'sig',
      key_ops: ['verify'],
    },
  ]);
});

async function ourPrivateKey() {
  const pool = openPool({
    connection: accounts.db.connection,
    role: 'shop_auth',
    pooled: false,
    size: 1,
    log: silentLog,
  });
  const keys = createSigningKeys({
    store: createStore(pool, true),
    derivedKeys: deriveKeys(SETTINGS),
    clock: () => new Date(),
    log: silentLog,
  });
  const { privateKey } = await keys.current();
  await pool.end();
  return privateKey;
}
