import { expect, test } from 'vitest';
import { openTestAccounts, PASSWORD } from '#auth-server-test/accounts.ts';

const accounts = await openTestAccounts();

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
  const read = await accounts.request('GET', '/user', { token: session.access_token });
  for (const answer of [user, session, read.body]) {
    expect(JSON.stringify(answer)).not.toMatch(/argon2|password/);
  }
});

test('SignupTwice: an existing address is refused, in any case and with any password', async () => {
  await accounts.newUser('taken@example.com');
  const client = accounts.client();
  const { data, error } = await client.signUp({
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
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      accounts.request('POST', '/signup', {
        body: { email: 'rush@example.com', password: PASSWORD },
      }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(422)]);
});

test('a password that the application refuses is refused, with reasons the client understands', async () => {
  const weak: [string, string][] = [
    ['short', 'length'],
    ['password', 'pwned'],
  ];
  for (const [password, reason] of weak) {
    const { error } = await accounts.client().signUp({
      email: 'leaf.picker@example.com',
      password,
      options: { data: { full_name: 'Asha Rao' } },
    });
    expect(error, password).toMatchObject({
      name: 'AuthWeakPasswordError',
      status: 422,
      code: 'weak_password',
      reasons: [reason],
    });
  }
});

test('a password is used exactly as typed: spaces, emoji, any script', async () => {
  const passwords = [
    '  spaces around  ',
    'चायचायचायचाय',
    '🌸🍵🌿🐝🪷🍃🌙🫖',
    'steep the petals'.padEnd(256, 'é'),
    'nul\0inside it',
  ];
  for (const [index, password] of passwords.entries()) {
    const email = `typed-${index}@example.com`;
    await accounts.newUser(email, password);
    await accounts.signIn(email, password);
    const trimmed = await accounts.request('POST', '/token?grant_type=password', {
      body: { email, password: `${password} ` },
    });
    expect(trimmed.body.error_code).toBe('invalid_credentials');
  }
});

test('invalid sign-ups are refused with their error code', async () => {
  const wrong: [object, number, string][] = [
    [{}, 422, 'anonymous_provider_disabled'],
    [{ email: '', password: PASSWORD }, 422, 'anonymous_provider_disabled'],
    [{ email: 'nobody', password: PASSWORD }, 400, 'validation_failed'],
    [{ email: `${'x'.repeat(250)}@example.com`, password: PASSWORD }, 400, 'validation_failed'],
    [{ email: 'nul\0@example.com', password: PASSWORD }, 400, 'validation_failed'],
    [{ email: ['a@example.com'], password: PASSWORD }, 400, 'validation_failed'],
    [{ email: 'a@example.com' }, 400, 'validation_failed'],
    [{ email: 'a@example.com', password: 12345678 }, 400, 'validation_failed'],
    [{ phone: '+919800000000', password: PASSWORD }, 400, 'phone_provider_disabled'],
    [{ email: 'a@example.com', password: PASSWORD, data: [] }, 400, 'validation_failed'],
    [{ email: 'a@example.com', password: PASSWORD, data: { a: '\0' } }, 400, 'validation_failed'],
    [
      { email: 'a@example.com', password: PASSWORD, data: { a: '\ud800' } },
      400,
      'validation_failed',
    ],
    [{ email: 'a@example.com', password: PASSWORD, data: { '\0': 1 } }, 400, 'validation_failed'],
    [
      { email: 'a@example.com', password: PASSWORD, data: { full_name: 7 } },
      400,
      'validation_failed',
    ],
    [
      { email: 'a@example.com', password: PASSWORD, data: { a: 'x'.repeat(5000) } },
      400,
      'validation_failed',
    ],
  ];
  for (const [body, status, code] of wrong) {
    const answer = await accounts.request('POST', '/signup', { body });
    expect({ status: answer.status, code: answer.body.error_code }, JSON.stringify(body)).toEqual({
      status,
      code,
    });
  }
  const deep = `{"email":"a@example.com","password":"${PASSWORD}","data":{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`;
  expect((await accounts.request('POST', '/signup', { body: deep })).status).toBe(400);
  expect(await accounts.rows(`select from auth.users where email = 'a@example.com'`)).toEqual([]);
});

test('a name that is a keyword of JavaScript is only a name', async () => {
  const body = `{"email":"proto@example.com","password":"${PASSWORD}","data":{"__proto__":{"admin":true},"constructor":1}}`;
  const answer = await accounts.request('POST', '/signup', { body });
  expect(answer.status).toBe(200);
  expect(answer.body.user_metadata.admin).toBeUndefined();
});
