import { describe, expect, test } from 'vitest';
import { openTestAccounts, PASSWORD } from '#auth-server-test/accounts.ts';
import { APP_ORIGIN, EMAILED_SECRETS, moveAccount } from '#auth-server-test/emailed-secrets.ts';
import { addApp, showApp, withApp } from '#auth-server-test/factors.ts';

/** Whoever reads the old mailbox has nothing in it that opens an account which has moved to another address. */
const accounts = await openTestAccounts({
  allowedOrigins: [APP_ORIGIN],
  limits: { mailBurst: { points: 1000, seconds: 60 } },
});

const OWNERS = 'pour it slowly';
const THIEFS = 'a thiefs own kettle';

describe.each(Object.entries(EMAILED_SECRETS))('%s', (_, email) => {
  test('opens an account that has kept its address', async () => {
    const secret = await email(accounts);
    expect((await secret.use()).status).toBe(200);
  });

  test('opens nothing once the account has another address', async () => {
    const secret = await email(accounts);
    await moveAccount(accounts, secret);
    expect((await secret.use()).status).toBeOneOf([403, 404, 422]);
  });
});

const undo = (token_hash: string | null, password: string) =>
  accounts.request('POST', '/factors/undo', {
    body: { token_hash, password, new_password: THIEFS },
  });

const undoToken = async (email: string) => {
  const added = (await accounts.emailsTo(email)).filter(({ kind }) => kind === 'factor_added');
  const newest = added.at(-1);
  return new URL(newest?.kind === 'factor_added' ? (newest.link ?? '') : '').searchParams.get(
    'token_hash',
  );
};

/** The password was leaked: the owner, at aal2, replaces it and moves to another mailbox. */
async function leakedAndMoved() {
  const { email, app, session } = await withApp(accounts);
  const token = await undoToken(email);
  const changed = await accounts.request('POST', '/user/password', {
    token: session.access_token,
    body: { current_password: PASSWORD, password: OWNERS },
  });
  expect(changed.status).toBe(200);
  const moved = await moveAccount(accounts, { email, token: changed.body.access_token });
  return { email, moved, app, token };
}

test('a link that undoes a factor and a leaked password do not take over an account that has moved', async () => {
  const { moved, app, token } = await leakedAndMoved();
  for (const password of [PASSWORD, OWNERS]) {
    expect(await undo(token, password)).toMatchObject({
      status: 403,
      body: { error_code: 'otp_expired' },
    });
  }
  const { access_token } = await accounts.signIn(moved, OWNERS);
  accounts.advance({ seconds: 60 });
  expect((await showApp(accounts, access_token, app)).status).toBe(200);
});

test('a link that survived the move, as one of an older server did, is refused too', async () => {
  const { email } = await withApp(accounts);
  const token = await undoToken(email);
  await accounts.rows('update auth.users set email = $2 where email = $1', [
    email,
    `elsewhere-${email}`,
  ]);
  expect(await undo(token, PASSWORD)).toMatchObject({ body: { error_code: 'otp_expired' } });
});

describe('the owner’s link cannot be ended by a stranger who reads no email', () => {
  test('and requests a move to an address of their own', async () => {
    const { email, session } = await withApp(accounts);
    const token = await undoToken(email);
    const theirs = `of-a-thief-${email}`;
    await accounts.request('PUT', '/user', {
      token: session.access_token,
      body: { email: theirs },
    });
    const half = {
      type: 'email_change',
      token_hash: (await accounts.linkTo(theirs)).searchParams.get('token_hash'),
    };
    expect((await accounts.request('POST', '/verify', { body: half })).body.code).toBe('200');
    expect((await undo(token, PASSWORD)).status).toBe(200);
  });
});

describe('an owner who moves although a stranger has added a factor', () => {
  const requestMove = async (token: string, email: string, newEmail: string) => {
    expect(
      (await accounts.request('PUT', '/user', { token, body: { email: newEmail } })).status,
    ).toBe(200);
    return [await accounts.linkTo(email), await accounts.linkTo(newEmail)];
  };

  const confirmMove = async (links: URL[]) => {
    for (const link of links) {
      const body = { type: 'email_change', token_hash: link.searchParams.get('token_hash') };
      expect((await accounts.request('POST', '/verify', { body })).status).toBe(200);
    }
  };

  test('gets the link in the new mailbox, and it ends when the first would have', async () => {
    const { email } = await accounts.newUser();
    const moved = `owners-${email}`;
    const { access_token: owner } = await accounts.signIn(email);
    const links = await requestMove(owner, email, moved);
    await addApp(accounts, (await accounts.signIn(email)).access_token, 'of a thief');
    const first = await undoToken(email);
    await confirmMove(links);
    expect((await undo(first, PASSWORD)).body.error_code).toBe('otp_expired');
    const late = await undoToken(moved);
    accounts.advance({ days: 7 });
    expect((await undo(late, PASSWORD)).body.error_code).toBe('otp_expired');
  });

  test('undoes the factor with it, also one that took the place of the owner’s', async () => {
    const { email, app, session } = await withApp(accounts);
    const moved = `owners-${email}`;
    const links = await requestMove(session.access_token, email, moved);
    const { session: theirs } = await addApp(accounts, session.access_token, 'of a thief');
    const removed = await accounts.request('DELETE', `/factors/${app.id}`, {
      token: theirs.access_token,
    });
    expect(removed.status).toBe(200);
    await confirmMove(links);
    expect(await undo(await undoToken(moved), PASSWORD)).toMatchObject({
      status: 200,
      body: { email: moved, factors: [] },
    });
  });
});
