import { expect, test } from 'vitest';
import { openTestAccounts, PASSWORD, type TestProcess } from '#auth-server-test/accounts.ts';
import { createPasswords } from './passwords/passwords.ts';

const accounts = await openTestAccounts();

/** 200 tries in all. */
const PAIRS = 100;

function tryPassword(process: TestProcess, email: string, password: string, from?: string) {
  return process.request('POST', '/token?grant_type=password', { body: { email, password }, from });
}

test('signing in opens a session that the official client keeps', async () => {
  await accounts.newUser('asha@example.com');
  const storage = new Map<string, string>();
  const client = accounts.client(storage);
  const events: string[] = [];
  client.onAuthStateChange((event: string) => void events.push(event));

  const { data, error } = await client.signInWithPassword({
    email: ' ASHA@example.com',
    password: PASSWORD,
  });

  expect(error).toBeNull();
  expect(data.session).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
  expect(data.session?.expires_at).toBeCloseTo(accounts.now() / 1000 + 3600, -1);
  expect(data.user?.last_sign_in_at).toBeDefined();
  expect(events).toEqual(['INITIAL_SESSION', 'SIGNED_IN']);
  expect(JSON.parse(storage.get('shop-auth') ?? '')).toHaveProperty('refresh_token');
  expect((await client.getUser()).data.user?.email).toBe('asha@example.com');
  expect((await client.getClaims()).data?.claims).toMatchObject({
    iss: 'http://localhost:3000/auth/v1',
    aud: 'authenticated',
    role: 'authenticated',
    email: 'asha@example.com',
    user_metadata: { full_name: 'Asha Rao' },
    aal: 'aal1',
    amr: [{ method: 'password' }],
    is_anonymous: false,
  });
});

test('the access token names the shopper to the shop', async () => {
  const user = await accounts.newUser('names@example.com');
  const { access_token } = await accounts.signIn('names@example.com');
  expect(await accounts.auth.authenticate(`Bearer ${access_token}`)).toEqual({
    userId: user.id,
    sessionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    refreshCounter: 0,
    email: 'names@example.com',
    fullName: 'Asha Rao',
  });
});

test('an unknown address and a wrong password get the same response, and cannot be told apart by their times', async () => {
  const real = accounts.process({
    hashMemoryKiB: 8_192, // enough to dominate the rest of the work
    limits: { signInAccount: { points: 10_000, seconds: 300 } },
  });
  await real.newUser('known@example.com');
  const answers = new Set<string>();
  const time = async (email: string) => {
    const began = performance.now();
    const { status, body, headers } = await tryPassword(real, email, 'not the password');
    const taken = performance.now() - began;
    answers.add(`${status} ${JSON.stringify(body)} ${headers.get('x-sb-error-code')}`);
    return taken;
  };
  const timeBoth = async (knownFirst: boolean) => {
    if (knownFirst) return [await time('known@example.com'), await time('unknown@example.com')];
    const unknown = await time('unknown@example.com');
    return [await time('known@example.com'), unknown];
  };
  for (let pair = 0; pair < 5; pair += 1) await timeBoth(true); // warm-up: connections and the hash for unknown addresses
  let knownTookLonger = 0;
  for (let pair = 0; pair < PAIRS; pair += 1) {
    const [known = 0, unknown = 0] = await timeBoth(pair % 2 === 0);
    if (known > unknown) knownTookLonger += 1;
  }
  expect([...answers]).toEqual([
    '400 {"code":400,"error_code":"invalid_credentials","msg":"Invalid login credentials"} invalid_credentials',
  ]);
  // Each pair runs back to back, so a slow machine slows both: guessing by the time is right half the time. By chance
  // alone this bound is missed once in a million runs; without the work done for an unknown address all pairs can be
  // told apart.
  expect(Math.abs(knownTookLonger / PAIRS - 0.5), `${knownTookLonger} of ${PAIRS}`).toBeLessThan(
    0.25,
  );
});

test('nobody signs in without an address or a password', async () => {
  const wrong: [object, string][] = [
    [{}, 'validation_failed'],
    [{ email: 'nobody', password: PASSWORD }, 'validation_failed'],
    [{ email: 'a@example.com' }, 'invalid_credentials'],
    [{ email: 'a@example.com', password: 'x'.repeat(10_000) }, 'invalid_credentials'],
    [{ email: 'a@example.com', password: { $ne: '' } }, 'validation_failed'],
    [{ phone: '+919800000000', password: PASSWORD }, 'phone_provider_disabled'],
  ];
  for (const [body, code] of wrong) {
    const answer = await accounts.request('POST', '/token?grant_type=password', { body });
    expect(answer).toMatchObject({ status: 400, body: { error_code: code } });
  }
});

test('a correct password takes four statements, two of them for rate limits', async () => {
  await accounts.newUser('quick@example.com');
  const from = '203.0.113.33';
  await tryPassword(accounts, 'quick@example.com', PASSWORD, from); // creates the signing key
  const statements = await accounts.countStatements(() =>
    tryPassword(accounts, 'quick@example.com', PASSWORD, from),
  );
  expect(statements).toBe(4);
});

test('no table of limits or events contains an email address', async () => {
  await tryPassword(accounts, 'private@example.com', 'guess', '203.0.113.13');
  const kept = await accounts.rows(
    `select to_json(l)::text as text from rate_limits l
     union all select to_json(a)::text from auth.audit_log a`,
  );
  expect(kept.length).toBeGreaterThan(5);
  expect(kept.filter(({ text }) => text.includes('@example') || text.includes('guess'))).toEqual(
    [],
  );
});

test('a banned user is told so only with the right password', async () => {
  const { id } = await accounts.newUser('banned@example.com');
  await accounts.rows(`update auth.users set banned_until = 'infinity' where id = $1`, [id]);
  const right = await tryPassword(accounts, 'banned@example.com', PASSWORD);
  expect(right).toMatchObject({ status: 400, body: { error_code: 'user_banned' } });
  const wrong = await tryPassword(accounts, 'banned@example.com', 'guess');
  expect(wrong).toMatchObject({ status: 400, body: { error_code: 'invalid_credentials' } });
});

test('a password changed while it is being checked opens no session', async () => {
  const { id, email } = await accounts.newUser('raced@example.com');
  const signingIn = await accounts.whileLocked(
    `update auth.users set password_hash = 'changed' where id = '${id}'`,
    () => tryPassword(accounts, email, PASSWORD),
  );
  expect(signingIn).toMatchObject({ status: 400, body: { error_code: 'invalid_credentials' } });
  expect(await accounts.rows('select from auth.sessions where user_id = $1', [id])).toEqual([]);
});

test('passwords are stored as argon2id of 19 MiB and two passes, and rehashed when the cost rises', async () => {
  const hashOf = async (email: string) =>
    (await accounts.rows('select password_hash from auth.users where email = $1', [email]))[0]
      ?.password_hash;
  const costly = accounts.process({ hashMemoryKiB: 19_456 });
  await costly.newUser('costly@example.com');
  expect(await hashOf('costly@example.com')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);

  await accounts.newUser('cheap@example.com');
  expect(await hashOf('cheap@example.com')).toMatch(/m=64,t=2/);
  await costly.signIn('cheap@example.com');
  expect(await hashOf('cheap@example.com')).toMatch(/m=19456,t=2/);
  const rehashed = await hashOf('cheap@example.com');
  await accounts.signIn('cheap@example.com');
  expect(await hashOf('cheap@example.com'), 'never lowered').toBe(rehashed);
});

test('a password that is too weak by now still signs in, and the client is told', async () => {
  await accounts.newUser('weak@example.com');
  const hashed = await createPasswords({
    hashMemoryKiB: 64,
    hashPasses: 2,
    maxConcurrentHashes: 1,
    maxWaitingHashes: 1,
  }).hash('password1', []);
  await accounts.rows(`update auth.users set password_hash = $1 where email = 'weak@example.com'`, [
    hashed,
  ]);
  const client = accounts.client();
  const { data } = await client.signInWithPassword({
    email: 'weak@example.com',
    password: 'password1',
  });
  expect(data.weakPassword).toMatchObject({ reasons: ['pwned'] });
  await accounts.newUser('strong@example.com');
  expect(await accounts.signIn('strong@example.com')).not.toHaveProperty('weak_password');
});

test('sign-ins are in the audit log', async () => {
  const { id } = await accounts.newUser('noted@example.com');
  await tryPassword(accounts, 'noted@example.com', 'guess', '203.0.113.20');
  await tryPassword(accounts, 'noted@example.com', PASSWORD, '203.0.113.20');
  expect(
    await accounts.rows(
      `select event, host(address) as address, session_id is not null as session
       from auth.audit_log where user_id = $1 order by id`,
      [id],
    ),
  ).toEqual([
    { event: 'signed_up', address: expect.stringMatching(/^198\.18\./), session: false },
    { event: 'sign_in_failed', address: '203.0.113.20', session: false },
    { event: 'signed_in', address: '203.0.113.20', session: true },
  ]);
});
