import type { KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { closeAfterFile } from '@aparajita/postgres/testing';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
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
import { describe, expect, test, vi } from 'vitest';
import { deriveKeys } from '#auth-server/derived-keys.ts';
import { createStore } from '#auth-server/store.ts';
import {
  atOnce,
  type By,
  ISSUER,
  openTestAccounts,
  repeat,
  SECRET,
  SETTINGS,
  silentLog,
  tokenOf,
} from '#auth-server-test/accounts.ts';
import { createHostedAuthenticator } from './hosted-auth.ts';
import { createSigningKeys } from './signing-keys.ts';

const accounts = await openTestAccounts();
const { auth, signIn } = accounts;
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
const stranger = await generateKeyPair('ES256', { extractable: true });
const now = Math.floor(accounts.now() / 1000);

const notSignedIn = { name: 'NotSignedInError' };
const unavailable = { name: 'AccountsUnavailableError' };
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

async function refused(...tokens: (string | Promise<string>)[]): Promise<void> {
  for (const token of await Promise.all(tokens)) {
    await expect(auth.authenticate(`Bearer ${token}`)).rejects.toMatchObject(notSignedIn);
    expect(await accounts.read(token)).toMatchObject({
      status: expect.toBeOneOf([401, 403]),
      body: { error_code: expect.toBeOneOf(['bad_jwt', 'no_authorization']) },
    });
  }
}

const sign = (change: object, header: object = {}, key: CryptoKey | KeyObject = ours) =>
  new SignJWT({ ...claims, ...change })
    .setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT', ...header })
    .sign(key);

describe('a token is refused', () => {
  test('never with the forged claims of this file as they are, when we sign them', async () => {
    const token = await sign({});
    expect(await auth.authenticate(`Bearer ${token}`)).toMatchObject({ userId });
    expect((await accounts.read(token)).status).toBe(200);
  });

  test('without a signature', async () => {
    const [head, body] = good.split('.');
    const none = encode({ alg: 'none', kid });
    await refused(new UnsecuredJWT(claims).encode());
    await refused(`${none}.${body}.`, `${none}.${body}.AA`, `${head}.${body}.`);
  });

  test('of HS256 with the public key as its secret, or of RS256', async () => {
    const publicKey = await importJWK(jwks.keys[0], 'ES256');
    if (publicKey instanceof Uint8Array) throw new Error('not a public key');
    for (const secret of [await exportSPKI(publicKey), JSON.stringify(jwks.keys[0]), kid, SECRET]) {
      const jwt = new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid });
      await refused(jwt.sign(new TextEncoder().encode(secret)));
    }
    await refused(sign({}, { alg: 'RS256' }, (await generateKeyPair('RS256')).privateKey));
  });

  test('of another key: with our key id, its own, none, or its key embedded', async () => {
    const key = stranger.privateKey;
    await refused(
      sign({}, {}, key),
      sign({}, { kid: 'another' }, key),
      sign({}, { kid: undefined }, key),
      sign({}, { jwk: await exportJWK(stranger.publicKey) }, key),
      sign({}, { jku: 'http://127.0.0.1/jwks.json' }, key),
      sign({}, { kid: undefined }),
    );
  });

  test('with another audience or issuer, expired, not yet valid or without expiry', async () => {
    await refused(
      sign({ aud: 'anon' }),
      sign({ aud: undefined }),
      sign({ iss: 'https://example.com/auth/v1' }),
      sign({ iss: undefined }),
      sign({ exp: now - 1 }),
      sign({ exp: undefined }),
      sign({ nbf: now + 60 }),
      sign({ sub: 'somebody' }),
      sign({ session_id: undefined }),
    );
  });

  test('with a valid signature on another body, also after it was accepted on its own', async () => {
    await auth.authenticate(`Bearer ${good}`);
    const [head, , signature] = good.split('.');
    await refused(`${head}.${encode({ ...claims, sub: sessionId })}.${signature}`);
  });

  test('in any other form than a bearer token', async () => {
    const headers = [undefined, '', 'Bearer', 'Bearer ', `Basic ${good}`, good, `Bearer ${good} x`];
    for (const authorization of headers) {
      await expect(auth.authenticate(authorization)).rejects.toMatchObject(notSignedIn);
      const answer = await accounts.request('GET', '/user', {
        headers: authorization === undefined ? {} : { authorization },
      });
      expect(answer).toMatchObject({ status: 401, body: { error_code: 'no_authorization' } });
    }
  });
});

test('anybody can verify our tokens with the published keys, which contain nothing secret', async () => {
  const { payload } = await jwtVerify(good, createLocalJWKSet(jwks), {
    issuer: ISSUER,
    audience: 'authenticated',
    currentDate: new Date(accounts.now()),
  });
  expect(payload.sub).toBe(userId);
  const fields = { kty: 'EC', crv: 'P-256', kid, alg: 'ES256', use: 'sig', key_ops: ['verify'] };
  expect(jwks.keys).toEqual([{ ...fields, x: expect.any(String), y: expect.any(String) }]);
});

describe('a hosted service', async () => {
  // Our own service plays it: reachable only over the network, with a database the shop cannot see.
  const app = new Hono().route('/auth/v1', auth.routes);
  const clock = accounts.now;

  async function listen(fetch: typeof app.fetch): Promise<string> {
    const server = serve({ fetch, port: 0, hostname: '127.0.0.1' });
    closeAfterFile(() => void server.close());
    await once(server, 'listening');
    const address = server.address();
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  }

  const origin = await listen(app.fetch);
  const jwksUrl = `${origin}/auth/v1/.well-known/jwks.json`;
  const authenticate = createHostedAuthenticator({ issuer: ISSUER, jwksUrl, clock });

  test('authenticates its shoppers by its published keys', async () => {
    const shopper = await authenticate(`Bearer ${good}`);
    expect(shopper).toMatchObject({ userId, email, fullName: 'Asha Rao' });
    expect(shopper).toEqual({
      ...(await auth.authenticate(`Bearer ${good}`)),
      secondFactor: { shown: false, at: null },
    });
  });

  test('has no tokens of any other service', async () => {
    const issuer = 'https://other.example';
    const other = createHostedAuthenticator({ issuer, jwksUrl, clock });
    const late = createHostedAuthenticator({
      issuer: ISSUER,
      jwksUrl,
      clock: () => accounts.now() + 3_600_000,
    });
    const asked: [typeof authenticate, string | undefined][] = [
      [other, `Bearer ${good}`],
      [late, `Bearer ${good}`],
      [authenticate, `Bearer ${encode({ alg: 'ES256', kid: 'made up' })}.e30.AA`],
      [authenticate, `Bearer ${encode({ alg: 'none' })}.${good.split('.')[1]}.AA`],
      [authenticate, undefined],
    ];
    for (const [request, header] of asked) {
      await expect(request(header)).rejects.toMatchObject(notSignedIn);
    }
  });

  test('signs nobody out while it is unreachable', async () => {
    for (const unreachable of [
      'http://127.0.0.1:9/jwks.json',
      `${origin}/auth/v1/nowhere`,
      `${origin}/auth/v1/settings`,
    ]) {
      const asking = createHostedAuthenticator({ issuer: ISSUER, jwksUrl: unreachable, clock });
      await expect(asking(`Bearer ${good}`)).rejects.toMatchObject(unavailable);
    }
  });

  test('may be unreachable for a day: known keys are used, and unknown ones are not guessed', async () => {
    let ahead = 0;
    let unreachable = false;
    let asked = 0;
    const front = new Hono().get('/jwks.json', async (c) => {
      asked += 1;
      return unreachable ? c.text('gone', 502) : app.request('/auth/v1/.well-known/jwks.json');
    });
    const known = createHostedAuthenticator({
      issuer: ISSUER,
      jwksUrl: `${await listen(front.fetch)}/jwks.json`,
      clock: () => accounts.now() + ahead,
    });
    const [first, second, third] = await repeat(
      3,
      async () => `Bearer ${(await signIn(email)).access_token}`,
    );

    await known(first);
    expect(asked).toBe(1);
    unreachable = true;
    // Known keys need no request; a token of another key cannot be judged while the service is unreachable.
    await known(second);
    expect(asked).toBe(1);

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60 * 1000 }); // the key set is old
    try {
      await known(third);
      expect(asked).toBe(2);
      const unknown = `Bearer ${encode({ alg: 'ES256', kid: 'new' })}.e30.AA`;
      await expect(known(unknown)).rejects.toMatchObject(unavailable);
      expect(asked).toBe(2); // no request waits for it again at once
      ahead = 25 * 60 * 60 * 1000;
      await expect(known(second)).rejects.toMatchObject(unavailable);
    } finally {
      vi.useRealTimers();
    }
  });
});

test('an accepted token is refused as soon as it expires', async () => {
  const { exp = 0 } = decodeJwt(good);
  accounts.advance({ seconds: exp - accounts.now() / 1000 - 5 }); // the clock goes on while the test runs
  await auth.authenticate(`Bearer ${good}`);
  accounts.advance({ seconds: 5 });
  await refused(good);
});

describe('the keys that sign tokens', async () => {
  const accounts = await openTestAccounts();
  const { email } = await accounts.newUser();
  const MINUTES = 60;
  const DAY = 86_400;

  type Published = { keys: { kid: string }[] };

  async function published(process = accounts.process()): Promise<string[]> {
    const { body }: { body: Published } = await process.get('/.well-known/jwks.json');
    return body.keys.map(({ kid }) => kid);
  }

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

  test('rotation: a new key is published before it signs, and the old one until its last token has expired', async () => {
    const [oldKey] = await published();
    await grow(91 * DAY);

    const running = accounts.process(); // has loaded the keys before the next one was created
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

  test('many processes rotate to one new key', async () => {
    await grow(91 * DAY);
    const seen = await atOnce(6, () => published());
    expect(new Set(seen.map((keys) => keys.join())).size).toBe(1);
    expect(seen[0]).toHaveLength(2);
  });

  describe('a wrong clock', () => {
    const keysNow = () =>
      accounts.rows('select id, created_at, signs_from from auth.signing_keys order by id');

    test.each([200, -200])(
      'by %i days in one process neither makes nor deletes a key, and there signing in works',
      async (days) => {
        const before = await keysNow();
        accounts.advance({ days });
        const astray = accounts.process();
        await astray.signIn(email);
        await astray.auth.pruneExpired();
        await published(astray);
        accounts.advance({ days: -days });
        expect(await keysNow()).toEqual(before);
        await accepts(accounts, await accounts.process().signIn(email));
        await astray.signIn(email); // its clock was set back while it ran
      },
    );

    test('in the database has left keys from the future: they are corrected, and signing in works at once', async () => {
      const running = await accounts.signIn(email);
      await accounts.rows(
        `update auth.signing_keys set created_at = created_at + interval '200 days',
           signs_from = signs_from + interval '200 days'`,
      );
      const restarted = accounts.process();
      await accepts(restarted, await restarted.signIn(email));
      await accepts(restarted, running);
      const [row] = await accounts.rows(
        "select max(created_at) <= now() and max(signs_from) <= now() + interval '1 minute' as right from auth.signing_keys",
      );
      expect(row?.right).toBe(true);
      await grow(91 * DAY);
      expect((await published()).length, 'and they are replaced in good time').toBeGreaterThan(1);
    });

    test('that leaves no key ready to sign prevents nobody from signing in', async () => {
      await accounts.rows(
        `update auth.signing_keys set created_at = now(), signs_from = now() + interval '19 minutes'`,
      );
      await accepts(accounts, await accounts.process().signIn(email));
    });
  });

  test('with a new secret a new key signs at once, and tokens of the old one stay valid', async () => {
    const old = await accounts.signIn(email);
    const renewed = accounts.process({ secret: 'a new secret, because the old one leaked' });
    const session = await renewed.signIn(email);
    expect(keyIdOf(session)).not.toBe(keyIdOf(old));
    for (const each of [old, session]) await accepts(renewed, each);
  });

  test('unknown key ids do not cause a database query each time', async () => {
    const process = accounts.process();
    await published(process);
    const head = Buffer.from('{"alg":"ES256","kid":"made up"}').toString('base64url');
    const statements = await accounts.countStatements(() =>
      repeat(100, () => accepts(process, `${head}.e30.AA`).catch(() => {})),
    );
    expect(statements).toBe(0);
  });
});
