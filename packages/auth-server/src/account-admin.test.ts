import { describe, expect, test } from 'vitest';
import {
  errorOf,
  MANY_EMAILS,
  openTestAccounts,
  PASSWORD,
  refusal,
  type TestResponse,
} from '#auth-server-test/accounts.ts';
import { APP_ORIGIN, EMAILED_SECRETS } from '#auth-server-test/emailed-secrets.ts';
import { addApp, beginApp, makeCodes, undoToken, withApp } from '#auth-server-test/factors.ts';

const accounts = await openTestAccounts({ allowedOrigins: [APP_ORIGIN], limits: MANY_EMAILS });
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
  test('removes the second factor of a shopper who has lost it, with its recovery codes', async () => {
    const { email, id, session } = await withApp(accounts);
    await makeCodes(accounts, session);
    expect(await admin.removeFactor(email.toUpperCase())).toEqual(['phone']);
    expect((await read(session)).status).toBe(403);
    expect((await read(await signIn(email))).body.factors).toEqual([]);
    expect(await doneTo(id)).toEqual(['factor_removed']);
    expect((await kindsTo(email)).at(-1)).toBe('factor_removed');
  });

  test('removes one of several second factors, by its name, also of an account found by its id', async () => {
    const { email, id, session } = await withApp(accounts);
    await addApp(accounts, session, 'tablet');
    await expect(admin.removeFactor(email, 'watch')).rejects.toThrow('phone, tablet');
    expect(await admin.removeFactor(email, 'phone')).toEqual(['phone']);
    const { body } = await read(await signIn(email));
    expect(body.factors).toMatchObject([{ friendly_name: 'tablet' }]);
    await rows('update auth.users set email = $2 where id = $1', [id, `new-${email}`]);
    expect(await admin.removeFactor({ id })).toEqual(['tablet']);
  });

  test('ends sessions at once', async () => {
    const { email, id, session } = await newSession();
    const sessions = [session, await signIn(email)];
    expect(await admin.endSessions(email)).toBe(2);
    for (const each of sessions) expect((await read(each)).status).toBe(403);
    await signIn(email);
    expect(await doneTo(id)).toEqual(['sessions_ended']);
    expect(await kindsTo(email)).toEqual(['sessions_ended']);
  });

  test('is told of a missing account or factor', async () => {
    for (const act of [admin.removeFactor, admin.endSessions, admin.ban, admin.unban]) {
      await expect(act('nobody@example.com')).rejects.toThrow(
        'There is no account with this email.',
      );
    }
    await expect(admin.removeFactor({ id: crypto.randomUUID() })).rejects.toThrow(
      'There is no account with this id.',
    );
    const { email } = await newUser();
    await expect(admin.removeFactor(email)).rejects.toThrow('It has no second factor.');
  });
});

describe('a banned account', () => {
  const banned = { error_code: 'user_banned' };

  test('is closed at once; unbanned it needs a new sign-in', async () => {
    const { email, id, session } = await newSession();
    expect(await accounts.enters(session)).toBe(true);
    await admin.ban(email);
    expect(await read(session)).toMatchObject(refusal(403, 'user_banned'));
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
      expect((await ended.use()).status).toBeOneOf([403, 404]);
      await admin.unban(ended.email);
      expect((await ended.use()).status, 'after the ban').toBeOneOf([403, 404]);

      const kept = await email(accounts);
      await setBan(kept.id, 'infinity');
      expect((await kept.use()).body).toMatchObject(banned);
      await setBan(kept.id, null);
      expect((await kept.use()).status).toBe(200);
    },
  );

  test.each(['/recover', '/otp'])(
    'is not opened by a link that is requested for it by %s',
    async (path) => {
      const { email } = await newUser();
      await admin.ban(email);
      await post(path, { email });
      const link = await accounts.linkTo(email);
      expect((await accounts.open(link)).body).toMatchObject(banned);
      const type = link.searchParams.get('type');
      const followed = await accounts.get(
        `/verify?type=${type}&token=${await accounts.tokenTo(email)}`,
      );
      expect(followed.headers.get('location')).toContain('error_code=user_banned');
    },
  );

  test('is refused by every route that changes an account', async () => {
    const { email, id, app, session } = await withApp(accounts);
    const token_hash = await undoToken(accounts, email);
    const { body: begun } = await beginApp(accounts, session, 'tablet');
    await setBan(id, 'infinity');
    const asUser = (method: string, path: string, body: object = {}) =>
      accounts.request(method, path, { token: session.access_token, body });
    const NEW = 'steeped in peace';
    const change = { password: NEW, current_password: PASSWORD };
    const undo = { token_hash, password: PASSWORD, new_password: NEW };

    /** Requests that change or reveal something of an account, by route. */
    const attempts: Record<string, (() => Promise<TestResponse>)[]> = {
      'POST /token': [() => accounts.tryPassword(email), () => accounts.refresh(session)],
      'PUT /user': [
        () => asUser('PUT', '/user', change),
        () => asUser('PUT', '/user', { email: 'banned-and-moved@example.com' }),
      ],
      'POST /user/password': [() => asUser('POST', '/user/password', change)],
      'POST /reauthenticate': [() => asUser('POST', '/reauthenticate', { nonce: '123456' })],
      'POST /factors': [() => beginApp(accounts, session)],
      'POST /factors/undo': [() => post('/factors/undo', undo)],
      'POST /factors/recovery-codes': [() => asUser('POST', '/factors/recovery-codes')],
      'POST /factors/recovery-codes/regenerate': [
        () => asUser('POST', '/factors/recovery-codes/regenerate'),
      ],
      'POST /factors/recovery-codes/verify': [
        () => asUser('POST', '/factors/recovery-codes/verify', { code: 'aaaa-bbbb-cccc-dddd' }),
      ],
      'POST /factors/:id/challenge': [() => asUser('POST', `/factors/${app.id}/challenge`)],
      'POST /factors/:id/verify': [
        () => asUser('POST', `/factors/${begun.id}/verify`, { code: '123456' }),
      ],
      'DELETE /factors/recovery-codes': [() => asUser('DELETE', '/factors/recovery-codes')],
      'DELETE /factors/:id': [() => asUser('DELETE', `/factors/${app.id}`)],
      'POST /logout': [() => asUser('POST', '/logout')],
    };
    /** These take an address and answer everybody alike; what they email is tried above, with `POST /verify`. */
    const alike = ['/signup', '/recover', '/otp', '/resend', '/verify'].map(
      (path) => `POST ${path}`,
    );

    const routes = accounts.auth.routes.routes
      .filter(({ method }) => method !== 'ALL' && method !== 'GET')
      .map(({ method, path }) => `${method} ${path}`);
    expect(new Set(routes)).toEqual(new Set([...Object.keys(attempts), ...alike]));
    for (const [route, tries] of Object.entries(attempts)) {
      for (const attempt of tries) expect(errorOf(await attempt()), route).toBe('user_banned');
    }
  });
});

describe('a deleted account', () => {
  /** The tables whose rows name the user. */
  async function tablesOf(id: string): Promise<string[]> {
    const tables = await rows<{ table: string }>(
      `select distinct table_name as table from information_schema.columns
       where table_schema = 'auth' and column_name = 'user_id' order by 1`,
    );
    const found: string[] = [];
    for (const { table } of tables) {
      const kept = await rows(`select from auth.${table} where user_id = $1`, [id]);
      if (kept.length > 0) found.push(table);
    }
    return found;
  }

  const deleteAccount = async (id: string) =>
    (await rows('select auth.delete_account($1) as deleted', [id]))[0]?.deleted;

  test('leaves entries of the log that do not say from where', async () => {
    const { email, id, session } = await withApp(accounts);
    await makeCodes(accounts, session);
    await post('/recover', { email });
    await accounts.auth.drain();
    const other = await newSession();
    const before = await tablesOf(id);
    expect(before).toEqual(
      expect.arrayContaining(['audit_log', 'factors', 'one_time_tokens', 'sessions']),
    );

    expect(await deleteAccount(id)).toBe(true);
    expect(await tablesOf(id)).toEqual(['audit_log']);
    expect((await read(session)).status).toBe(403);
    const logOf = (user: string) =>
      rows('select event, address, details from auth.audit_log where user_id = $1 order by id', [
        user,
      ]);
    const log = await logOf(id);
    expect(log).toContainEqual({ event: 'signed_in', address: null, details: {} });
    expect(log.at(-1)).toEqual({
      event: 'account_deleted',
      address: null,
      details: { by: 'shop' },
    });
    expect((await logOf(other.id)).every(({ address }) => address !== null)).toBe(true);

    const again = await newUser(email);
    expect(again.id).not.toBe(id);
    await signIn(email);
    expect(await deleteAccount(id), 'nobody any more').toBe(false);
  });

  test.each(['shop_app', 'shop_auth', 'shop_staff'])(
    'is not deleted by a running server as %s',
    async (role) => {
      const { id } = await newUser();
      await expect(
        accounts.pool(role).query('select auth.delete_account($1)', [id]),
      ).rejects.toThrow('permission denied');
    },
  );
});
