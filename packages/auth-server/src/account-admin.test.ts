import { expect, test } from 'vitest';
import { openTestAccounts, PASSWORD } from '#auth-server-test/accounts.ts';
import { addApp, withApp } from '#auth-server-test/factors.ts';

const accounts = await openTestAccounts({ limits: { mailBurst: { points: 1000, seconds: 60 } } });
const { admin } = accounts.auth;

const emailsOf = async (email: string) => (await accounts.emailsTo(email)).map(({ kind }) => kind);

/** The audit entries of the shop's actions on this account. */
const doneTo = (id: string) =>
  accounts.rows(
    `select event from auth.audit_log where user_id = $1 and details ->> 'by' = 'shop' order by id`,
    [id],
  );

const read = (token: string) => accounts.request('GET', '/user', { token });

test('removes the second factor of a shopper who has lost it, with its recovery codes', async () => {
  const { email, id, session } = await withApp(accounts);
  const { access_token: token } = session;
  await accounts.request('POST', '/factors/recovery-codes', { token });
  expect(await admin.removeFactor(email.toUpperCase())).toEqual(['phone']);
  expect((await read(token)).status).toBe(403);
  const again = await accounts.signIn(email);
  expect((await read(again.access_token)).body.factors).toEqual([]);
  expect(await doneTo(id)).toEqual([{ event: 'factor_removed' }]);
  expect((await emailsOf(email)).at(-1)).toBe('factor_removed');
});

test('finds an account also by its id, whatever its address is by now', async () => {
  const { email, id } = await withApp(accounts);
  await accounts.rows('update auth.users set email = $2 where id = $1', [id, `new-${email}`]);
  expect(await admin.removeFactor({ id })).toEqual(['phone']);
  await expect(admin.removeFactor({ id: crypto.randomUUID() })).rejects.toThrow(
    'There is no account with this id.',
  );
});

test('removes one of several second factors, by its name', async () => {
  const { email, session } = await withApp(accounts);
  await addApp(accounts, session.access_token, 'tablet');
  await expect(admin.removeFactor(email, 'watch')).rejects.toThrow('phone, tablet');
  expect(await admin.removeFactor(email, 'phone')).toEqual(['phone']);
  const { access_token } = await accounts.signIn(email);
  const { body } = await read(access_token);
  expect(body.factors).toMatchObject([{ friendly_name: 'tablet' }]);
});

test('ends sessions at once', async () => {
  const { email, id } = await accounts.newUser();
  const sessions = [await accounts.signIn(email), await accounts.signIn(email)];
  expect(await admin.endSessions(email)).toBe(2);
  for (const { access_token } of sessions) expect((await read(access_token)).status).toBe(403);
  await accounts.signIn(email);
  expect(await doneTo(id)).toEqual([{ event: 'sessions_ended' }]);
  expect(await emailsOf(email)).toEqual(['sessions_ended']);
});

test('a banned account can sign in by no means; unbanned it needs a new sign-in', async () => {
  const { email, id } = await accounts.newUser();
  const before = await accounts.signIn(email);
  await accounts.request('POST', '/recover', { body: { email } });
  const reset = (await accounts.linkTo(email)).searchParams.get('token_hash');
  const { sessionId, userId } = await accounts.auth.authenticate(`Bearer ${before.access_token}`);
  await admin.ban(email);
  expect(await read(before.access_token)).toMatchObject({
    status: 403,
    body: { error_code: 'user_banned' },
  });
  const answers = [
    await accounts.request('POST', '/token?grant_type=password', {
      body: { email, password: PASSWORD },
    }),
    await accounts.request('POST', '/token?grant_type=refresh_token', {
      body: { refresh_token: before.refresh_token },
    }),
    await accounts.request('POST', '/verify', { body: { type: 'recovery', token_hash: reset } }),
  ];
  for (const { status } of answers) expect(status).toBeOneOf([400, 403]);
  const enter = accounts.rows('select auth.enter($1, $2, 0)', [sessionId, userId]);
  await expect(enter).rejects.toMatchObject({ code: 'SH401' });

  await admin.unban(email);
  expect((await read(before.access_token)).status, 'from before the ban').toBe(403);
  await accounts.signIn(email);
  expect(await doneTo(id)).toEqual([{ event: 'banned' }, { event: 'unbanned' }]);
  expect(await emailsOf(email)).toEqual(['reset_password', 'account_closed', 'account_opened']);
});

test('a missing account is reported', async () => {
  const nobody = 'nobody@example.com';
  for (const act of [admin.removeFactor, admin.endSessions, admin.ban, admin.unban]) {
    await expect(act(nobody)).rejects.toThrow('There is no account with this email.');
  }
  const { email } = await accounts.newUser();
  await expect(admin.removeFactor(email)).rejects.toThrow('It has no second factor.');
});
