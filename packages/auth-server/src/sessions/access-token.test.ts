import type { KeyObject } from 'node:crypto';
import { type CryptoKey, decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { deriveKeys } from '#auth-server/derived-keys.ts';
import { createStore } from '#auth-server/store.ts';
import {
  atOnce,
  type By,
  ISSUER,
  openTestAccounts,
  refusal,
  repeat,
  SECRET,
  SETTINGS,
  silentLog,
  tokenOf,
} from '#auth-server-test/accounts.ts';
import { createSigningKeys } from './signing-keys.ts';

const accounts = await openTestAccounts();
const { auth } = accounts;
const { email, session, id: userId } = await accounts.newSession();
const good = session.access_token;
const { sessionId } = await auth.authenticate(`Bearer ${good}`);

const jwks = (await accounts.get('/.well-known/jwks.json')).body;
const kid: string = jwks.keys[0].kid;
const { privateKey: ours } = await createSigningKeys({
  store: createStore(accounts.pool(), true),
  derivedKeys: deriveKeys(SETTINGS),
  clock: () => new Date(),
  log: silentLog,
}).current();
const now = Math.floor(accounts.now() / 1000);

const notSignedIn = { name: 'NotSignedInError' };
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
  user_metadata: {},
};

async function refused(made: string | Promise<string>): Promise<void> {
  const token = await made;
  await expect(auth.authenticate(`Bearer ${token}`)).rejects.toMatchObject(notSignedIn);
  expect((await accounts.read(token)).status).toBeOneOf([401, 403]);
}

const sign = (change: object, header: object = {}, key: CryptoKey | KeyObject = ours) =>
  new SignJWT({ ...claims, ...change })
    .setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT', ...header })
    .sign(key);

describe('a token is refused', () => {
  test('without a signature, of HS256 with the public key as its secret, or of RS256', async () => {
    expect((await accounts.read(await sign({}))).status, 'as we sign it').toBe(200);
    const [, body] = good.split('.');
    await refused(`${encode({ alg: 'none', kid })}.${body}.`);
    for (const secret of [JSON.stringify(jwks.keys[0]), kid, SECRET]) {
      const jwt = new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid });
      await refused(jwt.sign(new TextEncoder().encode(secret)));
    }
    await refused(sign({}, { alg: 'RS256' }, (await generateKeyPair('RS256')).privateKey));
  });

  test('of another key: with our key id, its own, none, or its key embedded', async () => {
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
    const jwk = await exportJWK(publicKey);
    for (const header of [{}, { kid: 'another' }, { kid: undefined }, { jwk }]) {
      await refused(sign({}, header, privateKey));
    }
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

test('the published keys contain nothing secret', () => {
  const fields = { kty: 'EC', crv: 'P-256', kid, alg: 'ES256', use: 'sig', key_ops: ['verify'] };
  expect(jwks.keys).toEqual([{ ...fields, x: expect.any(String), y: expect.any(String) }]);
});

test('an accepted token is refused as soon as it expires', async () => {
  const { exp = 0 } = decodeJwt(good);
  accounts.advance({ seconds: exp - accounts.now() / 1000 - 60 }); // the clock goes on while the test runs
  await auth.authenticate(`Bearer ${good}`);
  accounts.advance({ seconds: 60 });
  await refused(good);
});

describe('the keys that sign tokens', async () => {
  const accounts = await openTestAccounts();
  const { email } = await accounts.newUser();
  const MINUTES = 60;
  const DAY = 86_400;

  const published = async (process = accounts.process()): Promise<string[]> =>
    (await process.get('/.well-known/jwks.json')).body.keys.map((key: { kid: string }) => key.kid);

  const keyIdOf = (by: By) =>
    JSON.parse(Buffer.from(tokenOf(by).split('.')[0] ?? '', 'base64url').toString()).kid;

  const accepts = ({ auth }: Pick<typeof accounts, 'auth'>, by: By) =>
    auth.authenticate(`Bearer ${tokenOf(by)}`);

  test('eight processes that start at once on a new database create one key, useless without the secret', async () => {
    const seen = await atOnce(8, () => published());
    expect(new Set(seen.flat()).size).toBe(1);
    const kept = await accounts.rows(
      `select encode(private_key, 'escape') as text from auth.signing_keys`,
    );
    expect(kept).toHaveLength(1);
    expect(kept[0]?.text).not.toContain('PRIVATE KEY');
  });

  /** Advances the time of the keys, which use the database's clock, and of processes that cache them. */
  async function grow(seconds: number) {
    accounts.advance({ seconds: Math.min(seconds, DAY) }); // the expiry of tokens is tested elsewhere
    await accounts.rows(
      `update auth.signing_keys set created_at = created_at - $1 * interval '1 second',
         signs_from = signs_from - $1 * interval '1 second'`,
      [seconds],
    );
  }

  test('rotation, by many processes: one new key is published before it signs, and the old one until its last token has expired', async () => {
    const [oldKey] = await published();
    await grow(91 * DAY);
    const seen = await atOnce(6, () => published());
    expect(new Set(seen.map((keys) => keys.join())).size).toBe(1);

    const running = accounts.process();
    const [newKey, second] = await published(running);
    expect(second).toBe(oldKey);
    expect(newKey).not.toBe(oldKey);
    const before = await running.signIn(email);
    expect(keyIdOf(before)).toBe(oldKey);

    await grow(21 * MINUTES);
    const after = await running.signIn(email);
    expect(keyIdOf(after)).toBe(newKey);
    for (const session of [before, after]) await accepts(accounts.process(), session);

    await grow(100 * MINUTES);
    expect(await published()).toEqual([newKey]);
  });

  test('when no key may sign yet, the first that will signs', async () => {
    await accounts.rows(
      `update auth.signing_keys set created_at = now(), signs_from = now() + interval '19 minutes'`,
    );
    await accepts(accounts, await accounts.process().signIn(email));
  });

  test('with a new secret a new key signs at once, and tokens of the old one stay valid', async () => {
    const old = await accounts.signIn(email);
    const renewed = accounts.process({ secret: 'a new secret, because the old one leaked' });
    const session = await renewed.signIn(email);
    expect(keyIdOf(session)).not.toBe(keyIdOf(old));
    for (const each of [old, session]) await accepts(renewed, each);
  });

  test('a process whose clock was set back knows the keys that others create', async () => {
    let ahead = DAY * 1000;
    const running = accounts.process({}, { clock: () => accounts.now() + ahead });
    await published(running);
    ahead = 0;
    const other = accounts.process({ secret: 'the newest secret, because the new one leaked' });
    await accepts(running, await other.signIn(email));
  });

  test('unknown key ids do not cause a database query each time', async () => {
    const process = accounts.process();
    await published(process);
    const head = Buffer.from('{"alg":"ES256","kid":"made up"}').toString('base64url');
    const statements = await accounts.statementsOf(() =>
      repeat(100, () => accepts(process, `${head}.e30.AA`).catch(() => {})),
    );
    expect(statements).toEqual([]);
  });
});
