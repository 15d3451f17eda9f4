import { describe, expect, test } from 'vitest';
import { errorOf, MANY_EMAILS, openTestAccounts, PASSWORD } from '#auth-server-test/accounts.ts';
import { EMAILED_SECRETS } from '#auth-server-test/emailed-secrets.ts';
import { addApp, makeCodes, undoToken, withApp } from '#auth-server-test/factors.ts';

const accounts = await openTestAccounts({ limits: MANY_EMAILS });
const { kindsTo, newSession, newUser, post, read, rows, setBan, signIn } = accounts;
const { admin } = accounts.auth;

/** The audit entries of the shop's actions on this account. */
const doneTo = async (id: string) =>
  (
    await rows(
      `select event from auth.audit_log where user_id = $1 and details ->> 'by' = 'shop' order by id`,
      [id],
    )
  ).map(({ event }) => event);

describe('an operator', () => {
  test('removes all second factors of a shopper, with the recovery codes, or one by its name', async () => {
    const { email, id, session } = await withApp(accounts);
    await makeCodes(accounts, session);
    expect(await admin.removeFactor(email.toUpperCase())).toEqual(['phone']);
    expect((await read(session)).status).toBe(403);
    expect((await read(await signIn(email))).body.factors).toEqual([]);
    expect(await doneTo(id)).toEqual(['factor_removed']);
    expect((await kindsTo(email)).at(-1)).toBe('factor_removed');

    const other = await withApp(accounts);
    await addApp(accounts, other.session, 'tablet');
    await expect(admin.removeFactor(other.email, 'watch')).rejects.toThrow('phone, tablet');
    expect(await admin.removeFactor(other.email, 'phone')).toEqual(['phone']);
    const { body } = await read(await signIn(other.email));
    expect(body.factors).toMatchObject([{ friendly_name: 'tablet' }]);
    expect(await admin.removeFactor({ id: other.id })).toEqual(['tablet']);
  });

  test('ends sessions at once', async () => {
    const { email, id, session } = await newSession();
    const other = await signIn(email);
    expect(await admin.endSessions(email)).toBe(2);
    for (const each of [session, other]) expect((await read(each)).status).toBe(403);
    expect(await doneTo(id)).toEqual(['sessions_ended']);
    expect(await kindsTo(email)).toEqual(['sessions_ended']);
  });

  test('is told of a missing account or factor', async () => {
    const nobody = 'There is no account with this email.';
    for (const act of [admin.removeFactor, admin.endSessions, admin.ban, admin.unban]) {
      await expect(act('nobody@example.com')).rejects.toThrow(nobody);
    }
    const { email } = await newUser();
    await expect(admin.removeFactor(email)).rejects.toThrow('It has no second factor.');
  });
});

describe('a banned account', () => {
  test('is closed at once; unbanned it needs a new sign-in', async () => {
    const { email, id, session } = await newSession();
    expect(await accounts.enters(session)).toBe(true);
    await admin.ban(email);
    expect((await read(session)).status).toBe(403);
    expect(await accounts.enters(session)).toBe(false);
    await admin.unban(email);
    expect((await read(session)).status, 'from before the ban').toBe(403);
    await signIn(email);
    expect(await doneTo(id)).toEqual(['banned', 'unbanned']);
    expect(await kindsTo(email)).toEqual(['account_closed', 'account_opened']);
  });

  test.each(Object.entries(EMAILED_SECRETS))(
    'is not opened by %s, which ends with the ban; where it outlives the ban it is not used up',
    async (_, email) => {
      const ended = await email(accounts);
      await admin.ban(ended.email);
      await admin.unban(ended.email);
      expect((await ended.use()).status, 'after the ban').toBe(403);

      const kept = await email(accounts);
      await setBan(kept.id, 'infinity');
      expect(errorOf(await kept.use())).toBe('user_banned');
      await setBan(kept.id, null);
      expect((await kept.use()).status).toBe(200);
    },
  );

  test('is refused by every route that asks for a session, a password or a link', async () => {
    const { email, id, app, session } = await withApp(accounts);
    const token_hash = await undoToken(accounts, email);
    await setBan(id, 'infinity');
    /** These take an address and answer everybody alike; what they email is tried above. */
    const alike = ['/signup', '/recover', '/resend', '/verify'];
    const { routes } = accounts.auth.routes;
    const own = routes.filter(({ method, path }) => method !== 'ALL' && !alike.includes(path));
    expect(own.length).toBeGreaterThan(14);
    for (const { method, path } of own) {
      if (path === '/token' || path === '/factors/undo') continue;
      const url = path.replace(':id', app.id);
      const body = method === 'GET' ? undefined : {};
      const answer = await accounts.request(method, url, { token: session.access_token, body });
      expect(errorOf(answer), `${method} ${path}`).toBe('user_banned');
    }
    const undo = { token_hash, password: PASSWORD, new_password: 'steeped in peace' };
    for (const answer of [
      await accounts.tryPassword(email),
      await accounts.refresh(session),
      await post('/factors/undo', undo),
    ]) {
      expect(errorOf(answer)).toBe('user_banned');
    }
  });
});
