import { describe, expect, test } from 'vitest';
import { openTestAccounts, PASSWORD } from '#auth-server-test/accounts.ts';
import { APP_ORIGIN, EMAILED_SECRETS, moveAccount } from '#auth-server-test/emailed-secrets.ts';
import { addApp, codeOf, showApp, withApp } from '#auth-server-test/factors.ts';

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

test('a leaked password does not undo a factor that the owner adds after the move', async () => {
  const { moved, app } = await leakedAndMoved();
  const { access_token } = await accounts.signIn(moved, OWNERS);
  accounts.advance({ seconds: 60 });
  const { body: shown } = await showApp(accounts, access_token, app);
  await addApp(accounts, shown.access_token, 'tablet');
  const token = await undoToken(moved);
  expect((await undo(token, PASSWORD)).body.error_code).toBe('current_password_invalid');
  expect((await undo(token, OWNERS)).status).toBe(200);
});

describe('a reset by email', () => {
  async function reset(email: string) {
    await accounts.request('POST', '/recover', { body: { email } });
    const token_hash = (await accounts.linkTo(email)).searchParams.get('token_hash');
    const { body } = await accounts.request('POST', '/verify', {
      body: { type: 'recovery', token_hash },
    });
    return body.access_token;
  }

  async function setPassword(token: string) {
    const body = { password: OWNERS };
    expect((await accounts.request('PUT', '/user', { token, body })).status).toBe(200);
  }

  test('with the factor: the link about that factor and the leaked password undo nothing more', async () => {
    const { email, app } = await withApp(accounts);
    const token = await undoToken(email);
    const { body } = await showApp(accounts, await reset(email), app, await codeOf(accounts, app));
    await setPassword(body.access_token);
    expect(await undo(token, PASSWORD)).toMatchObject({ body: { error_code: 'otp_expired' } });
    expect(await undo(token, OWNERS)).toMatchObject({ body: { error_code: 'otp_expired' } });
  });

  test('with one factor: the link about another one, which may be a stranger’s, still works', async () => {
    const { email, app, session } = await withApp(accounts);
    await addApp(accounts, session.access_token, 'of a thief');
    const token = await undoToken(email);
    const { body } = await showApp(accounts, await reset(email), app);
    await setPassword(body.access_token);
    expect((await undo(token, PASSWORD)).body.error_code).toBe('current_password_invalid');
    expect(await undo(token, OWNERS)).toMatchObject({
      status: 200,
      body: { factors: [{ id: app.id }] },
    });
  });
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

  test('who adds the factor while the owner’s own move waits for its mailboxes', async () => {
    const { email } = await accounts.newUser();
    const newEmail = `owners-${email}`;
    const { access_token: owner } = await accounts.signIn(email);
    await accounts.request('PUT', '/user', { token: owner, body: { email: newEmail } });
    const links = [await accounts.linkTo(email), await accounts.linkTo(newEmail)];
    await addApp(accounts, (await accounts.signIn(email)).access_token, 'of a thief');
    for (const link of links) {
      const body = { type: 'email_change', token_hash: link.searchParams.get('token_hash') };
      expect(await accounts.request('POST', '/verify', { body })).toMatchObject({
        body: { error_code: 'otp_expired' },
      });
    }
    expect((await undo(await undoToken(email), PASSWORD)).status).toBe(200);
  });
});
