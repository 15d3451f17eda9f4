import { describe, expect, test } from 'vitest';
import {
  type By,
  openTestAccounts,
  PASSWORD,
  refusal,
  repeat,
  type Session,
} from '#auth-server-test/accounts.ts';
import { codeOf, showApp, withApp } from '#auth-server-test/factors.ts';

const accounts = await openTestAccounts();
const { newUser, openResetLink, read, refresh, signIn } = accounts;

const A_WHILE = { seconds: 301 };
const NEW_PASSWORD = 'pour it slowly';
const mustConfirm = refusal(400, 'reauthentication_needed');
const ended = refusal(403, 'session_not_found');

const signOut = (by: By, scope: string) => accounts.post(`/logout?scope=${scope}`, undefined, by);
const isOpen = async (by: By) => (await read(by)).status === 200;

/** The newest last. */
const threeSessions = async () => {
  const { email } = await newUser();
  return repeat(3, () => signIn(email));
};

test.each([
  ['?scope=local', [true, true, false]],
  ['?scope=others', [false, false, true]],
  ['?scope=global', [false, false, false]],
  ['', [false, false, false]],
])(
  'signing out the newest with %s ends the right sessions, at once, also with refreshed tokens',
  async (query, open) => {
    const [bystander] = await threeSessions();
    const [oldest, older, newest] = await threeSessions();
    const sessions = [(await refresh(oldest ?? expect.fail())).body, older, newest];
    const answer = await accounts.post(`/logout${query}`, undefined, newest);
    expect(answer).toMatchObject({ status: 204, body: null });
    for (const [n, session] of sessions.entries()) {
      const [asked, refreshed] = [await read(session), await refresh(session)];
      expect([asked.status, refreshed.status], `${n}`).toEqual(open[n] ? [200, 200] : [403, 400]);
      if (!open[n]) expect(asked).toMatchObject(ended);
    }
    expect(await isOpen(bystander ?? '')).toBe(true);
  },
);

test('an unknown scope ends nothing, and nobody signs out without a session', async () => {
  const { session } = await accounts.newSession();
  expect(await signOut(session, 'everyone')).toMatchObject(refusal(400, 'validation_failed'));
  expect(await isOpen(session)).toBe(true);
  expect(await accounts.post('/logout')).toMatchObject(refusal(401, 'no_authorization'));
  await signOut(session, 'local');
  expect((await signOut(session, 'local')).status).toBe(403);
});

describe('whoever holds an older session, or knows the password, and keeps ending what the owner opens', () => {
  /** Tries everything with which a session can end others. */
  async function attack(thief: By) {
    for (const scope of ['others', 'global']) {
      expect(await signOut(thief, scope)).toMatchObject(mustConfirm);
    }
  }

  const setPassword = (by: By, password: string, current_password?: string) =>
    accounts.update(by, { password, current_password });

  /** The session of a reset link sets a password: it is the owner's again. */
  async function ownerResets(email: string, reset: By, thief?: By) {
    expect((await setPassword(reset, NEW_PASSWORD)).status).toBe(200);
    if (thief) expect(await isOpen(thief)).toBe(false);
    await signIn(email, NEW_PASSWORD);
  }

  test('ends no session that its owner opens after it', async () => {
    const { email, session: thief } = await accounts.newSession();
    const before = await signIn(email);
    accounts.advance(A_WHILE);
    await repeat(3, async () => {
      const owner = await signIn(email);
      await attack(thief);
      expect(await isOpen(owner)).toBe(true);
    });
    expect(await isOpen(before), 'refused as a whole').toBe(true);
    const owner = await signIn(email);
    expect((await signOut(owner, 'others')).status).toBe(204);
    expect(await Promise.all([thief, before, owner].map(isOpen))).toEqual([false, false, true]);
  });

  test('nor, at aal2, one that still has to show its factor, or has just shown it', async () => {
    const { email, app, session: thief } = await withApp(accounts);
    accounts.advance(A_WHILE);
    const owner = await signIn(email);
    await attack(thief);
    const { body: shown } = await showApp(accounts, owner, app);
    await attack(thief);
    expect(await isOpen(shown)).toBe(true);
  });

  test('is made no newer by refreshing its tokens; an emailed code does so', async () => {
    const { email, session: older } = await accounts.newSession();
    accounts.advance(A_WHILE);
    const newer = await signIn(email);
    accounts.advance(A_WHILE);
    const { body: refreshed } = await refresh(older);
    await attack(refreshed);
    await accounts.get('/reauthenticate', refreshed);
    const nonce = await accounts.codeTo(email);
    const { body: confirmed } = await accounts.post('/reauthenticate', { nonce }, refreshed);
    expect((await signOut(confirmed, 'others')).status).toBe(204);
    expect(await isOpen(newer)).toBe(false);
  });

  test('ends nothing when somebody signs in at the very moment', async () => {
    const { id, session: thief } = await accounts.newSession();
    accounts.advance(A_WHILE);
    const answer = await accounts.whileLocked(
      `insert into auth.sessions (user_id, amr, refresh_paid_until, refreshed_at, expires_at, created_at)
         select user_id, jsonb_build_array(jsonb_build_object('method', 'password', 'timestamp', ${Math.floor(accounts.now() / 1000)})),
           refresh_paid_until, refreshed_at, expires_at, created_at from auth.sessions where user_id = '${id}';
       lock table auth.sessions in exclusive mode`,
      () => signOut(thief, 'others'),
    );
    expect(answer).toMatchObject(mustConfirm);
    expect(await accounts.rows('select from auth.sessions where user_id = $1', [id])).toHaveLength(
      2,
    );
  });

  test('does not keep the owner from resetting the password, neither with a stolen session nor by signing in', async () => {
    const { email, session: thief } = await accounts.newSession();
    accounts.advance(A_WHILE);
    const reset = await openResetLink(email);
    await attack(thief);
    accounts.advance({ seconds: 5 });
    const newer = await signIn(email);
    expect((await signOut(newer, 'others')).status).toBe(204);
    expect((await signOut(await signIn(email), 'global')).status).toBe(204);
    await ownerResets(email, reset, newer);
  });

  test('nor by changing the password over and over', async () => {
    const { email, session: thief } = await accounts.newSession();
    let current = PASSWORD;
    const change = async () => {
      const next = `of a thief, ${accounts.now()}`;
      expect((await setPassword(thief, next, current)).status).toBe(200);
      current = next;
      accounts.advance({ seconds: 60 });
    };
    await change();
    await accounts.post('/recover', { email });
    const link = await accounts.linkTo(email); // it is there before the next change
    await change();
    const { body: reset } = await accounts.open(link);
    await change();
    await ownerResets(email, reset, thief);
  });

  test('nor by showing and removing the authenticator app', async () => {
    const { email, app, session: thief } = await withApp(accounts);
    const reset = await openResetLink(email);
    const { body: shown } = await showApp(accounts, thief, app);
    expect((await accounts.remove(`/factors/${app.id}`, shown)).status).toBe(200);
    await ownerResets(email, reset);
  });
});

test('a session from a reset link that others have signed out ends ten minutes after it began, also with a factor shown in it', async () => {
  const { email, app, session: owner } = await withApp(accounts);
  const reset = await openResetLink(email);
  accounts.advance({ seconds: 60 });
  const { body: shown } = await showApp(accounts, owner, app);
  expect((await signOut(shown, 'others')).status).toBe(204);
  const { status, body: refreshed } = await refresh(reset);
  expect(status).toBe(200);
  const code = await codeOf(accounts, app, 30);
  const { body: raised }: { body: Session } = await showApp(accounts, refreshed, app, code);
  expect(await isOpen(raised)).toBe(true);
  accounts.advance({ seconds: 541 });
  expect(await isOpen(raised)).toBe(false);

  const other = await newUser();
  const older = await openResetLink(other.email);
  accounts.advance({ seconds: 601 });
  expect((await signOut(await signIn(other.email), 'others')).status).toBe(204);
  expect(await isOpen(older), 'one that is older at once').toBe(false);
});
