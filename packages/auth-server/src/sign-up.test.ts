import { describe, expect, test } from 'vitest';
import {
  atOnce,
  errorOf,
  openTestAccounts,
  PASSWORD,
  refusal,
  statusesOf,
} from '#auth-server-test/accounts.ts';

const accounts = await openTestAccounts();
const signUp = (body: unknown) => accounts.post('/signup', body);

test('signing up creates an account and opens no session; the official client accepts that', async () => {
  const client = accounts.client();
  const events: string[] = [];
  client.onAuthStateChange((event) => void events.push(event));

  const { data, error } = await client.signUp({
    email: '  Asha@Example.com ',
    password: PASSWORD,
    options: { data: { full_name: 'Asha Rao' }, emailRedirectTo: 'http://localhost:3000/' },
  });

  expect(error).toBeNull();
  expect(data.session).toBeNull();
  expect(data.user).toMatchObject({
    email: 'asha@example.com',
    aud: 'authenticated',
    role: 'authenticated',
    phone: '',
    user_metadata: { full_name: 'Asha Rao' },
    app_metadata: { provider: 'email', providers: ['email'] },
    identities: [{ provider: 'email', identity_data: { email: 'asha@example.com' } }],
    factors: [],
    is_anonymous: false,
  });
  expect((await client.getSession()).data.session).toBeNull();
  expect(events).not.toContain('SIGNED_IN');
  expect(await accounts.rows('select from auth.sessions')).toEqual([]);
});

test('no response contains the hash of a password', async () => {
  const user = await accounts.newUser();
  const session = await accounts.signIn(user.email);
  const { body: read } = await accounts.read(session);
  expect(JSON.stringify([user, session, read])).not.toMatch(/argon2|password/);
});

test('SignupTwice: an existing address is refused, in any case and with any password', async () => {
  await accounts.newUser('taken@example.com');
  const { data, error } = await accounts.client().signUp({
    email: 'TAKEN@example.com',
    password: 'quite another one',
  });
  expect(error).toMatchObject({
    status: 422,
    code: 'user_already_exists',
    message: 'User already registered',
  });
  expect(data.user).toBeNull();
  await accounts.signIn('taken@example.com', PASSWORD);
});

test('twenty sign-ups of one address at once create one account', async () => {
  const answers = await atOnce(20, () => signUp({ email: 'rush@example.com', password: PASSWORD }));
  expect(statusesOf(answers)).toEqual([200, ...Array(19).fill(422)]);
});

test.each([
  ['short', 'length'],
  ['password', 'pwned'],
])(
  'the password %s is refused, with a reason the client understands: %s',
  async (password, reason) => {
    const email = 'leaf.picker@example.com';
    expect((await accounts.client().signUp({ email, password })).error).toMatchObject({
      name: 'AuthWeakPasswordError',
      status: 422,
      code: 'weak_password',
      reasons: [reason],
    });
  },
);

test.each([
  '  spaces around  ',
  'चायचायचायचाय',
  '🌸🍵🌿🐝🪷🍃🌙🫖',
  'steep the petals'.padEnd(256, 'é'),
  'nul\0inside it',
])('a password is used exactly as typed: %j', async (password) => {
  const { email } = await accounts.newUser(undefined, password);
  await accounts.signIn(email, password);
  expect(errorOf(await accounts.tryPassword(email, `${password} `))).toBe('invalid_credentials');
});

test('invalid sign-ups are refused with their error code', async () => {
  const email = 'a@example.com';
  const valid = { email, password: PASSWORD };
  for (const body of [{}, { email: '', password: PASSWORD }]) {
    expect(await signUp(body)).toMatchObject(refusal(422, 'anonymous_provider_disabled'));
  }
  const phone = { phone: '+919800000000', password: PASSWORD };
  expect(await signUp(phone)).toMatchObject(refusal(400, 'phone_provider_disabled'));
  for (const body of [
    { ...valid, email: 'nobody' },
    { ...valid, email: `${'x'.repeat(250)}@example.com` },
    { ...valid, email: 'nul\0@example.com' },
    { ...valid, email: [email] },
    { email },
    { ...valid, password: 12345678 },
    { ...valid, data: [] },
    { ...valid, data: { a: '\0' } },
    { ...valid, data: { a: '\ud800' } },
    { ...valid, data: { '\0': 1 } },
    { ...valid, data: { full_name: 7 } },
    { ...valid, data: { a: 'x'.repeat(5000) } },
  ]) {
    expect(await signUp(body), JSON.stringify(body)).toMatchObject(
      refusal(400, 'validation_failed'),
    );
  }
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  const body = `{"email":"${email}","password":"${PASSWORD}","data":{"a":${deep}}}`;
  expect((await signUp(body)).status).toBe(400);
  expect(await accounts.rows('select from auth.users where email = $1', [email])).toEqual([]);
});

test('a name that is a keyword of JavaScript is only a name', async () => {
  const body = `{"email":"proto@example.com","password":"${PASSWORD}","data":{"__proto__":{"admin":true},"constructor":1}}`;
  const answer = await signUp(body);
  expect(answer.status).toBe(200);
  expect(answer.body.user_metadata.admin).toBeUndefined();
});

describe('typed text', () => {
  /** As in an application that reads every dash as '-' and every '０' as '0'. */
  const read = (typed: string) => typed.trim().replaceAll('—', '-').replaceAll('０', '0');
  const reading = accounts.process({}, { typedText: { email: read, line: read, code: read } });

  test('is read as the application says in emails and names, and passwords as they were typed', async () => {
    const email = ' a—０@example.com ';
    const password = ' a — long ０ passphrase ';
    const data = { full_name: ' A—B ', tea: ' — ' };
    expect(await reading.post('/signup', { email, password, data })).toMatchObject({
      status: 200,
      body: { email: 'a-0@example.com', user_metadata: { full_name: 'A-B', tea: ' — ' } },
    });
    expect((await reading.tryPassword(email, password)).status).toBe(200);
    expect((await reading.tryPassword(email, read(password))).status).toBe(400);
    expect(await reading.auth.admin.endSessions(' A—０@example.com')).toBe(1);
  });

  test('is trimmed without an application’s word', async () => {
    expect((await accounts.newUser(' c@example.com ')).email).toBe('c@example.com');
  });
});
