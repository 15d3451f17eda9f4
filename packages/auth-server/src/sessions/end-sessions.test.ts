import { expect, test } from 'vitest';
import { openTestAccounts, PASSWORD, type Session } from '#auth-server-test/accounts.ts';
import { codeOf, showApp, withApp } from '#auth-server-test/factors.ts';

/** Whoever holds an older session, or knows the password, and keeps ending what the owner opens. */
const accounts = await openTestAccounts();

const A_WHILE = { seconds: 301 };
const NEW_PASSWORD = 'pour it slowly';
const mustConfirm = { status: 400, body: { error_code: 'reauthentication_needed' } };

const signOut = ({ access_token: token }: Session, scope: string) =>
  accounts.request('POST', `/logout?scope=${scope}`, { token });

const isOpen = async ({ access_token: token }: Session) =>
  (await accounts.request('GET', '/user', { token })).status === 200;

/** Tries everything with which a session can end others. */
async function attack(thief: Session) {
  for (const scope of ['others', 'global']) {
    expect(await signOut(thief, scope)).toMatchObject(mustConfirm);
  }
}

async function openResetLink(email: string): Promise<Session> {
  await accounts.request('POST', '/recover', { body: { email } });
  return followResetLink(email);
}

async function followResetLink(email: string): Promise<Session> {
  const emails = await accounts.emailsTo(email);
  const sent = emails.findLast(({ kind }) => kind === 'reset_password');
  if (sent?.kind !== 'reset_password') throw new Error('no link was emailed');
  const token_hash = new URL(sent.link).searchParams.get('token_hash');
  const { status, body } = await accounts.request('POST', '/verify', {
    body: { type: 'recovery', token_hash },
  });
  expect(status).toBe(200);
  return body;
}

const setPassword = ({ access_token: token }: Session, password: string, current?: string) =>
  accounts.request('PUT', '/user', { token, body: { password, current_password: current } });

test('a stolen session ends no session that its owner opens after it', async () => {
  const { email } = await accounts.newUser();
  const thief = await accounts.signIn(email);
  const before = await accounts.signIn(email);
  accounts.advance(A_WHILE);
  for (let time = 0; time < 3; time += 1) {
    const owner = await accounts.signIn(email);
    await attack(thief);
    expect(await isOpen(owner)).toBe(true);
  }
  expect(await isOpen(before), 'refused as a whole').toBe(true);
  const owner = await accounts.signIn(email);
  expect((await signOut(owner, 'others')).status).toBe(204);
  expect(await Promise.all([thief, before, owner].map(isOpen))).toEqual([false, false, true]);
});

test('nor, at aal2, one that still has to show its factor, or has just shown it', async () => {
  const { email, app, session: thief } = await withApp(accounts);
  accounts.advance(A_WHILE);
  const owner = await accounts.signIn(email);
  await attack(thief);
  const { body: shown } = await showApp(accounts, owner.access_token, app);
  await attack(thief);
  expect(await isOpen(shown)).toBe(true);
});

test('refreshing its tokens makes it no newer; an emailed code does', async () => {
  const { email } = await accounts.newUser();
  const older = await accounts.signIn(email);
  accounts.advance(A_WHILE);
  const newer = await accounts.signIn(email);
  accounts.advance(A_WHILE);
  const { body: refreshed } = await accounts.request('POST', '/token?grant_type=refresh_token', {
    body: { refresh_token: older.refresh_token },
  });
  await attack(refreshed);
  await accounts.request('GET', '/reauthenticate', { token: refreshed.access_token });
  const sent = (await accounts.emailsTo(email)).at(-1);
  const { body: confirmed } = await accounts.request('POST', '/reauthenticate', {
    token: refreshed.access_token,
    body: { nonce: sent?.kind === 'reauthentication' ? sent.code : '' },
  });
  expect((await signOut(confirmed, 'others')).status).toBe(204);
  expect(await isOpen(newer)).toBe(false);
});

test('a sign-in at the very moment the others are ended stays, and nothing ends', async () => {
  const { email, id } = await accounts.newUser();
  const thief = await accounts.signIn(email);
  accounts.advance(A_WHILE);
  const answer = await accounts.whileLocked(
    `insert into auth.sessions (user_id, amr, refresh_paid_until, refreshed_at, expires_at, created_at)
       select user_id, jsonb_build_array(jsonb_build_object('method', 'password', 'timestamp', ${Math.floor(accounts.now() / 1000)})),
         refresh_paid_until, refreshed_at, expires_at, created_at from auth.sessions where user_id = '${id}';
     lock table auth.sessions in exclusive mode`,
    () => signOut(thief, 'others'),
  );
  expect(answer).toMatchObject(mustConfirm);
  const open = await accounts.rows('select id from auth.sessions where user_id = $1', [id]);
  expect(open).toHaveLength(2);
});

test('the owner resets the password while a stolen session keeps ending all others', async () => {
  const { email } = await accounts.newUser();
  const thief = await accounts.signIn(email);
  accounts.advance(A_WHILE);
  const reset = await openResetLink(email);
  await attack(thief);
  expect((await setPassword(reset, NEW_PASSWORD)).status).toBe(200);
  expect(await isOpen(thief)).toBe(false);
  await accounts.signIn(email, NEW_PASSWORD);
});

test('and while somebody who knows the password signs in and ends all others', async () => {
  const { email } = await accounts.newUser();
  const reset = await openResetLink(email);
  accounts.advance({ seconds: 5 });
  const thief = await accounts.signIn(email);
  expect((await signOut(thief, 'others')).status).toBe(204);
  expect((await signOut(await accounts.signIn(email), 'global')).status).toBe(204);
  expect((await setPassword(reset, NEW_PASSWORD)).status).toBe(200);
  expect(await isOpen(thief)).toBe(false);
  await accounts.signIn(email, NEW_PASSWORD);
});

test('and while they change the password over and over', async () => {
  const { email } = await accounts.newUser();
  const thief = await accounts.signIn(email);
  let current = PASSWORD;
  const change = async () => {
    const next = `of a thief, ${accounts.now()}`;
    expect((await setPassword(thief, next, current)).status).toBe(200);
    current = next;
    accounts.advance({ seconds: 60 });
  };
  await change();
  await accounts.request('POST', '/recover', { body: { email } });
  await accounts.emailsTo(email); // the link is there before the next change
  await change();
  const reset = await followResetLink(email);
  await change();
  expect((await setPassword(reset, NEW_PASSWORD)).status).toBe(200);
  expect(await isOpen(thief)).toBe(false);
  await accounts.signIn(email, NEW_PASSWORD);
});

test('at the very moment, too; the link still sets one password', async () => {
  const { email, id } = await accounts.newUser();
  const reset = await openResetLink(email);
  const changed = await accounts.whileLocked(
    `update auth.users set password_hash = 'of a thief' where id = '${id}'`,
    () =>
      Promise.all([setPassword(reset, NEW_PASSWORD), setPassword(reset, `${NEW_PASSWORD}, twice`)]),
    2,
  );
  expect(changed.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test('and while somebody with the authenticator app keeps showing and removing it', async () => {
  const { email, app, session: thief } = await withApp(accounts);
  const reset = await openResetLink(email);
  const { body: shown } = await showApp(accounts, thief.access_token, app);
  const token = shown.access_token;
  expect((await accounts.request('DELETE', `/factors/${app.id}`, { token })).status).toBe(200);
  expect((await setPassword(reset, NEW_PASSWORD)).status).toBe(200);
  await accounts.signIn(email, NEW_PASSWORD);
});

test('a session from a reset link that others have signed out ends ten minutes after it began', async () => {
  const { email } = await accounts.newUser();
  const reset = await openResetLink(email);
  accounts.advance({ seconds: 60 });
  const owner = await accounts.signIn(email);
  expect((await signOut(owner, 'others')).status).toBe(204);
  const { status, body: refreshed } = await accounts.request(
    'POST',
    '/token?grant_type=refresh_token',
    { body: { refresh_token: reset.refresh_token } },
  );
  expect(status).toBe(200);
  expect(await isOpen(refreshed)).toBe(true);
  accounts.advance({ seconds: 541 });
  expect(await isOpen(refreshed)).toBe(false);
  expect(await isOpen(owner)).toBe(true);
});

test('one that is older is ended as any other', async () => {
  const { email } = await accounts.newUser();
  const reset = await openResetLink(email);
  accounts.advance({ seconds: 601 });
  expect((await signOut(await accounts.signIn(email), 'others')).status).toBe(204);
  expect(await isOpen(reset)).toBe(false);
});

test('showing the factor in a session of a reset link does not prolong it once it was signed out', async () => {
  const { email, app, session: owner } = await withApp(accounts);
  const reset = await openResetLink(email);
  accounts.advance({ seconds: 60 });
  const { body: shown } = await showApp(accounts, owner.access_token, app);
  expect((await signOut(shown, 'others')).status).toBe(204);
  const code = await codeOf(accounts, app, 30);
  const { body: raised } = await showApp(accounts, reset.access_token, app, code);
  expect(await isOpen(raised)).toBe(true);
  accounts.advance({ seconds: 541 });
  expect(await isOpen(raised)).toBe(false);
});
