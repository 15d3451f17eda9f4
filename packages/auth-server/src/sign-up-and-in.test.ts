import argon2 from '@node-rs/argon2';
import { expect, test } from 'vitest';
import {
  atOnce,
  errorOf,
  openTestAccounts,
  PASSWORD,
  payloadOf,
  refusal,
  statusesOf,
} from '#auth-server-test/accounts.ts';
import type { Hashing } from './passwords/passwords.ts';

const accounts = await openTestAccounts();
const { newUser, rows, tryPassword } = accounts;
const signUp = (body: unknown) => accounts.post('/signup', body);

test('signing up creates an account and opens no session; the official client accepts that', async () => {
  const client = accounts.client();
  const { data, error } = await client.signUp({
    email: '  Asha@Example.com ',
    password: PASSWORD,
    options: { data: { full_name: 'Asha Rao' }, emailRedirectTo: 'http://localhost:3000/' },
  });
  expect(error).toBeNull();
  expect(data.session).toBeNull();
  expect(data.user).toMatchObject({
    email: 'asha@example.com',
    user_metadata: { full_name: 'Asha Rao' },
    app_metadata: { provider: 'email', providers: ['email'] },
    identities: [{ provider: 'email', identity_data: { email: 'asha@example.com' } }],
    factors: [],
  });
  expect((await client.getSession()).data.session).toBeNull();
  expect(await rows('select from auth.sessions')).toEqual([]);
  const weak = await client.signUp({ email: 'leaf@example.com', password: 'password' });
  expect(weak.error).toMatchObject({ name: 'AuthWeakPasswordError', reasons: ['pwned'] });
});

test('SignupTwice: an existing address is refused, in any case and with any password', async () => {
  await newUser('taken@example.com');
  const again = await signUp({ email: 'TAKEN@example.com', password: 'quite another one' });
  expect(again).toMatchObject(refusal(422, 'user_already_exists'));
  await accounts.signIn('taken@example.com', PASSWORD);
});

test('twenty sign-ups of one address at once create one account', async () => {
  const answers = await atOnce(20, () => signUp({ email: 'rush@example.com', password: PASSWORD }));
  expect(statusesOf(answers)).toEqual([200, ...Array(19).fill(422)]);
});

test.each(['  spaces around  ', '🌸🍵🌿🐝🪷🍃🌙🫖', 'x'.padEnd(256, 'é'), 'nul\0inside it'])(
  'a password is used exactly as typed: %j',
  async (password) => {
    const { email } = await newUser(undefined, password);
    await accounts.signIn(email, password);
    expect(errorOf(await tryPassword(email, `${password} `))).toBe('invalid_credentials');
  },
);

test('invalid sign-ups are refused, and what is sent beside the name is not kept', async () => {
  const email = 'a@example.com';
  const valid = { email, password: PASSWORD };
  for (const body of [
    { password: PASSWORD },
    { email },
    { ...valid, email: `${'x'.repeat(250)}@example.com` },
    { ...valid, email: 'nul\0@example.com' },
    { ...valid, data: { full_name: '\ud800' } },
    { ...valid, data: { full_name: 'x'.repeat(101) } },
  ]) {
    const refused = refusal(400, 'validation_failed');
    expect(await signUp(body), JSON.stringify(body)).toMatchObject(refused);
  }
  expect(await rows('select from auth.users where email = $1', [email])).toEqual([]);
  const data = `{"full_name":"Asha","__proto__":{"admin":true},"tea":1}`;
  const { body } = await signUp(`{"email":"${email}","password":"${PASSWORD}","data":${data}}`);
  expect(body.user_metadata).toEqual({ full_name: 'Asha' });
});

test('signing in opens a session that the official client keeps', async () => {
  const email = 'leela@example.com';
  const { id } = await newUser(email);
  const storage = new Map<string, string>();
  const client = accounts.client(storage);
  const events: string[] = [];
  client.onAuthStateChange((event: string) => void events.push(event));

  const { data, error } = await client.signInWithPassword({
    email: ' LEELA@example.com',
    password: PASSWORD,
  });

  expect(error).toBeNull();
  expect(data.session).toMatchObject({ token_type: 'bearer', expires_in: 3600 });
  expect(data.session?.expires_at).toBe(payloadOf(data.session ?? '').iat + 3600);
  expect(events).toEqual(['INITIAL_SESSION', 'SIGNED_IN']);
  expect(JSON.parse(storage.get('shop-auth') ?? '')).toHaveProperty('refresh_token');
  const { data: read } = await client.getUser();
  expect(read.user?.email).toBe(email);
  expect(JSON.stringify([data, read])).not.toMatch(/argon2|password_hash/);
  expect((await client.getClaims()).data?.claims).toMatchObject({
    iss: 'http://localhost:3000/auth/v1',
    aud: 'authenticated',
    role: 'authenticated',
    email,
    user_metadata: { full_name: 'Asha Rao' },
    aal: 'aal1',
    amr: [{ method: 'password' }],
  });
  // And the access token names the shopper to the shop.
  expect(await accounts.auth.authenticate(`Bearer ${data.session?.access_token}`)).toEqual({
    userId: id,
    sessionId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    refreshCounter: 0,
    email,
    fullName: 'Asha Rao',
  });
});

test('an unknown address and a wrong password get the same response, after the same slow hash', async () => {
  const compared: string[] = [];
  const hashing: Hashing = {
    ...argon2,
    verify(hashed, ...more) {
      compared.push(String(hashed).replace(/\$[^$]+\$[^$]+$/, '')); // without salt and hash: its cost
      return argon2.verify(hashed, ...more);
    },
  };
  const watched = accounts.process({}, { hashing });
  await newUser('known@example.com');
  const tried = [];
  for (const email of ['known@example.com', 'unknown@example.com']) {
    const { status, body } = await watched.tryPassword(email, 'nobody has this password');
    tried.push({ status, body, compared: compared.splice(0) });
  }
  expect(tried[0]).toMatchObject(refusal(400, 'invalid_credentials'));
  expect(tried[0]?.compared).toEqual(['$argon2id$v=19$m=64,t=2,p=1']);
  expect(tried[1]).toEqual(tried[0]);
});

test('a banned user is told so only with the right password', async () => {
  const { id, email } = await newUser();
  await accounts.setBan(id, 'infinity');
  expect(await tryPassword(email)).toMatchObject(refusal(400, 'user_banned'));
  expect(await tryPassword(email, 'guess')).toMatchObject(refusal(400, 'invalid_credentials'));
});

test('a password changed while it is being checked opens no session', async () => {
  const { id, email } = await newUser();
  const signingIn = await accounts.whileLocked(
    `update auth.users set password_hash = 'changed' where id = '${id}'`,
    () => tryPassword(email),
  );
  expect(signingIn).toMatchObject(refusal(400, 'invalid_credentials'));
  expect(await rows('select from auth.sessions where user_id = $1', [id])).toEqual([]);
});

test('passwords are stored as argon2id of 19 MiB and two passes, and rehashed when the cost rises', async () => {
  const hashOf = async (email: string): Promise<string> =>
    (await rows('select password_hash from auth.users where email = $1', [email]))[0]
      ?.password_hash;
  const costly = accounts.process({ hashMemoryKiB: 19_456 });
  const { email } = await newUser();
  expect(await hashOf(email)).toMatch(/m=64,t=2/);
  await costly.signIn(email);
  const rehashed = await hashOf(email);
  expect(rehashed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  await accounts.signIn(email);
  expect(await hashOf(email), 'never lowered').toBe(rehashed);
});

test('the tables of limits and events contain no email address and no password, but who signed in and from where', async () => {
  const { id, email } = await newUser();
  const address = '203.0.113.20';
  await tryPassword(email, 'guess', address);
  await tryPassword(email, PASSWORD, address);
  expect(
    await rows(
      `select event, host(address) as address, session_id is not null as session
       from auth.audit_log where user_id = $1 order by id`,
      [id],
    ),
  ).toEqual([
    { event: 'signed_up', address: expect.stringMatching(/^198\.18\./), session: false },
    { event: 'sign_in_failed', address, session: false },
    { event: 'signed_in', address, session: true },
  ]);
  const kept = await rows(
    `select to_json(l)::text as text from rate_limits l
     union all select to_json(a)::text from auth.audit_log a`,
  );
  expect(kept.filter(({ text }) => /@example|guess/.test(text))).toEqual([]);
});
