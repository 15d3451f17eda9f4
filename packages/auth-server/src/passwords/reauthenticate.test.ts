import { describe, expect, test } from 'vitest';
import {
  type By,
  openTestAccounts,
  PASSWORD,
  refusal,
  repeat,
} from '#auth-server-test/accounts.ts';
import { addApp, beginApp, showApp, withApp } from '#auth-server-test/factors.ts';

const accounts = await openTestAccounts({
  limits: { changePassword: { points: 100, seconds: 300 } },
});
const { get, post, remove, signIn, update } = accounts;

const password = 'pour it slowly';
const ask = (by: By) => get('/reauthenticate', by);
const prove = (nonce: string, by: By) => post('/reauthenticate', { nonce }, by);
const wrong = (code: string) => (code === '000000' ? '111111' : '000000');
const invalid = refusal(422, 'reauthentication_not_valid');

/** A session that was emailed a code. */
async function asked() {
  const { email, session } = await accounts.newSession();
  expect((await ask(session)).status).toBe(200);
  return { email, session, nonce: await accounts.codeTo(email) };
}

test('Reauthentication: an emailed code replaces the current password, once', async () => {
  const { email } = await accounts.newUser();
  const client = accounts.client();
  await client.signInWithPassword({ email, password: PASSWORD });
  expect((await client.reauthenticate()).error).toBeNull();
  expect((await client.reauthenticate()).error, 'within the minute').toMatchObject({
    status: 429,
    code: 'over_email_send_rate_limit',
  });
  const nonce = await accounts.codeTo(email);
  expect(nonce).toMatch(/^\d{6}$/);
  expect((await client.updateUser({ password, nonce })).error).toBeNull();
  await signIn(email, password);
  const again = await client.updateUser({ password: 'once more with it', nonce });
  expect(again.error).toMatchObject({ status: 422, code: 'reauthentication_not_valid' });
});

test('a code works for its user and session only, for ten minutes, and ends with the session', async () => {
  const { email, session, nonce } = await asked();
  expect(await update(await signIn(email), { nonce })).toMatchObject(invalid);
  const other = await asked();
  // The same in one of a million.
  if (other.nonce !== nonce) expect(await update(other.session, { nonce })).toMatchObject(invalid);
  accounts.advance({ seconds: 600 });
  expect(await update(session, { password, nonce })).toMatchObject(invalid);
  await post('/logout?scope=local', undefined, session);
  const left = await accounts.rows('select from auth.one_time_tokens where user_id = $1', [
    session.user.id,
  ]);
  expect(left).toEqual([]);
});

test('a code allows five tries, and the last one says what to do', async () => {
  const { session, nonce } = await asked();
  const answers = await repeat(5, () => update(session, { password, nonce: wrong(nonce) }));
  answers.push(await update(session, { password, nonce }));
  for (const answer of answers) expect(answer).toMatchObject(invalid);
  const spent = 'This code has expired or was tried too often. Please ask for a new one.';
  expect(answers.map(({ body }) => body.msg)).toEqual([
    ...Array(4).fill('This code is wrong.'),
    spent,
    spent,
  ]);
});

describe('another session of the same user', () => {
  test('uses up neither the tries of a code nor the next code', async () => {
    const { email, session, nonce } = await asked();
    const other = await signIn(email);
    expect((await ask(other)).status, 'its own').toBe(200);
    await repeat(5, () => prove(wrong(nonce), other));
    expect((await update(session, { password, nonce })).status).toBe(200);
  });

  test('uses up no emails either', async () => {
    const { email, session: other } = await accounts.newSession();
    const owner = await signIn(email);
    await repeat(6, async () => {
      await ask(other);
      accounts.advance({ seconds: 61 });
    });
    expect((await ask(other)).status).toBe(429);
    expect((await ask(owner)).status).toBe(200);
  });
});

describe('a session without a valid code is not told that one was sent', () => {
  const none = (words: string) => ({
    status: 429,
    body: {
      error_code: 'over_request_rate_limit',
      msg: `No further code can be mailed ${words}. Please use your password, or try again later.`,
    },
  });

  test('where others have used up the twenty emails, and flood the mailbox no further', async () => {
    const { email, session: owner } = await accounts.newSession();
    await repeat(21, async () => ask(await signIn(email)));
    expect(await ask(owner)).toMatchObject(none('for ten minutes'));
    expect(await accounts.emailsTo(email)).toHaveLength(20);
  });

  test('where it has used up the tries of its codes', async () => {
    const { email, session } = await accounts.newSession();
    for (let time = 0; time < 5; time += 1) {
      expect((await ask(session)).status).toBe(200);
      const code = await accounts.codeTo(email);
      await repeat(5, () => prove(wrong(code), session));
      if (time === 0) expect(await ask(session)).toMatchObject(none('for a minute'));
      await accounts.rows(`update rate_limits set expire = 0 where key like 'mailBurst:%'`);
    }
    expect(await ask(session)).toMatchObject(none('for ten minutes'));
  });
});

describe('where there is a factor', () => {
  /** An unlocked phone has both the session and the mailbox. */
  const A_WHILE = { seconds: 301 };
  const mustConfirm = refusal(400, 'reauthentication_needed');

  test('no code is emailed, and one emailed before confirms nothing and replaces no current password', async () => {
    const { email, session: before, nonce } = await asked();
    const { session } = await addApp(accounts, before);
    expect(await ask(session)).toMatchObject(mustConfirm);
    expect(await accounts.kindsTo(email)).toEqual(['reauthentication', 'factor_added']);
    accounts.advance(A_WHILE);
    for (const answer of [
      await update(session, { nonce }),
      await prove(nonce, session),
      await update(session, { nonce, password }),
      await post('/user/password', { nonce, password }, session),
      await beginApp(accounts, session, 'of a thief'),
    ]) {
      expect(answer).toMatchObject(mustConfirm);
    }
    await signIn(email, PASSWORD);
  });

  test('no other proof than a factor counts, however recent', async () => {
    const { id, app, session } = await withApp(accounts);
    accounts.advance(A_WHILE);
    await accounts.rows(
      `update auth.sessions set amr = amr || jsonb_build_array(
         jsonb_build_object('method', 'otp', 'timestamp', $2::bigint),
         jsonb_build_object('method', 'password', 'timestamp', $2::bigint)
       ) where user_id = $1`,
      [id, Math.floor(accounts.now() / 1000)],
    );
    for (const answer of [
      await beginApp(accounts, session, 'of a thief'),
      await remove(`/factors/${app.id}`, session),
      await post('/factors/recovery-codes', undefined, session),
      await update(session, { email: 'thief@example.com' }),
    ]) {
      expect(answer).toMatchObject(mustConfirm);
    }
  });

  test('adding a further factor shows none: the proof stays as old as it was', async () => {
    const { id, app, session } = await withApp(accounts);
    const amrOf = () =>
      accounts.rows(`select amr from auth.sessions where user_id = $1 and aal = 'aal2'`, [id]);
    const { body: shown } = await showApp(accounts, session, app);
    const before = await amrOf();
    accounts.advance({ seconds: 240 });
    const { body: second } = await beginApp(accounts, shown, 'second');
    accounts.advance({ seconds: 120 });
    const { status, body: added } = await showApp(accounts, shown, second);
    expect(status).toBe(200);
    expect(await amrOf()).toEqual(before);
    const make = (by: By) => post('/factors/recovery-codes', undefined, by);
    expect(await make(added)).toMatchObject(mustConfirm);
    accounts.advance({ seconds: 60 });
    const { body: proven } = await showApp(accounts, added, second);
    expect((await make(proven)).status).toBe(200);
  });
});
