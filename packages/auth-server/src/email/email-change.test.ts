import { describe, expect, test } from 'vitest';
import {
  errorOf,
  MANY_EMAILS,
  openTestAccounts,
  PASSWORD,
  refusal,
  repeat,
} from '#auth-server-test/accounts.ts';
import {
  APP_ORIGIN,
  EMAILED_SECRETS,
  moveAccount,
  requestMove,
} from '#auth-server-test/emailed-secrets.ts';
import { addApp, showApp, undoToken, withApp } from '#auth-server-test/factors.ts';

const accounts = await openTestAccounts({ allowedOrigins: [APP_ORIGIN], limits: MANY_EMAILS });
const strict = accounts.process({ limits: {} });
const half = { status: 200, body: { code: '200' } };

/** An account that has requested a change, and its links: in the old mailbox, and in the new one. */
async function asked(newEmail: string) {
  const { email } = await accounts.newUser();
  const client = accounts.client();
  await client.signInWithPassword({ email, password: PASSWORD });
  const { data, error } = await client.updateUser({ email: newEmail });
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ email, new_email: newEmail });
  const [old, next] = [await accounts.linkTo(email), await accounts.linkTo(newEmail)];
  const openNewest = async () => {
    await openNewestTo(email);
    return openNewestTo(newEmail);
  };
  return { email, client, old, next, openNewest };
}

const openNewestTo = async (email: string) => accounts.open(await accounts.linkTo(email));

const resend = async (email: string, process = accounts.post) => {
  const answer = await process('/resend', { type: 'email_change', email });
  expect(answer).toMatchObject({ status: 200, body: {} });
  await accounts.emailsTo(email);
};

test.each([
  ['the old mailbox first', false],
  ['the new mailbox first', true],
])('an address changes when both mailboxes have confirmed: %s', async (_, newFirst) => {
  const newEmail = `new-${newFirst}@example.com`;
  const { email, old, next } = await asked(newEmail);
  const [first, second] = newFirst ? [next, old] : [old, next];
  expect(await accounts.open(first)).toMatchObject(half);
  expect(errorOf(await accounts.open(first))).toBe('otp_expired');
  await accounts.signIn(email);

  expect((await accounts.open(second)).body.user).toMatchObject({ email: newEmail });
  await accounts.signIn(newEmail);
  expect(errorOf(await accounts.tryPassword(email))).toBe('invalid_credentials');
  expect(await accounts.kindsTo(email)).toEqual(['confirm_email_change', 'email_changed']);
});

test('one mailbox alone changes nothing, not even with a second request in between', async () => {
  const { email, client, next } = await asked('first-wish@example.com');
  await accounts.open(next);
  await client.updateUser({ email: 'second-wish@example.com' });
  expect(await openNewestTo('second-wish@example.com')).toMatchObject(half);
  await accounts.signIn(email);
});

test('the new mailbox alone never completes a change: not if its email is requested again while it confirms', async () => {
  const newEmail = 'raced@example.com';
  const { email } = await asked(newEmail);
  await accounts.whileLocked(
    `select from auth.users where email = '${email}' for update;
     delete from auth.one_time_tokens where kind = 'email_change_new' and email = '${newEmail}'`,
    () => resend(email),
  );
  expect(await accounts.emailsTo(newEmail), 'no further link').toHaveLength(1);
  expect(await accounts.emailsTo(email)).toHaveLength(2);
});

test('nor if it has another link', async () => {
  const newEmail = 'two-links@example.com';
  const { email, old, next } = await asked(newEmail);
  await accounts.open(next);
  await accounts.rows(
    `update auth.one_time_tokens set kind = 'email_change_new', email = $2
     where kind = 'email_change_current' and email = $1`,
    [email, newEmail],
  );
  expect(await accounts.open(old)).toMatchObject(half);
  await accounts.signIn(email);
});

test('an address with an account cannot be taken over, and looks like any other to whoever requests it', async () => {
  const taken = await accounts.newUser();
  const { email, session } = await accounts.newSession();
  const answer = await accounts.update(session, { email: taken.email });
  expect(answer).toMatchObject({ status: 200, body: { email, new_email: taken.email } });
  expect(await openNewestTo(email)).toMatchObject(half);
  await resend(email);
  expect(new Set(await accounts.kindsTo(taken.email))).toEqual(new Set(['email_taken']));
  await accounts.signIn(taken.email);
  await accounts.signIn(email);
});

test('an address that got an account meanwhile is refused', async () => {
  const { old, next } = await asked('meanwhile@example.com');
  await accounts.newUser('meanwhile@example.com');
  await accounts.open(old);
  expect(await accounts.open(next)).toMatchObject(refusal(422, 'email_exists'));
});

describe('an address that somebody signed up with and never confirmed', () => {
  const confirming = accounts.process({ confirmEmail: true });
  const signUp = async (email: string) => {
    await confirming.post('/signup', { email, password: 'of somebody else' });
    await confirming.auth.drain();
  };

  test.each(['before', 'after'])(
    'goes to whoever proves it by a change, when the sign-up came %s it was asked for',
    async (when) => {
      const newEmail = `squatted-${when}@example.com`;
      if (when === 'before') await signUp(newEmail);
      const squatters = when === 'before' ? await accounts.linkTo(newEmail) : undefined;
      const { email, old, next } = await asked(newEmail);
      if (when === 'after') await signUp(newEmail);
      expect(await accounts.kindsTo(newEmail)).toContain('confirm_email_change');
      await accounts.open(old);
      expect((await accounts.open(next)).body.user).toMatchObject({ email: newEmail });
      await accounts.signIn(newEmail);
      expect((await accounts.tryPassword(newEmail, 'of somebody else')).status).toBe(400);
      expect((await accounts.tryPassword(email)).status).toBe(400);
      if (squatters) expect((await accounts.open(squatters)).status).toBe(403);
    },
  );

  test('stays with the sign-up that is confirmed first', async () => {
    const newEmail = 'quicker@example.com';
    await signUp(newEmail);
    const link = await accounts.linkTo(newEmail);
    const { old, next } = await asked(newEmail);
    await accounts.open(old);
    expect((await accounts.open(link)).status).toBe(200);
    expect(errorOf(await accounts.open(next))).toBe('email_exists');
    await accounts.signIn(newEmail, 'of somebody else');
  });
});

test('requesting the emails again keeps the confirmation of the first mailbox', async () => {
  const newEmail = 'half-way@example.com';
  const { email, old } = await asked(newEmail);
  expect(await accounts.open(old)).toMatchObject(half);
  await resend(email);
  expect(await accounts.emailsTo(email), 'not asked again').toHaveLength(1);
  expect((await openNewestTo(newEmail)).body.user).toMatchObject({ email: newEmail });
});

test('a stranger who asks for the emails again takes neither link away that the owner is about to open', async () => {
  const newEmail = 'about-to-open@example.com';
  const { email, old, next } = await asked(newEmail);
  await repeat(3, () => resend(email));
  const others = [await accounts.linkTo(email), await accounts.linkTo(newEmail)] as const;
  expect(others).not.toEqual([old, next]);
  expect(await accounts.open(old)).toMatchObject(half);
  expect(errorOf(await accounts.open(others[0]))).toBe('otp_expired');
  expect((await accounts.open(next)).body.user).toMatchObject({ email: newEmail });
  expect(errorOf(await accounts.open(others[1]))).toBe('otp_expired');
});

test('asking for a change once more ends the links of the first, also to the same address', async () => {
  const newEmail = 'twice@example.com';
  const { email, client, old, next, openNewest } = await asked(newEmail);
  expect((await client.resend({ type: 'email_change', email })).error).toBeNull();
  const again = [await accounts.linkTo(email), await accounts.linkTo(newEmail)];
  expect((await client.updateUser({ email: newEmail })).error).toBeNull();
  for (const link of [old, next, ...again]) {
    expect(errorOf(await accounts.open(link))).toBe('otp_expired');
  }
  expect((await openNewest()).status).toBe(200);
});

test('the changes of many accounts cannot flood a stranger’s mailbox', async () => {
  const stranger = 'stranger@example.com';
  const askers = await repeat(3, () => asked(stranger));
  for (const { email } of askers) await resend(email, strict.post);
  expect(await accounts.emailsTo(stranger)).toHaveLength(4);
  // Each mailbox by itself: an emailed link stays valid, whether the other mailbox was emailed again or not.
  for (const { email, next } of askers.slice(1, 2)) {
    expect(await openNewestTo(email)).toMatchObject(half);
    expect((await accounts.open(next)).status).toBe(200);
  }
});

test('a new password cancels a pending change', async () => {
  const { email, client, old, next } = await asked('a-thiefs@example.com');
  await accounts.open(next);
  const change = { password: 'pour it slowly', current_password: PASSWORD };
  const { data, error } = await client.updateUser(change);
  expect(error).toBeNull();
  expect(data.user?.new_email).toBeUndefined();
  expect(errorOf(await accounts.open(old))).toBe('otp_expired');
  await resend(email);
  expect(await accounts.emailsTo('a-thiefs@example.com')).toHaveLength(1);
  await client.updateUser({ email: 'her-own@example.com' });
  expect(await openNewestTo(email)).toMatchObject(half);
});

test('a new password and a new address can be requested at once', async () => {
  const { email, client } = await asked('before@example.com');
  const password = 'pour it slowly';
  const change = { email: 'after@example.com', password, current_password: PASSWORD };
  expect((await client.updateUser(change)).data.user?.new_email).toBe('after@example.com');
  await openNewestTo(email);
  await openNewestTo('after@example.com');
  await accounts.signIn('after@example.com', password);
});

test('a change whose links were purged is not emailed again', async () => {
  const newEmail = 'forgotten@example.com';
  const { email } = await asked(newEmail);
  accounts.advance({ seconds: 3601 });
  await resend(email);
  expect(await accounts.emailsTo(newEmail), 'expired and still stored').toHaveLength(2);
  accounts.advance({ seconds: 3601 });
  await accounts.auth.pruneExpired();
  await resend(email);
  expect(await accounts.emailsTo(newEmail)).toHaveLength(2);
});

describe('whoever reads the old mailbox has nothing in it that opens an account which has moved', () => {
  const OWNERS = 'pour it slowly';
  const expired = refusal(403, 'otp_expired');

  test.each(Object.entries(EMAILED_SECRETS))(
    '%s opens nothing once the account has another address',
    async (_, email) => {
      expect((await (await email(accounts)).use()).status, 'while it has its own').toBe(200);
      const secret = await email(accounts);
      await moveAccount(accounts, secret);
      expect((await secret.use()).status).toBeOneOf([403, 404, 422]);
    },
  );

  const undo = (token_hash: string, password = PASSWORD) =>
    accounts.post('/factors/undo', { token_hash, password, new_password: 'a thiefs own kettle' });

  test('a link that undoes a factor and a leaked password do not take over an account that has moved', async () => {
    const { email, app, session } = await withApp(accounts);
    const token = await undoToken(accounts, email);
    const change = { current_password: PASSWORD, password: OWNERS };
    const { body: changed } = await accounts.post('/user/password', change, session);
    const moved = await moveAccount(accounts, { email, session: changed });
    for (const password of [PASSWORD, OWNERS]) {
      expect(await undo(token, password)).toMatchObject(expired);
    }
    const owner = await accounts.signIn(moved, OWNERS);
    accounts.advance({ seconds: 60 });
    expect((await showApp(accounts, owner, app)).status).toBe(200);
  });

  test('a link that survived the move, as one of an older server did, is refused too', async () => {
    const { email, id } = await withApp(accounts);
    const token = await undoToken(accounts, email);
    await accounts.rows('update auth.users set email = $2 where id = $1', [id, `moved-${email}`]);
    expect(await undo(token)).toMatchObject(expired);
  });

  test('the owner’s link is not ended by a stranger who requests a move to an address of their own', async () => {
    const { email, session } = await withApp(accounts);
    const token = await undoToken(accounts, email);
    const [, theirs] = await requestMove(accounts, { email, session }, `of-a-thief-${email}`);
    expect((await accounts.open(theirs)).body.code).toBe('200');
    expect((await undo(token)).status).toBe(200);
  });

  describe('an owner who moves although a stranger has added a factor', () => {
    test('gets the link in the new mailbox, and it ends when the first would have', async () => {
      const { email, session } = await accounts.newSession();
      const moved = `owners-${email}`;
      const links = await requestMove(accounts, { email, session }, moved);
      await addApp(accounts, await accounts.signIn(email), 'of a thief');
      const first = await undoToken(accounts, email);
      for (const link of links) expect((await accounts.open(link)).status).toBe(200);
      expect(errorOf(await undo(first))).toBe('otp_expired');
      const late = await undoToken(accounts, moved);
      accounts.advance({ days: 7 });
      expect(errorOf(await undo(late))).toBe('otp_expired');
    });

    test('undoes the factor with it, also one that took the place of the owner’s', async () => {
      const { email, app, session } = await withApp(accounts);
      const moved = `owners-${email}`;
      const links = await requestMove(accounts, { email, session }, moved);
      const { session: theirs } = await addApp(accounts, session, 'of a thief');
      expect((await accounts.remove(`/factors/${app.id}`, theirs)).status).toBe(200);
      for (const link of links) expect((await accounts.open(link)).status).toBe(200);
      expect(await undo(await undoToken(accounts, moved))).toMatchObject({
        status: 200,
        body: { email: moved, factors: [] },
      });
    });
  });
});
