import { expect, test } from 'vitest';
import { openTestAccounts, PASSWORD } from '#auth-server-test/accounts.ts';
import { addApp, showApp, withApp } from '#auth-server-test/factors.ts';

/** A stranger has added a second factor. The owner has the email about it, and knows the password. */
const accounts = await openTestAccounts({ limits: { mailBurst: { points: 1000, seconds: 60 } } });

const NEW = 'steeped in peace';
const STRANGERS = 'the thiefs own tea';
const ended = { status: 403, body: { error_code: 'otp_expired' } };

/** The newest undo link that was emailed to this address. */
async function undoLink(email: string): Promise<string> {
  const added = (await accounts.emailsTo(email)).filter(({ kind }) => kind === 'factor_added');
  const newest = added.at(-1);
  const link = new URL(newest?.kind === 'factor_added' ? (newest.link ?? '') : '');
  expect(link.pathname).toBe('/undo-second-step');
  return link.searchParams.get('token_hash') ?? '';
}

const undo = (token_hash: string, password = PASSWORD, new_password = NEW) =>
  accounts.request('POST', '/factors/undo', { body: { token_hash, password, new_password } });

/** Changes the password as somebody who knows it. */
async function changePassword(token: string, current_password: string, password: string) {
  const answer = await accounts.request('PUT', '/user', {
    token,
    body: { current_password, password },
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

async function isBackIn(email: string, password = NEW): Promise<void> {
  const { access_token: token } = await accounts.signIn(email, password);
  const { body } = await accounts.request('GET', '/user', { token });
  expect(body.factors).toEqual([]);
  const { sessionId, userId, refreshCounter } = await accounts.auth.authenticate(`Bearer ${token}`);
  await accounts.rows('select auth.enter($1, $2, $3)', [sessionId, userId, refreshCounter]);
}

test('the link and the password remove the factor, end every session and set a new password', async () => {
  const { email, session } = await withApp(accounts);
  const elsewhere = await accounts.signIn(email);
  const answer = await undo(await undoLink(email));
  expect(answer).toMatchObject({ status: 200, body: { email, factors: [] } });
  for (const { access_token: token, refresh_token } of [session, elsewhere]) {
    expect((await accounts.request('GET', '/user', { token })).status).toBe(403);
    const body = { refresh_token };
    expect(
      (await accounts.request('POST', '/token?grant_type=refresh_token', { body })).status,
    ).toBe(400);
  }
  await expect(accounts.signIn(email)).rejects.toThrow('invalid_credentials');
  await isBackIn(email);
  expect((await accounts.emailsTo(email)).map(({ kind }) => kind)).toEqual([
    'factor_added',
    'factor_removed',
    'password_changed',
  ]);
});

test('an undo link works for seven days, and once', async () => {
  const one = await withApp(accounts);
  const late = await withApp(accounts);
  const [link, lateLink] = [await undoLink(one.email), await undoLink(late.email)];
  accounts.advance({ days: 7, seconds: -130 });
  expect((await undo(link)).status).toBe(200);
  expect(await undo(link, NEW, 'and another one')).toMatchObject(ended);
  accounts.advance({ seconds: 71 });
  expect(await undo(lateLink)).toMatchObject(ended);
});

test('a link that a server from before its address was stored has emailed works', async () => {
  const { email, id } = await withApp(accounts);
  await accounts.rows('update auth.factor_undos set email = null where user_id = $1', [id]);
  expect((await undo(await undoLink(email))).status).toBe(200);
});

test('when a link is used twice at once, one request succeeds', async () => {
  const { email } = await withApp(accounts);
  const link = await undoLink(email);
  const answers = await Promise.all([undo(link), undo(link), undo(link)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403, 403]);
});

test('the link alone does nothing: not without the password, with a wrong one, or with a weak new one', async () => {
  const { email, session } = await withApp(accounts);
  const link = await undoLink(email);
  const tries: [string, string, string][] = [
    ['', NEW, 'current_password_required'],
    ['not the password', NEW, 'current_password_invalid'],
    [PASSWORD, 'short', 'weak_password'],
    [PASSWORD, 'password123', 'weak_password'],
    [PASSWORD, PASSWORD, 'same_password'],
  ];
  for (const [password, next, code] of tries) {
    expect((await undo(link, password, next)).body.error_code).toBe(code);
  }
  const { body } = await accounts.request('GET', '/user', { token: session.access_token });
  expect(body.factors).toHaveLength(1);
});

test('only the email contains it, and no other token works in its place', async () => {
  const { email, id } = await withApp(accounts);
  const link = await undoLink(email);
  await accounts.request('POST', '/recover', { body: { email } });
  const reset = (await accounts.linkTo(email)).searchParams.get('token_hash') ?? '';
  for (const token of ['', 'x', '0'.repeat(4000), reset]) {
    expect(await undo(token)).toMatchObject(ended);
  }
  const body = { type: 'recovery', token_hash: link };
  expect(await accounts.request('POST', '/verify', { body })).toMatchObject(ended);
  const kept = await accounts.rows(
    `select encode(token_hash, 'escape') as kept from auth.factor_undos where user_id = $1`,
    [id],
  );
  expect(JSON.stringify(kept)).not.toContain(link);
  for (const answer of [
    await accounts.request('POST', '/factors/undo', { body: { token_hash: 7 } }),
    await accounts.request('POST', '/factors/undo', { body: {} }),
  ]) {
    expect(answer.status).toBeOneOf([400, 403]);
  }
});

test('password guesses are limited per link', async () => {
  const { email } = await withApp(accounts);
  const other = await withApp(accounts);
  const link = await undoLink(email);
  for (let guess = 0; guess < 10; guess += 1) await undo(link, `guess ${guess}`);
  expect((await undo(link)).status).toBe(429);
  expect((await undo(await undoLink(other.email))).status).toBe(200);
});

test('a stranger who changes the password afterwards does not defeat the undo link', async () => {
  const { email, session } = await withApp(accounts);
  await changePassword(session.access_token, PASSWORD, STRANGERS);
  expect((await undo(await undoLink(email), PASSWORD)).status).toBe(200);
  await expect(accounts.signIn(email, STRANGERS)).rejects.toThrow('invalid_credentials');
  await isBackIn(email);
});

test('a stranger who changes the password first, and many times, does not defeat the undo link', async () => {
  const { email } = await accounts.newUser();
  let token = (await accounts.signIn(email)).access_token;
  let password = PASSWORD;
  for (let time = 0; time < 8; time += 1) {
    await changePassword(token, password, `${STRANGERS} ${time}`);
    password = `${STRANGERS} ${time}`;
    accounts.advance({ seconds: 3600 });
    token = (await accounts.signIn(email, password)).access_token;
  }
  await addApp(accounts, token);
  expect((await undo(await undoLink(email), PASSWORD)).status).toBe(200);
  await isBackIn(email);
});

test('a password that was replaced long before the factor was added does not count', async () => {
  const { email } = await accounts.newUser();
  await changePassword((await accounts.signIn(email)).access_token, PASSWORD, 'pour it slowly');
  accounts.advance({ days: 8 });
  await addApp(accounts, (await accounts.signIn(email, 'pour it slowly')).access_token);
  const link = await undoLink(email);
  expect((await undo(link, PASSWORD)).body.error_code).toBe('current_password_invalid');
  expect((await undo(link, 'pour it slowly')).status).toBe(200);
});

test('what the stranger added with its help goes with it: further factors and recovery codes', async () => {
  const { email, app, session } = await withApp(accounts);
  const link = await undoLink(email);
  const second = await addApp(accounts, session.access_token, 'second');
  const token = second.session.access_token;
  await accounts.request('POST', '/factors/recovery-codes', { token });
  expect((await accounts.request('DELETE', `/factors/${app.id}`, { token })).status).toBe(200);
  expect(await undo(link)).toMatchObject({ status: 200, body: { factors: [] } });
  await isBackIn(email);
});

test('the owner’s own factor stays, and is required as before', async () => {
  const { email, app, session } = await withApp(accounts);
  await addApp(accounts, session.access_token, 'of a thief');
  expect(await undo(await undoLink(email))).toMatchObject({
    status: 200,
    body: { factors: [{ id: app.id, friendly_name: 'phone' }] },
  });
  const { access_token } = await accounts.signIn(email, NEW);
  expect((await showApp(accounts, access_token, app)).status).toBe(200);
});

test('the owner’s own factor that the stranger has removed is no longer required', async () => {
  const { email, app, session } = await withApp(accounts);
  const thiefs = await addApp(accounts, session.access_token, 'of a thief');
  const token = thiefs.session.access_token;
  expect((await accounts.request('DELETE', `/factors/${app.id}`, { token })).status).toBe(200);
  expect((await undo(await undoLink(email))).status).toBe(200);
  await isBackIn(email);
});

test('a pending email change is cancelled, and does not end the link', async () => {
  const { email, session } = await withApp(accounts);
  const link = await undoLink(email);
  const body = { email: `of-a-thief-${email}` };
  const asked = await accounts.request('PUT', '/user', { token: session.access_token, body });
  expect(asked.status).toBe(200);
  const theirs = await accounts.linkTo(`of-a-thief-${email}`);
  expect((await undo(link)).status).toBe(200);
  const confirm = { type: 'email_change', token_hash: theirs.searchParams.get('token_hash') };
  expect(await accounts.request('POST', '/verify', { body: confirm })).toMatchObject(ended);
  await isBackIn(email);
});

test('a factor that the owner has removed leaves nothing to undo', async () => {
  const { email, app, session } = await withApp(accounts);
  const link = await undoLink(email);
  await accounts.request('DELETE', `/factors/${app.id}`, { token: session.access_token });
  expect(await undo(link)).toMatchObject(ended);
  await accounts.signIn(email);
});

test('an account without a password needs only the email', async () => {
  const { email, id } = await withApp(accounts);
  await accounts.rows('update auth.users set password_hash = null where id = $1', [id]);
  expect((await undo(await undoLink(email), '')).status).toBe(200);
  await isBackIn(email);
});

test('links and former passwords that are too old are deleted', async () => {
  const { email, id } = await accounts.newUser();
  const { access_token: token } = await accounts.signIn(email);
  await changePassword(token, PASSWORD, STRANGERS);
  await addApp(accounts, token);
  const kept = () =>
    accounts.rows(
      `select (select count(*)::integer from auth.factor_undos where user_id = $1) as links,
         (select count(*)::integer from auth.former_passwords where user_id = $1) as passwords`,
      [id],
    );
  expect(await kept()).toEqual([{ links: 1, passwords: 1 }]);
  accounts.advance({ days: 15 });
  await accounts.auth.pruneExpired();
  expect(await kept()).toEqual([{ links: 0, passwords: 0 }]);
});

test('recovery codes that the stranger generated before their factor go with it, and older ones stay', async () => {
  const { email, app, session } = await withApp(accounts);
  const codes = async (as: string, path: string) => {
    const made = await accounts.request('POST', `/factors/recovery-codes${path}`, { token: as });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    return made.body.codes[0];
  };
  const show = async (password: string, code: string) => {
    const { access_token: token } = await accounts.signIn(email, password);
    const answer = await accounts.request('POST', '/factors/recovery-codes/verify', {
      token,
      body: { code },
    });
    return answer.status;
  };
  const owners = await codes(session.access_token, '');
  accounts.advance({ days: 8 });
  const { access_token: later } = await accounts.signIn(email);
  const { body: shown } = await showApp(accounts, later, app);
  await addApp(accounts, shown.access_token, 'of a thief');
  expect((await undo(await undoLink(email))).status).toBe(200);
  expect(await show(NEW, owners)).toBe(200);

  const { access_token: next } = await accounts.signIn(email, NEW);
  const { body: thief } = await showApp(accounts, next, app);
  const thiefs = await codes(thief.access_token, '/regenerate');
  await addApp(accounts, thief.access_token, 'of a thief again');
  const link = await undoLink(email);
  expect((await undo(link, NEW, 'a kettle of calm')).body.factors).toMatchObject([{ id: app.id }]);
  expect(await show('a kettle of calm', thiefs)).not.toBe(200);
});
