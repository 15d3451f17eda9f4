import { describe, expect, test } from 'vitest';
import {
  errorOf,
  MANY_EMAILS,
  openTestAccounts,
  PASSWORD,
  refusal,
} from '#auth-server-test/accounts.ts';
import { EMAILED_SECRETS, moveAccount, requestMove } from '#auth-server-test/emailed-secrets.ts';
import { addApp, undoToken, withApp } from '#auth-server-test/factors.ts';

const accounts = await openTestAccounts({ limits: MANY_EMAILS });
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
  return { email, client, old, next };
}

const openNewestTo = async (email: string) => accounts.open(await accounts.linkTo(email));

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

test('one mailbox alone changes nothing: not with a second request, not with a second link', async () => {
  const { email, client, old, next } = await asked('first-wish@example.com');
  await accounts.open(next);
  await client.updateUser({ email: 'second-wish@example.com' });
  expect(errorOf(await accounts.open(old)), 'a link of the first request').toBe('otp_expired');
  expect(await openNewestTo(email)).toMatchObject(half);
  await accounts.rows(
    `update auth.one_time_tokens set kind = 'email_change_current', email = $1
     where kind = 'email_change_new' and email = 'second-wish@example.com'`,
    [email],
  );
  expect(await openNewestTo('second-wish@example.com')).toMatchObject(half);
  await accounts.signIn(email);
});

test('an address with an account cannot be taken over, and looks like any other to whoever requests it', async () => {
  const taken = await accounts.newUser();
  const { email, session } = await accounts.newSession();
  const answer = await accounts.update(session, { email: taken.email });
  expect(answer).toMatchObject({ status: 200, body: { email, new_email: taken.email } });
  expect(await openNewestTo(email)).toMatchObject(half);
  expect(await accounts.kindsTo(taken.email)).toEqual(['email_taken']);
  await accounts.signIn(taken.email);
  await accounts.signIn(email);
});

describe('an address that somebody signed up with and never confirmed', () => {
  const confirming = accounts.process({ confirmEmail: true });
  const signUp = async (email: string) => {
    await confirming.post('/signup', { email, password: 'of somebody else' });
    await confirming.auth.drain();
  };

  test('goes to whoever proves it by a change', async () => {
    const newEmail = 'squatted@example.com';
    await signUp(newEmail);
    const squatters = await accounts.linkTo(newEmail);
    const { old, next } = await asked(newEmail);
    await signUp(newEmail);
    await accounts.open(old);
    expect((await accounts.open(next)).body.user).toMatchObject({ email: newEmail });
    await accounts.signIn(newEmail);
    expect((await accounts.tryPassword(newEmail, 'of somebody else')).status).toBe(400);
    expect((await accounts.open(squatters)).status).toBe(403);
  });

  test('stays with the sign-up that is confirmed first', async () => {
    const newEmail = 'quicker@example.com';
    await signUp(newEmail);
    const link = await accounts.linkTo(newEmail);
    const { old, next } = await asked(newEmail);
    await accounts.open(old);
    expect((await accounts.open(link)).status).toBe(200);
    expect(await accounts.open(next)).toMatchObject(refusal(422, 'email_exists'));
    await accounts.signIn(newEmail, 'of somebody else');
  });
});

test('the changes of many accounts cannot flood a stranger’s mailbox', async () => {
  const strict = accounts.process({ limits: {} });
  const stranger = 'stranger@example.com';
  const statuses: number[] = [];
  for (const _ of [1, 2, 3]) {
    const { session } = await accounts.newSession();
    statuses.push((await strict.update(session, { email: stranger })).status);
  }
  expect(statuses).toEqual([200, 429, 429]);
  expect(await accounts.emailsTo(stranger)).toHaveLength(1);
});

test('a new password cancels a pending change; both can be requested at once', async () => {
  const { email, client, old, next } = await asked('a-thiefs@example.com');
  await accounts.open(next);
  const password = 'pour it slowly';
  const change = { password, current_password: PASSWORD };
  const { data, error } = await client.updateUser(change);
  expect(error).toBeNull();
  expect(data.user?.new_email).toBeUndefined();
  expect(errorOf(await accounts.open(old))).toBe('otp_expired');

  const both = { email: 'after@example.com', password: PASSWORD, current_password: password };
  expect((await client.updateUser(both)).data.user?.new_email).toBe('after@example.com');
  expect(await openNewestTo(email)).toMatchObject(half);
  await openNewestTo('after@example.com');
  await accounts.signIn('after@example.com');
});

describe('whoever reads the old mailbox has nothing in it that opens an account which has moved', () => {
  const OWNERS = 'pour it slowly';
  const expired = refusal(403, 'otp_expired');

  test.each(Object.entries(EMAILED_SECRETS))(
    '%s opens nothing once the account has another address',
    async (_, email) => {
      const secret = await email(accounts);
      await moveAccount(accounts, secret);
      expect((await secret.use()).status).toBeOneOf([403, 422]);
    },
  );

  const undo = (token_hash: string, password = PASSWORD) =>
    accounts.post('/factors/undo', { token_hash, password, new_password: 'a thiefs own kettle' });

  test('a link that undoes a factor does so with no password, nor one that survived the move, as of an older server', async () => {
    const { email, session } = await withApp(accounts);
    const token = await undoToken(accounts, email);
    const change = { current_password: PASSWORD, password: OWNERS };
    const { body: changed } = await accounts.post('/user/password', change, session);
    await moveAccount(accounts, { email, session: changed });
    for (const password of [PASSWORD, OWNERS]) {
      expect(await undo(token, password)).toMatchObject(expired);
    }
    const other = await withApp(accounts);
    const kept = await undoToken(accounts, other.email);
    await accounts.rows(`update auth.users set email = 'moved-' || email where id = $1`, [
      other.id,
    ]);
    expect(await undo(kept)).toMatchObject(expired);
  });

  test('the owner’s link is not ended by a stranger who requests a move to an address of their own', async () => {
    const { email, session } = await withApp(accounts);
    const token = await undoToken(accounts, email);
    const [, theirs] = await requestMove(accounts, { email, session }, `of-a-thief-${email}`);
    expect((await accounts.open(theirs)).body.code).toBe('200');
    expect((await undo(token)).status).toBe(200);
    expect(await accounts.open(theirs), 'undoing cancels the move').toMatchObject(expired);
  });

  test('an owner who moves although a stranger has added a factor gets the link in the new mailbox, valid as long', async () => {
    const { id, email, app, session } = await withApp(accounts);
    const moved = `owners-${email}`;
    const links = await requestMove(accounts, { email, session }, moved);
    const expiries = () =>
      accounts.rows(
        'select factor_id, expires_at from auth.factor_undos where user_id = $1 order by 1, 2',
        [id],
      );
    const { session: theirs } = await addApp(accounts, session, 'of a thief');
    const first = await undoToken(accounts, email);
    expect((await accounts.remove(`/factors/${app.id}`, theirs)).status).toBe(200);
    const before = await expiries();
    for (const link of links) expect((await accounts.open(link)).status).toBe(200);
    expect(await expiries()).toEqual(before);
    expect(await undo(first)).toMatchObject(expired);
    const undone = { status: 200, body: { email: moved, factors: [] } };
    expect(await undo(await undoToken(accounts, moved))).toMatchObject(undone);
  });
});
