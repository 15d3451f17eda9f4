import { describe, expect, test } from 'vitest';
import {
  errorOf,
  MANY_EMAILS,
  openTestAccounts,
  PASSWORD,
  refusal,
} from '#auth-server-test/accounts.ts';

const accounts = await openTestAccounts({ confirmEmail: true, limits: MANY_EMAILS });
/** A service that sends an address one email a minute. */
const slow = accounts.process({ limits: {} });

const THIEFS = 'known to the thief';
const expired = 'otp_expired';

/** Signs up, and waits for the email. */
async function signUp(
  email: string,
  password = PASSWORD,
  full_name = 'Asha Rao',
  process = accounts.post,
) {
  const answer = await process('/signup', { email, password, data: { full_name } });
  await accounts.auth.drain();
  return answer;
}

const signUpSlowly = async (email: string, password = PASSWORD) => {
  await signUp(email, password, 'Asha Rao', slow.post);
  await slow.auth.drain();
};

const resend = async (email: string) => {
  const answer = await accounts.post('/resend', { type: 'signup', email });
  await accounts.auth.drain();
  return answer;
};

const openNewest = async (email: string) => accounts.open(await accounts.linkTo(email));
const newestKind = async (email: string) => (await accounts.kindsTo(email)).at(-1);

test('an account works once its address is confirmed; the link opens the first session', async () => {
  const email = 'asha@example.com';
  const client = accounts.client();
  const data = { full_name: 'Asha Rao' };
  const created = await client.signUp({ email, password: PASSWORD, options: { data } });
  expect(created).toMatchObject({ error: null, data: { session: null } });
  expect(created.data.user?.email_confirmed_at).toBeUndefined();
  const link = await accounts.linkTo(email);
  expect(await accounts.tryPassword(email)).toMatchObject({
    status: 400,
    body: { error_code: 'invalid_credentials', msg: expect.stringContaining('link in our email') },
  });

  expect(link.href).toMatch(/^http:\/\/localhost:3000\/auth\?token_hash=[\w-]{43}&type=signup$/);
  const token_hash = await accounts.tokenTo(email);
  const { data: verified } = await client.verifyOtp({ token_hash, type: 'signup' });
  expect(verified.user).toMatchObject({ id: created.data.user?.id, user_metadata: data });
  expect(verified.user?.email_confirmed_at).toBeDefined();
  expect((await client.getUser()).error).toBeNull();
  expect((await accounts.tryPassword(email)).status).toBe(200);
  expect((await accounts.get('/settings')).body.mailer_autoconfirm).toBe(false);
});

test('SignupTwice: an existing account is not changed, and its owner gets an email', async () => {
  const email = 'owner@example.com';
  await signUp(email);
  await openNewest(email);
  const taken = await signUp(email, 'quite another one', 'Somebody');
  expect(await accounts.kindsTo(email)).toEqual(['confirm_sign_up', 'already_registered']);
  const { user } = (await accounts.tryPassword(email)).body;
  expect(user.user_metadata.full_name).toBe('Asha Rao');
  expect(taken.body.id).not.toBe(user.id);
  expect((await accounts.tryPassword(email, 'quite another one')).status).toBe(400);
});

test('signing up again with the same password only renews the link', async () => {
  const email = 'twice@example.com';
  await signUp(email, PASSWORD, 'Asha');
  await signUp(email);
  expect((await accounts.linkTo(email)).pathname).toBe('/auth');
  expect((await openNewest(email)).body.user.user_metadata).toEqual({ full_name: 'Asha Rao' });
  expect((await accounts.tryPassword(email)).status).toBe(200);
});

describe('an address signed up with different passwords belongs to its owner, with a password nobody else knows', () => {
  async function expectNeitherCounts(email: string) {
    for (const password of [THIEFS, PASSWORD]) {
      expect(errorOf(await accounts.tryPassword(email, password))).toBe('invalid_credentials');
    }
  }

  test.each([
    ['a stranger was first', [THIEFS, PASSWORD]],
    ['a stranger came second', [PASSWORD, THIEFS]],
    ['a stranger tries until it works', [PASSWORD, THIEFS, THIEFS]],
    ['both come at once', [[PASSWORD, THIEFS]]],
  ])('when %s', async (when, passwords) => {
    const email = `${when.replaceAll(' ', '.')}@example.com`;
    for (const atOnce of passwords) {
      await Promise.all([atOnce].flat().map((password) => signUp(email, password)));
    }
    expect(await newestKind(email)).toBe('confirm_rival_sign_ups');
    expect((await accounts.linkTo(email)).pathname).toBe('/reset-password');
    const { body } = await openNewest(email);
    expect(body.user.user_metadata).toEqual({});
    await expectNeitherCounts(email);
    const password = 'chosen by the owner';
    expect((await accounts.update(body, { password })).status).toBe(200);
    expect((await accounts.tryPassword(email, password)).status).toBe(200);
  });

  test('whichever of the emails is opened', async () => {
    const email = 'first@example.com';
    await signUp(email);
    const first = await accounts.linkTo(email);
    await signUp(email, THIEFS);
    expect(errorOf(await accounts.open(first))).toBe(expired);
    await resend(email);
    expect(await newestKind(email)).toBe('confirm_rival_sign_ups');
    expect(errorOf(await accounts.open(first))).toBe(expired);
    expect((await openNewest(email)).status).toBe(200);
    await expectNeitherCounts(email);
  });

  test('the second may come days after the first', async () => {
    const email = 'later@example.com';
    await signUp(email, THIEFS);
    for (const password of [PASSWORD, THIEFS]) {
      accounts.advance({ days: 2 });
      await accounts.auth.pruneExpired();
      await signUp(email, password);
      expect(await newestKind(email)).toBe('confirm_rival_sign_ups');
    }
    expect((await openNewest(email)).status).toBe(200);
    await expectNeitherCounts(email);
  });

  test('when the second comes within the minute, its email is sent regardless of the first one’s limit', async () => {
    const email = 'soon@example.com';
    await signUpSlowly(email, THIEFS);
    const only = await accounts.linkTo(email);
    await signUpSlowly(email);
    expect(await accounts.emailsTo(email)).toHaveLength(2);
    expect(errorOf(await accounts.open(only))).toBe(expired);
    const emailed = await accounts.linkTo(email);
    expect(emailed.pathname).toBe('/reset-password');
    await signUpSlowly(email, THIEFS);
    expect(await accounts.emailsTo(email), 'a third one, too soon').toHaveLength(2);
    expect((await accounts.open(emailed)).body.user.user_metadata).toEqual({});
    await expectNeitherCounts(email);
  });

  test('when the first email is requested again during the second sign-up', async () => {
    const email = 'meanwhile@example.com';
    await signUp(email, THIEFS);
    await accounts.whileLocked(
      `select from auth.users where email = '${email}' for update;
       update auth.one_time_tokens set password_hash = null, user_metadata = null
       where email = '${email}'`,
      () => resend(email),
    );
    expect(await newestKind(email)).toBe('confirm_rival_sign_ups');
  });
});

test('a sign-up sent twice in a minute keeps the emailed link valid', async () => {
  const email = 'double@example.com';
  await accounts.whileLocked(
    'lock table auth.users in share mode', // both have seen no pending sign-up
    () => Promise.all([signUpSlowly(email), signUpSlowly(email)]),
    2,
  );
  const link = await accounts.linkTo(email);
  await signUpSlowly(email);
  expect(await accounts.emailsTo(email)).toHaveLength(1);
  expect((await accounts.open(link)).status).toBe(200);
  expect((await accounts.tryPassword(email)).status).toBe(200);
});

test('a sign-up too soon for an email is stored for when its email is requested again', async () => {
  const email = 'kept@example.com';
  await signUpSlowly(email, 'gone with its account');
  await accounts.rows('delete from auth.users where email = $1', [email]);
  await signUpSlowly(email);
  expect(await accounts.emailsTo(email)).toHaveLength(1);
  await resend(email);
  expect((await openNewest(email)).body.user.user_metadata).toEqual({ full_name: 'Asha Rao' });
  expect((await accounts.tryPassword(email)).status).toBe(200);
});

test('when the typed password is no longer stored, the email requested again asks for a password', async () => {
  const email = 'forgotten@example.com';
  await signUp(email);
  await accounts.rows('delete from auth.one_time_tokens where email = $1', [email]);
  await resend(email);
  expect((await accounts.linkTo(email)).pathname).toBe('/reset-password');
  expect((await openNewest(email)).status).toBe(200);
});

test('the link of a sign-up also opens an account that another link confirmed', async () => {
  const email = 'both@example.com';
  await signUp(email);
  const first = await accounts.linkTo(email);
  await signUp(email, THIEFS);
  await openNewest(email);
  expect((await accounts.open(first)).status).toBe(200);
});

test('resetting the password of an unconfirmed account removes what a stranger typed', async () => {
  const email = 'reset@example.com';
  await signUp(email, THIEFS, 'Thief');
  await accounts.post('/recover', { email });
  const { body } = await openNewest(email);
  expect(body.user.user_metadata).toEqual({});
  expect(errorOf(await accounts.tryPassword(email, THIEFS))).toBe('invalid_credentials');
  expect((await accounts.update(body, { password: PASSWORD })).status).toBe(200);
  expect((await accounts.tryPassword(email)).status).toBe(200);
});

test('the email can be requested again, and belongs to the same sign-up', async () => {
  const email = 'again@example.com';
  await signUp(email);
  const first = await accounts.linkTo(email);
  accounts.advance({ seconds: 3700 });
  expect(errorOf(await accounts.open(first))).toBe(expired);
  await accounts.auth.pruneExpired();
  expect((await accounts.client().resend({ type: 'signup', email })).error).toBeNull();
  expect((await openNewest(email)).body.user.user_metadata).toEqual({ full_name: 'Asha Rao' });
  expect((await accounts.tryPassword(email)).status).toBe(200);
});

test('whoever requests it again takes no link away: each works, and the first one used is the last', async () => {
  const email = 'pestered@example.com';
  await signUp(email);
  const first = await accounts.linkTo(email);
  await resend(email);
  const second = await accounts.linkTo(email);
  expect(second.href).not.toBe(first.href);
  expect((await accounts.open(first)).body.user.user_metadata).toEqual({ full_name: 'Asha Rao' });
  expect((await accounts.tryPassword(email)).status).toBe(200);
  expect(errorOf(await accounts.open(second))).toBe(expired);
  await resend(email);
  expect(await accounts.emailsTo(email), 'none once it is confirmed').toHaveLength(2);
});

test('what cannot be sent again is refused with its error code', async () => {
  for (const [body, code] of [
    [{}, 'validation_failed'],
    [{ type: 'recovery', email: 'a@example.com' }, 'validation_failed'],
    [{ type: 'signup' }, 'validation_failed'],
    [{ type: 'sms', phone: '+919800000000' }, 'phone_provider_disabled'],
  ] as const) {
    expect(errorOf(await accounts.post('/resend', body))).toBe(code);
  }
});

test.each([
  ['numbers that PostgreSQL writes out', { a: Array(400).fill(1e300) }],
  ['letters of three bytes', { a: 'क'.repeat(1400) }],
  ['many short parts', { a: Array(1700).fill(1) }],
])(
  'data that cannot be stored is refused at once, and invalidates no link: %s',
  async (_, data) => {
    const email = `${JSON.stringify(data).length}@example.com`;
    await signUp(email);
    const fat = await accounts.post('/signup', { email, password: PASSWORD, data });
    expect(fat).toMatchObject(refusal(400, 'validation_failed'));
    expect((await openNewest(email)).status).toBe(200);
  },
);

describe('an address never confirmed becomes free', () => {
  const left = async (email: string) => {
    await accounts.auth.pruneExpired();
    return accounts.rows('select from auth.users where email = $1', [email]);
  };

  test('after 30 days', async () => {
    const email = 'never@example.com';
    await signUp(email);
    accounts.advance({ days: 29 });
    expect(await left(email)).toHaveLength(1);
    accounts.advance({ days: 2 });
    expect(await left(email)).toEqual([]);
  });

  test.each([
    ['signing up again', (email: string) => signUp(email)],
    ['asking for its email again', resend],
    ['asking to reset its password', (email: string) => accounts.post('/recover', { email })],
  ])('and 30 days after %s, so that the link just emailed works', async (how, again) => {
    const email = `again-by-${how.replaceAll(' ', '-')}@example.com`;
    await signUp(email);
    accounts.advance({ days: 30, seconds: -60 });
    await again(email);
    const link = await accounts.linkTo(email);
    accounts.advance({ seconds: 120 });
    await accounts.auth.pruneExpired();
    expect((await accounts.open(link)).status).toBe(200);
  });

  test('but not while a link is being emailed', async () => {
    const email = 'just-in-time@example.com';
    await signUp(email);
    accounts.advance({ days: 31 });
    await accounts.whileLocked(
      `update auth.users set created_at = created_at + interval '20 days' where email = '${email}'`,
      () => accounts.auth.pruneExpired(),
    );
    expect(await left(email)).toHaveLength(1);
  });
});
