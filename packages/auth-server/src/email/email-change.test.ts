import { describe, expect, test } from 'vitest';
import { openTestAccounts, PASSWORD } from '#auth-server-test/accounts.ts';

const accounts = await openTestAccounts({ limits: { mailBurst: { points: 1000, seconds: 60 } } });

async function asked(newEmail: string) {
  const { email } = await accounts.newUser();
  const client = accounts.client();
  await client.signInWithPassword({ email, password: PASSWORD });
  const { data, error } = await client.updateUser({ email: newEmail });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ email, new_email: newEmail });
  return { email, client, links: [await accounts.linkTo(email), await accounts.linkTo(newEmail)] };
}

const confirm = (link: URL | undefined) =>
  accounts.request('POST', '/verify', {
    body: { type: 'email_change', token_hash: link?.searchParams.get('token_hash') },
  });

test.each([
  ['the old mailbox first', false],
  ['the new mailbox first', true],
])('an address changes when both mailboxes have confirmed: %s', async (_, newFirst) => {
  const newEmail = `new-${newFirst}@example.com`;
  const { email, links } = await asked(newEmail);
  const [first, second] = newFirst ? links.toReversed() : links;

  const half = await confirm(first);
  expect(half).toMatchObject({ status: 200, body: { code: '200' } });
  expect((await confirm(first)).body.error_code).toBe('otp_expired');
  await accounts.signIn(email);

  const whole = await confirm(second);
  expect(whole.body.user).toMatchObject({ email: newEmail });
  await accounts.signIn(newEmail);
  await expect(accounts.signIn(email)).rejects.toThrow('invalid_credentials');
  expect((await accounts.emailsTo(email)).map(({ kind }) => kind)).toEqual([
    'confirm_email_change',
    'email_changed',
  ]);
});

test('one mailbox alone changes nothing, not even with a second request in between', async () => {
  const { email, client, links } = await asked('first-wish@example.com');
  await confirm(links[1]);
  await client.updateUser({ email: 'second-wish@example.com' });
  const half = await confirm(await accounts.linkTo('second-wish@example.com'));
  expect(half.body.code).toBe('200');
  await accounts.signIn(email);
});

describe('the new mailbox alone never completes a change', () => {
  test('whose email is requested again while it confirms', async () => {
    const newEmail = 'raced@example.com';
    const { email } = await asked(newEmail);
    await accounts.whileLocked(
      `select from auth.users where email = '${email}' for update;
       delete from auth.one_time_tokens where kind = 'email_change_new' and email = '${newEmail}'`,
      async () => {
        await accounts.request('POST', '/resend', { body: { type: 'email_change', email } });
        await accounts.emailsTo(newEmail);
      },
    );
    expect((await accounts.emailsTo(newEmail)).length, 'it has confirmed: no further link').toBe(1);
    expect((await accounts.emailsTo(email)).length).toBe(2);
  });

  test('that has another link', async () => {
    const newEmail = 'two-links@example.com';
    const { email, links } = await asked(newEmail);
    await confirm(links[1]);
    await accounts.rows(
      `update auth.one_time_tokens set kind = 'email_change_new', email = $2
       where kind = 'email_change_current' and email = $1`,
      [email, newEmail],
    );
    expect((await confirm(links[0])).body.code).toBe('200');
    await accounts.signIn(email);
  });
});

test('an address with an account cannot be taken over, and looks like any other to whoever requests it', async () => {
  const taken = await accounts.newUser();
  const { email } = await accounts.newUser();
  const client = accounts.client();
  await client.signInWithPassword({ email, password: PASSWORD });
  const { data, error } = await client.updateUser({ email: taken.email });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ email, new_email: taken.email });
  expect((await accounts.emailsTo(taken.email)).map(({ kind }) => kind)).toEqual(['email_taken']);
  expect((await confirm(await accounts.linkTo(email))).body.code).toBe('200');
  await client.resend({ type: 'email_change', email });
  expect(new Set((await accounts.emailsTo(taken.email)).map(({ kind }) => kind))).toEqual(
    new Set(['email_taken']),
  );
  await accounts.signIn(taken.email);
  await accounts.signIn(email);
});

test('an address that got an account meanwhile is refused', async () => {
  const { links } = await asked('meanwhile@example.com');
  await accounts.newUser('meanwhile@example.com');
  await confirm(links[0]);
  expect(await confirm(links[1])).toMatchObject({
    status: 422,
    body: { error_code: 'email_exists' },
  });
});

describe('an address that somebody signed up with and never confirmed', () => {
  const confirming = accounts.process({ confirmEmail: true });
  const signUp = async (email: string) => {
    await confirming.request('POST', '/signup', { body: { email, password: 'of somebody else' } });
    await confirming.auth.drain();
  };
  const confirmSignUp = (link: URL) =>
    accounts.request('POST', '/verify', {
      body: { type: 'signup', token_hash: link.searchParams.get('token_hash') },
    });

  test.each(['before', 'after'])(
    'goes to whoever proves it by a change, when the sign-up came %s it was asked for',
    async (when) => {
      const newEmail = `squatted-${when}@example.com`;
      if (when === 'before') await signUp(newEmail);
      const squatters = when === 'before' ? await accounts.linkTo(newEmail) : undefined;
      const { email, links } = await asked(newEmail);
      if (when === 'after') await signUp(newEmail);
      expect((await accounts.emailsTo(newEmail)).map(({ kind }) => kind)).toContain(
        'confirm_email_change',
      );
      await confirm(links[0]);
      expect((await confirm(links[1])).body.user).toMatchObject({ email: newEmail });
      await accounts.signIn(newEmail);
      await expect(accounts.signIn(newEmail, 'of somebody else')).rejects.toThrow();
      await expect(accounts.signIn(email)).rejects.toThrow('invalid_credentials');
      if (squatters) expect((await confirmSignUp(squatters)).status).toBe(403);
    },
  );

  test('stays with the sign-up that is confirmed first', async () => {
    const newEmail = 'quicker@example.com';
    await signUp(newEmail);
    const link = await accounts.linkTo(newEmail);
    const { links } = await asked(newEmail);
    await confirm(links[0]);
    expect((await confirmSignUp(link)).status).toBe(200);
    expect((await confirm(links[1])).body.error_code).toBe('email_exists');
    await accounts.signIn(newEmail, 'of somebody else');
  });
});

test('requesting the emails again keeps the confirmation of the first mailbox', async () => {
  const { email, links } = await asked('half-way@example.com');
  expect((await confirm(links[0])).body.code).toBe('200');
  const stranger = { body: { type: 'email_change', email } };
  expect((await accounts.request('POST', '/resend', stranger)).status).toBe(200);
  expect(await accounts.emailsTo(email), 'not asked again').toHaveLength(1);
  expect((await confirm(await accounts.linkTo('half-way@example.com'))).body.user).toMatchObject({
    email: 'half-way@example.com',
  });
});

describe('a stranger who asks for the emails again', () => {
  test('takes neither link away that the owner is about to open', async () => {
    const newEmail = 'about-to-open@example.com';
    const { email, links } = await asked(newEmail);
    for (let time = 0; time < 3; time += 1) {
      await accounts.request('POST', '/resend', { body: { type: 'email_change', email } });
      await accounts.emailsTo(email);
    }
    const others = [await accounts.linkTo(email), await accounts.linkTo(newEmail)];
    expect(others).not.toEqual(links);
    expect((await confirm(links[0])).body.code).toBe('200');
    expect((await confirm(others[0])).body.error_code).toBe('otp_expired');
    expect((await confirm(links[1])).body.user).toMatchObject({ email: newEmail });
    expect((await confirm(others[1])).body.error_code).toBe('otp_expired');
  });
});

test('asking for a change once more ends the links of the first, also to the same address', async () => {
  const newEmail = 'twice@example.com';
  const { email, client, links } = await asked(newEmail);
  await accounts.request('POST', '/resend', { body: { type: 'email_change', email } });
  const again = [await accounts.linkTo(email), await accounts.linkTo(newEmail)];
  expect((await client.updateUser({ email: newEmail })).error).toBeNull();
  for (const link of [...links, ...again]) {
    expect((await confirm(link)).body.error_code).toBe('otp_expired');
  }
  await confirm(await accounts.linkTo(email));
  expect((await confirm(await accounts.linkTo(newEmail))).status).toBe(200);
});

test('after a request that sends no email the previous link is still valid', async () => {
  const { email, links } = await asked('often@example.com');
  const strict = accounts.process({ limits: { mailBurst: { points: 1, seconds: 60 } } });
  const again = () => strict.request('POST', '/resend', { body: { type: 'email_change', email } });
  await again();
  const newest = [await accounts.linkTo(email), await accounts.linkTo('often@example.com')];
  await again();
  expect([await accounts.linkTo(email), await accounts.linkTo('often@example.com')]).toEqual(
    newest,
  );
  expect((await confirm(links[0])).body.code).toBe('200');
  expect((await confirm(newest[1])).status).toBe(200);
});

test('the emails can be requested again', async () => {
  const { email, client } = await asked('again@example.com');
  expect((await client.resend({ type: 'email_change', email })).error).toBeNull();
  await confirm(await accounts.linkTo(email));
  await confirm(await accounts.linkTo('again@example.com'));
  await accounts.signIn('again@example.com');
});

test('the changes of many accounts cannot flood a stranger’s mailbox', async () => {
  const stranger = 'stranger@example.com';
  const askers = [await asked(stranger), await asked(stranger), await asked(stranger)];
  const strict = accounts.process({ limits: { mailBurst: { points: 1, seconds: 60 } } });
  for (const { email } of askers) {
    const answer = await strict.request('POST', '/resend', {
      body: { type: 'email_change', email },
    });
    expect(answer).toMatchObject({ status: 200, body: {} });
    await accounts.emailsTo(stranger);
  }
  expect(await accounts.emailsTo(stranger)).toHaveLength(4);
  // Each mailbox by itself: an emailed link stays valid, whether the other mailbox was emailed again or not.
  const [, second] = askers;
  const links = [await accounts.linkTo(second?.email ?? ''), second?.links[1]];
  expect((await confirm(links[0])).body.code).toBe('200');
  expect((await confirm(links[1])).status).toBe(200);
});

test('a new password cancels a pending change', async () => {
  const { email, client, links } = await asked('a-thiefs@example.com');
  await confirm(links[1]);
  const { data, error } = await client.updateUser({
    password: 'pour it slowly',
    current_password: PASSWORD,
  });
  expect(error).toBeNull();
  expect(data.user?.new_email).toBeUndefined();
  expect((await confirm(links[0])).body.error_code).toBe('otp_expired');
  expect((await client.resend({ type: 'email_change', email })).error).toBeNull();
  expect((await accounts.emailsTo('a-thiefs@example.com')).length).toBe(1);
  await client.updateUser({ email: 'her-own@example.com' });
  expect((await confirm(await accounts.linkTo(email))).body.code).toBe('200');
});

test('a new password and a new address can be requested at once', async () => {
  const { email, client } = await asked('before@example.com');
  const { data } = await client.updateUser({
    email: 'after@example.com',
    password: 'pour it slowly',
    current_password: PASSWORD,
  });
  expect(data.user?.new_email).toBe('after@example.com');
  await confirm(await accounts.linkTo(email));
  await confirm(await accounts.linkTo('after@example.com'));
  await accounts.signIn('after@example.com', 'pour it slowly');
});

test('a change whose links were purged is not emailed again', async () => {
  const { email, client } = await asked('forgotten@example.com');
  accounts.advance({ seconds: 3601 });
  await client.resend({ type: 'email_change', email });
  expect(await accounts.emailsTo('forgotten@example.com')).toHaveLength(2);
  accounts.advance({ seconds: 3601 });
  await accounts.auth.pruneExpired();
  expect((await client.resend({ type: 'email_change', email })).error).toBeNull();
  expect(await accounts.emailsTo('forgotten@example.com')).toHaveLength(2);
});
