import { describe, expect, test } from 'vitest';
import { openTestAccounts, PASSWORD } from '#auth-server-test/accounts.ts';

const accounts = await openTestAccounts({
  confirmEmail: true,
  limits: { mailBurst: { points: 1000, seconds: 60 } },
});

const signUp = (email: string, password = PASSWORD, full_name = 'Asha Rao') =>
  accounts.request('POST', '/signup', { body: { email, password, data: { full_name } } });

/** A service that sends an address one email a minute. */
const slow = accounts.process({ limits: {} });
const signUpSlowly = (email: string, password = PASSWORD) =>
  slow.request('POST', '/signup', { body: { email, password, data: { full_name: 'Asha Rao' } } });

const signIn = (email: string, password = PASSWORD) =>
  accounts.request('POST', '/token?grant_type=password', { body: { email, password } });

const resend = (email: string) =>
  accounts.request('POST', '/resend', { body: { type: 'signup', email } });

async function confirm(link: URL) {
  const body = {
    type: link.searchParams.get('type'),
    token_hash: link.searchParams.get('token_hash'),
  };
  return accounts.request('POST', '/verify', { body });
}

test('an account works once its address is confirmed; the link opens the first session', async () => {
  const client = accounts.client();
  const { data, error } = await client.signUp({
    email: 'asha@example.com',
    password: PASSWORD,
    options: { data: { full_name: 'Asha Rao' }, emailRedirectTo: 'http://localhost:3000/' },
  });
  expect(error).toBeNull();
  expect(data.session).toBeNull();
  expect(data.user?.email_confirmed_at).toBeUndefined();
  const link = await accounts.linkTo('asha@example.com');
  expect(await signIn('asha@example.com')).toMatchObject({
    status: 400,
    body: { error_code: 'invalid_credentials', msg: expect.stringContaining('link in our email') },
  });

  expect(link.href).toMatch(/^http:\/\/localhost:3000\/auth\?token_hash=[\w-]{43}&type=signup$/);
  const { data: verified } = await client.verifyOtp({
    token_hash: link.searchParams.get('token_hash') ?? '',
    type: 'signup',
  });
  expect(verified.user).toMatchObject({
    id: data.user?.id,
    user_metadata: { full_name: 'Asha Rao' },
  });
  expect(verified.user?.email_confirmed_at).toBeDefined();
  expect((await client.getUser()).error).toBeNull();
  expect((await signIn('asha@example.com')).status).toBe(200);
});

test('SignupTwice: an existing account is not revealed, and its owner gets an email', async () => {
  await signUp('owner@example.com');
  await confirm(await accounts.linkTo('owner@example.com'));

  const taken = await signUp('owner@example.com', 'quite another one', 'Somebody');
  const fresh = await signUp('nobody@example.com', 'quite another one', 'Somebody');

  expect(shape(taken)).toEqual(shape(fresh));
  expect((await accounts.emailsTo('owner@example.com')).map(({ kind }) => kind)).toEqual([
    'confirm_sign_up',
    'already_registered',
  ]);
  expect((await signIn('owner@example.com')).body.user.user_metadata.full_name).toBe('Asha Rao');
  expect((await signIn('owner@example.com', 'quite another one')).status).toBe(400);
  expect(taken.body.id).not.toBe((await signIn('owner@example.com')).body.user.id);
});

test('signing up again with the same password only renews the link', async () => {
  await signUp('twice@example.com', PASSWORD, 'Asha');
  await accounts.emailsTo('twice@example.com');
  await signUp('twice@example.com', PASSWORD, 'Asha Rao');
  const link = await accounts.linkTo('twice@example.com');
  expect(link.pathname).toBe('/auth');
  const { body } = await confirm(link);
  expect(body.user.user_metadata).toEqual({ full_name: 'Asha Rao' });
  expect((await signIn('twice@example.com')).status).toBe(200);
});

describe('an address signed up with different passwords belongs to its owner, with a password nobody else knows', () => {
  const THIEFS = 'known to the thief';
  const orders = {
    'a stranger was first': [THIEFS, PASSWORD],
    'a stranger came second': [PASSWORD, THIEFS],
    'a stranger tries until it works': [PASSWORD, THIEFS, THIEFS],
    'both come at once': [[PASSWORD, THIEFS]],
  };

  for (const [when, passwords] of Object.entries(orders)) {
    test(`when ${when}`, async () => {
      const email = `${when.replaceAll(' ', '.')}@example.com`;
      for (const atOnce of passwords) {
        await Promise.all([atOnce].flat().map((password) => signUp(email, password)));
        await accounts.emailsTo(email);
      }
      const emails = await accounts.emailsTo(email);
      expect(emails.at(-1)?.kind).toBe('confirm_rival_sign_ups');
      const link = await accounts.linkTo(email);
      expect(link.pathname).toBe('/reset-password');
      const { body } = await confirm(link);
      expect(body.user.user_metadata).toEqual({});
      for (const password of [THIEFS, PASSWORD]) {
        expect((await signIn(email, password)).body.error_code).toBe('invalid_credentials');
      }
      const change = { token: body.access_token, body: { password: 'chosen by the owner' } };
      expect((await accounts.request('PUT', '/user', change)).status).toBe(200);
      expect((await signIn(email, 'chosen by the owner')).status).toBe(200);
    });
  }

  test('whichever of the emails is opened', async () => {
    const email = 'first@example.com';
    await signUp(email);
    const first = await accounts.linkTo(email);
    await signUp(email, THIEFS);
    await accounts.emailsTo(email);
    expect((await confirm(first)).body.error_code).toBe('otp_expired');
    await resend(email);
    expect((await accounts.emailsTo(email)).at(-1)?.kind).toBe('confirm_rival_sign_ups');
    expect((await confirm(first)).body.error_code).toBe('otp_expired');
    expect((await confirm(await accounts.linkTo(email))).status).toBe(200);
    await expectNeitherCounts(email);
  });

  test('the second may come days after the first', async () => {
    const email = 'later@example.com';
    await signUp(email, THIEFS);
    await accounts.emailsTo(email);
    accounts.advance({ days: 2 });
    await accounts.auth.pruneExpired();
    await signUp(email);
    expect((await accounts.emailsTo(email)).at(-1)?.kind).toBe('confirm_rival_sign_ups');
    accounts.advance({ days: 2 });
    await accounts.auth.pruneExpired();
    await signUp(email, THIEFS);
    expect((await accounts.emailsTo(email)).at(-1)?.kind).toBe('confirm_rival_sign_ups');
    expect((await confirm(await accounts.linkTo(email))).status).toBe(200);
    await expectNeitherCounts(email);
  });

  test('when the second comes within the minute, its email is sent regardless of the first one’s limit', async () => {
    const email = 'soon@example.com';
    await signUpSlowly(email, THIEFS);
    const only = await accounts.linkTo(email);
    await signUpSlowly(email);
    expect(await accounts.emailsTo(email)).toHaveLength(2);
    expect((await confirm(only)).body.error_code).toBe('otp_expired');
    const link = await accounts.linkTo(email);
    expect(link.pathname).toBe('/reset-password');
    expect((await confirm(link)).body.user.user_metadata).toEqual({});
    await expectNeitherCounts(email);
  });

  test('the link that asks for a password is valid until the next is emailed', async () => {
    const email = 'emailed@example.com';
    await signUp(email);
    await accounts.emailsTo(email);
    await signUp(email, THIEFS);
    const emailed = await accounts.linkTo(email);
    await signUpSlowly(email, THIEFS);
    expect(await accounts.emailsTo(email)).toHaveLength(2);
    expect((await confirm(emailed)).status).toBe(200);
  });

  test('when the first email is requested again during the second sign-up', async () => {
    const email = 'meanwhile@example.com';
    await signUp(email, THIEFS);
    await accounts.emailsTo(email);
    await accounts.whileLocked(
      `select from auth.users where email = '${email}' for update;
       update auth.one_time_tokens set password_hash = null, user_metadata = null
       where email = '${email}'`,
      async () => {
        await resend(email);
        await accounts.emailsTo(email);
      },
    );
    expect((await accounts.emailsTo(email)).at(-1)?.kind).toBe('confirm_rival_sign_ups');
  });

  async function expectNeitherCounts(email: string) {
    for (const password of [THIEFS, PASSWORD]) {
      expect((await signIn(email, password)).body.error_code).toBe('invalid_credentials');
    }
  }
});

test('a sign-up sent twice in a minute keeps the emailed link valid', async () => {
  const email = 'double@example.com';
  await accounts.whileLocked(
    'lock table auth.users in share mode', // both have seen no pending sign-up
    async () => {
      await Promise.all([signUpSlowly(email), signUpSlowly(email)]);
      await accounts.emailsTo(email);
    },
    2,
  );
  const link = await accounts.linkTo(email);
  await signUpSlowly(email);
  expect(await accounts.emailsTo(email)).toHaveLength(1);
  expect((await confirm(link)).status).toBe(200);
  expect((await signIn(email)).status).toBe(200);
});

test('a sign-up too soon for an email is stored for when its email is requested again', async () => {
  const email = 'kept@example.com';
  await signUpSlowly(email, 'gone with its account');
  await accounts.emailsTo(email);
  await accounts.rows('delete from auth.users where email = $1', [email]);
  await signUpSlowly(email);
  expect(await accounts.emailsTo(email)).toHaveLength(1);
  await resend(email);
  const { body } = await confirm(await accounts.linkTo(email));
  expect(body.user.user_metadata).toEqual({ full_name: 'Asha Rao' });
  expect((await signIn(email)).status).toBe(200);
});

test('when the typed password is no longer stored, the email requested again asks for a password', async () => {
  const email = 'forgotten@example.com';
  await signUp(email);
  await accounts.emailsTo(email);
  await accounts.rows('delete from auth.one_time_tokens where email = $1', [email]);
  await resend(email);
  const link = await accounts.linkTo(email);
  expect(link.pathname).toBe('/reset-password');
  expect((await confirm(link)).status).toBe(200);
});

test('the link of a sign-up also opens an account that another link confirmed', async () => {
  const email = 'both@example.com';
  await signUp(email);
  const first = await accounts.linkTo(email);
  await signUp(email, 'known to the thief');
  await confirm(await accounts.linkTo(email));
  expect((await confirm(first)).status).toBe(200);
});

test('resetting the password of an unconfirmed account removes what a stranger typed', async () => {
  await signUp('reset@example.com', 'known to the thief', 'Thief');
  await accounts.emailsTo('reset@example.com');
  await accounts.request('POST', '/recover', { body: { email: 'reset@example.com' } });
  const { body } = await confirm(await accounts.linkTo('reset@example.com'));
  expect(body.user.user_metadata).toEqual({});
  expect((await signIn('reset@example.com', 'known to the thief')).body.error_code).toBe(
    'invalid_credentials',
  );
  const change = { token: body.access_token, body: { password: PASSWORD } };
  expect((await accounts.request('PUT', '/user', change)).status).toBe(200);
  expect((await signIn('reset@example.com')).status).toBe(200);
});

test('the email can be requested again, and belongs to the same sign-up', async () => {
  await signUp('again@example.com');
  const first = await accounts.linkTo('again@example.com');
  accounts.advance({ seconds: 3700 });
  expect((await confirm(first)).body.error_code).toBe('otp_expired');
  await accounts.auth.pruneExpired();

  const client = accounts.client();
  expect((await client.resend({ type: 'signup', email: 'again@example.com' })).error).toBeNull();
  const { body } = await confirm(await accounts.linkTo('again@example.com'));
  expect(body.user.user_metadata).toEqual({ full_name: 'Asha Rao' });
  expect((await signIn('again@example.com')).status).toBe(200);
});

test('whoever requests it again takes no link away: each works, and the first one used is the last', async () => {
  const email = 'pestered@example.com';
  await signUp(email);
  const first = await accounts.linkTo(email);
  await resend(email);
  const second = await accounts.linkTo(email);
  expect(second.href).not.toBe(first.href);
  expect((await confirm(first)).body.user.user_metadata).toEqual({ full_name: 'Asha Rao' });
  expect((await signIn(email)).status).toBe(200);
  expect((await confirm(second)).body.error_code).toBe('otp_expired');
});

test('requesting it for a confirmed or an unknown address sends nothing and responds the same', async () => {
  await signUp('done@example.com');
  await confirm(await accounts.linkTo('done@example.com'));
  for (const email of ['done@example.com', 'unknown@example.com']) {
    expect(await resend(email)).toMatchObject({ status: 200, body: {} });
  }
  expect(await accounts.emailsTo('done@example.com')).toHaveLength(1);
  expect(await accounts.emailsTo('unknown@example.com')).toEqual([]);
});

test('what cannot be sent again is refused with its error code', async () => {
  const refusal = async (body: object) =>
    (await accounts.request('POST', '/resend', { body })).body.error_code;
  expect(await refusal({})).toBe('validation_failed');
  expect(await refusal({ type: 'recovery', email: 'a@example.com' })).toBe('validation_failed');
  expect(await refusal({ type: 'signup' })).toBe('validation_failed');
  expect(await refusal({ type: 'sms', phone: '+919800000000' })).toBe('phone_provider_disabled');
});

test.each([
  ['numbers that PostgreSQL writes out', { a: Array(400).fill(1e300) }],
  ['letters of three bytes', { a: 'क'.repeat(1400) }],
  ['many short parts', { a: Array(1700).fill(1) }],
])(
  'data that cannot be stored is refused at once, and invalidates no link: %s',
  async (_, data) => {
    const email = `${Object.keys(data).length}${JSON.stringify(data).length}@example.com`;
    await signUp(email);
    const fat = await accounts.request('POST', '/signup', {
      body: { email, password: PASSWORD, data },
    });
    expect(fat).toMatchObject({ status: 400, body: { error_code: 'validation_failed' } });
    expect((await confirm(await accounts.linkTo(email))).status).toBe(200);
  },
);

test('an address never confirmed becomes free after 30 days', async () => {
  await signUp('never@example.com');
  await accounts.emailsTo('never@example.com');
  accounts.advance({ days: 29 });
  await accounts.auth.pruneExpired();
  const left = () => accounts.rows(`select from auth.users where email = 'never@example.com'`);
  expect(await left()).toHaveLength(1);
  accounts.advance({ days: 2 });
  await accounts.auth.pruneExpired();
  expect(await left()).toEqual([]);
});

test.each([
  ['signing up again', (email: string) => signUp(email)],
  ['asking for its email again', (email: string) => resend(email)],
  [
    'asking to reset its password',
    (email: string) => accounts.request('POST', '/recover', { body: { email } }),
  ],
])('and 30 days after %s, so that the link just emailed works', async (how, again) => {
  const email = `again-by-${how.replaceAll(' ', '-')}@example.com`;
  await signUp(email);
  await accounts.emailsTo(email);
  accounts.advance({ days: 30, seconds: -60 });
  await again(email);
  const link = await accounts.linkTo(email);
  accounts.advance({ seconds: 120 });
  await accounts.auth.pruneExpired();
  expect((await confirm(link)).status).toBe(200);
});

test('pruning keeps an account whose link was just emailed', async () => {
  const email = 'just-in-time@example.com';
  await signUp(email);
  await accounts.emailsTo(email);
  accounts.advance({ days: 31 });
  await accounts.whileLocked(
    `update auth.users set created_at = created_at + interval '20 days' where email = '${email}'`,
    () => accounts.auth.pruneExpired(),
  );
  const left = await accounts.rows('select from auth.users where email = $1', [email]);
  expect(left).toHaveLength(1);
});

test('the settings endpoint says that addresses must be confirmed', async () => {
  expect((await accounts.request('GET', '/settings')).body.mailer_autoconfirm).toBe(false);
});

/** A response without the parts that differ between any two. */
function shape({ status, body }: { status: number; body: object }) {
  const text = JSON.stringify(body)
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time')
    .replaceAll(/(owner|nobody)@example.com/g, 'address');
  return { status, text };
}
