import { describe, expect, test } from 'vitest';
import {
  errorOf,
  MANY_EMAILS,
  openTestAccounts,
  PASSWORD,
  refusal,
  type TestProcess,
} from '#auth-server-test/accounts.ts';

const accounts = await openTestAccounts({ confirmEmail: true, limits: MANY_EMAILS });
/** A service that sends an address one email a minute. */
const slow = accounts.process({ limits: {} });

const THIEFS = 'known to the thief';
const expired = 'otp_expired';
const named = { user_metadata: { full_name: 'Asha Rao' } };

/** Signs up, and waits for the email. */
async function signUp(
  email: string,
  password = PASSWORD,
  full_name = 'Asha Rao',
  { post, auth }: TestProcess = accounts,
) {
  const answer = await post('/signup', { email, password, data: { full_name } });
  await auth.drain();
  return answer;
}

const signUpSlowly = (email: string, password?: string) => signUp(email, password, undefined, slow);

const resend = async (email: string) => {
  const answer = await accounts.post('/resend', { type: 'signup', email });
  await accounts.auth.drain();
  return answer;
};

const openNewest = async (email: string) => accounts.open(await accounts.linkTo(email));
const newestKind = async (email: string) => (await accounts.kindsTo(email)).at(-1);
const signsIn = async (email: string, password?: string) =>
  (await accounts.tryPassword(email, password)).status === 200;

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
    body: { code: 'invalid_credentials', message: expect.stringContaining('link in our email') },
  });

  expect(link.href).toMatch(/^http:\/\/localhost:3000\/auth\?token_hash=[\w-]{43}&type=signup$/);
  const token_hash = await accounts.tokenTo(email);
  const { data: verified } = await client.verifyOtp({ token_hash, type: 'signup' });
  expect(verified.user).toMatchObject({ email, user_metadata: data });
  expect(verified.user?.email_confirmed_at).toBeDefined();
  expect((await client.getUser()).error).toBeNull();
  expect(await signsIn(email)).toBe(true);
});

test('SignupTwice: the same password only renews the link; an existing account is not changed, and its owner gets an email', async () => {
  const email = 'owner@example.com';
  await signUp(email, PASSWORD, 'Asha');
  await signUp(email);
  expect((await openNewest(email)).body.user).toMatchObject(named);
  const taken = await signUp(email, 'quite another one', 'Somebody');
  expect((await accounts.kindsTo(email)).slice(1)).toEqual([
    'confirm_sign_up',
    'already_registered',
  ]);
  const { user } = (await accounts.tryPassword(email)).body;
  expect(user).toMatchObject(named);
  expect(taken.body.id).not.toBe(user.id);
  expect(await signsIn(email, 'quite another one')).toBe(false);
});

describe('an address signed up with different passwords belongs to its owner, with a password nobody else knows', () => {
  async function expectNeitherCounts(email: string) {
    for (const password of [THIEFS, PASSWORD]) expect(await signsIn(email, password)).toBe(false);
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
    expect(await signsIn(email, password)).toBe(true);
  });

  test('whichever of the emails is opened, also days after; the link of the first opens the account once it is confirmed', async () => {
    const email = 'first@example.com';
    await signUp(email);
    accounts.advance({ days: 2 });
    await accounts.auth.pruneExpired();
    await resend(email);
    const first = await accounts.linkTo(email);
    await signUp(email, THIEFS);
    expect(errorOf(await accounts.open(first))).toBe(expired);
    await resend(email);
    expect(await newestKind(email)).toBe('confirm_rival_sign_ups');
    expect((await openNewest(email)).status).toBe(200);
    await expectNeitherCounts(email);
    expect((await accounts.open(first)).status).toBe(200);
  });

  test('when the second comes within the minute, its email is sent regardless of the first one’s limit', async () => {
    const email = 'soon@example.com';
    await signUpSlowly(email, THIEFS);
    await signUpSlowly(email);
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

test('a sign-up sent twice at once, and once more in the minute, keeps the emailed link valid', async () => {
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
  expect(await signsIn(email)).toBe(true);
});

test('resetting the password of an unconfirmed account removes what a stranger typed', async () => {
  const email = 'reset@example.com';
  await signUp(email, THIEFS, 'Thief');
  await accounts.post('/recover', { email });
  const { body } = await openNewest(email);
  expect(body.user.user_metadata).toEqual({});
  expect(await signsIn(email, THIEFS)).toBe(false);
  expect((await accounts.update(body, { password: PASSWORD })).status).toBe(200);
  expect(await signsIn(email)).toBe(true);
});

test('the email can be requested again, by whomever: each link works, and the first one used is the last', async () => {
  const email = 'again@example.com';
  await signUp(email);
  const late = await accounts.linkTo(email);
  accounts.advance({ seconds: 3700 });
  expect(errorOf(await accounts.open(late))).toBe(expired);
  expect((await accounts.client().resend({ type: 'signup', email })).error).toBeNull();
  const first = await accounts.linkTo(email);
  await resend(email);
  const second = await accounts.linkTo(email);
  expect((await accounts.open(first)).body.user).toMatchObject(named);
  expect(await signsIn(email)).toBe(true);
  expect(errorOf(await accounts.open(second))).toBe(expired);
  await resend(email);
  expect(await accounts.emailsTo(email), 'none once it is confirmed').toHaveLength(3);
  const wrong = await accounts.post('/resend', { type: 'recovery', email });
  expect(wrong).toMatchObject(refusal(400, 'validation_failed'));
});

describe('an address never confirmed becomes free', () => {
  const left = async (email: string) => {
    await accounts.auth.pruneExpired();
    return accounts.rows('select from auth.users where email = $1', [email]);
  };

  test.each([
    ['signing up', () => {}],
    ['signing up again', (email: string) => signUp(email)],
    ['asking for its email again', resend],
    ['asking to reset its password', (email: string) => accounts.post('/recover', { email })],
  ])('30 days after %s', async (how, again) => {
    const email = `by-${how.replaceAll(' ', '-')}@example.com`;
    await signUp(email);
    accounts.advance({ seconds: 1800 });
    await again(email);
    await accounts.auth.drain();
    accounts.advance({ days: 30, seconds: -60 });
    expect(await left(email)).toHaveLength(how === 'signing up' ? 0 : 1);
    accounts.advance({ seconds: 120 });
    expect(await left(email)).toEqual([]);
  });
});
