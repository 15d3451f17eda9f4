import { createSecretKey, type KeyObject } from 'node:crypto';
import { type CryptoKey, decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { deriveKeys } from '#auth-server/derived-keys.ts';
import { ISSUER, openTestAccounts, refusal, SECRET, SETTINGS } from '#auth-server-test/accounts.ts';

const accounts = await openTestAccounts();
const { auth } = accounts;
const { email, session, id: userId } = await accounts.newSession();
const good = session.access_token;
const { sessionId } = await auth.authenticate(`Bearer ${good}`);

const ours = createSecretKey(deriveKeys(SETTINGS).hmac('access token', 'HS256'));
const now = Math.floor(accounts.now() / 1000);

const notSignedIn = { name: 'AuthError' };
const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

/** Valid claims. */
const claims = {
  iss: ISSUER,
  aud: 'authenticated',
  sub: userId,
  exp: now + 3600,
  iat: now,
  email,
  role: 'authenticated',
  session_id: sessionId,
  refresh_counter: 0,
  user_metadata: {},
};

async function refused(made: string | Promise<string>): Promise<void> {
  const token = await made;
  await expect(auth.authenticate(`Bearer ${token}`)).rejects.toMatchObject(notSignedIn);
  expect((await accounts.read(token)).status).toBeOneOf([401, 403]);
}

const sign = (change: object, header: object = {}, key: CryptoKey | KeyObject = ours) =>
  new SignJWT({ ...claims, ...change })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT', ...header })
    .sign(key);

describe('a token is refused', () => {
  test('without a signature, of another algorithm, or of another key, also one that it brings itself', async () => {
    expect((await accounts.read(await sign({}))).status, 'as we sign it').toBe(200);
    const [, body] = good.split('.');
    await refused(`${encode({ alg: 'none' })}.${body}.`);
    for (const secret of [SECRET, '', ISSUER]) {
      await refused(sign({}, {}, createSecretKey(Buffer.from(secret.padEnd(32, '\0')))));
    }
    for (const alg of ['RS256', 'ES256']) {
      const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
      await refused(sign({}, { alg, jwk: await exportJWK(publicKey) }, privateKey));
    }
    await refused(sign({}, { alg: 'HS512' }));
  });

  test('with another audience or issuer, expired, not yet valid or without what it must say', async () => {
    for (const change of [
      ...[{ aud: 'anon' }, { aud: undefined }, { iss: 'https://a.example' }, { iss: undefined }],
      ...[{ exp: now - 1 }, { exp: undefined }, { nbf: now + 3000 }],
      ...[{ sub: 'somebody' }, { session_id: undefined }],
    ]) {
      await refused(sign(change));
    }
  });

  test('with a valid signature on another body, also after it was accepted on its own', async () => {
    await auth.authenticate(`Bearer ${good}`);
    const [head, , signature] = good.split('.');
    await refused(`${head}.${encode({ ...claims, sub: sessionId })}.${signature}`);
  });

  test('in any other form than a bearer token', async () => {
    for (const authorization of ['', 'Bearer ', `Basic ${good}`, good, `Bearer ${good} x`]) {
      await expect(auth.authenticate(authorization)).rejects.toMatchObject(notSignedIn);
      const answer = await accounts.request('GET', '/user', { headers: { authorization } });
      expect(answer).toMatchObject(refusal(401, 'no_authorization'));
    }
  });
});

test('an accepted token is refused as soon as it expires', async () => {
  const { exp = 0 } = decodeJwt(good);
  accounts.advance({ seconds: exp - accounts.now() / 1000 - 60 }); // the clock goes on while the test runs
  await auth.authenticate(`Bearer ${good}`);
  accounts.advance({ seconds: 60 });
  await refused(good);
});

test('with a new secret no token is valid any more', async () => {
  const renewed = accounts.process({ secret: 'a new secret, because the old one leaked' });
  const { session } = await accounts.newSession();
  await expect(renewed.auth.authenticate(`Bearer ${session.access_token}`)).rejects.toMatchObject(
    notSignedIn,
  );
});
