import type pg from 'pg';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  atOnce,
  MANY_EMAILS,
  openTestAccounts,
  PASSWORD,
  payloadOf,
  silentLog,
} from '#auth-server-test/accounts.ts';
import {
  APP_ORIGIN,
  emailedAuthCode,
  moveAccount,
  VERIFIER,
} from '#auth-server-test/emailed-secrets.ts';
import { addApp, beginApp, challenge, makeCodes, undoToken } from '#auth-server-test/factors.ts';
import { databaseClock } from './database-clock.ts';
import { createStore } from './store.ts';

const NOWHERE = { host: '/nowhere', user: 'nobody', database: 'none' };

describe('a shopper enters the application’s transactions', async () => {
  const accounts = await openTestAccounts();
  const asShop = accounts.pool('shop_app');
  const { rows } = accounts;

  async function newShopper() {
    const { session } = await accounts.newSession();
    return accounts.auth.authenticate(`Bearer ${session.access_token}`);
  }

  const current = async (client: pg.PoolClient) =>
    (await client.query('select current_shopper() as id')).rows[0].id;

  /** The user id that the database sees, inside and after the transaction. */
  async function enter({ sessionId, userId }: { sessionId: string; userId: string }) {
    const client = await asShop.connect();
    try {
      await client.query('begin');
      await client.query('select auth.enter($1, $2)', [sessionId, userId]);
      const inside = await current(client);
      await client.query('commit');
      return { inside, after: await current(client) };
    } finally {
      client.release(true);
    }
  }

  test('with an open session, one at a time', async () => {
    const shopper = await newShopper();
    expect(await enter(shopper)).toEqual({ inside: shopper.userId, after: null });
  });

  test.each([
    ['an ended session', 'delete from auth.sessions where user_id = $1'],
    ['an expired session', 'update auth.sessions set expires_at = now() where user_id = $1'],
    ['a deleted user', 'delete from auth.users where id = $1'],
    ['a banned user', `update auth.users set banned_until = 'infinity' where id = $1`],
  ])('and not with %s', async (_, change) => {
    const shopper = await newShopper();
    await rows(change, [shopper.userId]);
    await expect(enter(shopper)).rejects.toMatchObject({ code: 'SH401' });
  });

  test('again when a ban is over, and never as somebody else', async () => {
    const [one, other] = [await newShopper(), await newShopper()];
    await accounts.setBan(one.userId, '2020-01-01');
    await enter(one);
    const strangers = { sessionId: one.sessionId, userId: other.userId };
    await expect(enter(strangers)).rejects.toMatchObject({ code: 'SH401' });
  });

  test('which cannot read any table of the accounts, and nobody changes the audit log', async () => {
    const { rows: readable } = await asShop.query(
      `select relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where nspname = 'auth' and relkind in ('r', 'v', 'S')
         and has_table_privilege(c.oid, 'select, insert, update, delete, truncate, references, trigger')`,
    );
    expect(readable).toEqual([]);
    const denied = { code: '42501' };
    await expect(asShop.query('select from auth.users')).rejects.toMatchObject(denied);
    const change = accounts.pool().query(`update auth.audit_log set event = 'x'`);
    await expect(change).rejects.toMatchObject(denied);
  });
});

describe('the database’s clock', async () => {
  const accounts = await openTestAccounts();
  const pool = accounts.pool();
  const DAYS = 86_400_000;

  afterEach(() => {
    vi.useRealTimers();
  });

  /** A newly started process, with no known time offset. */
  const openProcess = () => accounts.process({}, { pool, clock: undefined });

  /** Sets the machine's clock only: timers run on as before. */
  const setMachine = (ahead: number) =>
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ahead });

  test.each([200, -200])(
    'counts in a process whose own is wrong by %i days: it ends no session, issues no long-lived token, and purges nothing',
    async (days) => {
      const right = openProcess();
      const { email } = await right.newUser();
      const session = await right.signIn(email);
      await right.post('/recover', { email });
      await right.auth.drain();
      const kept = () =>
        accounts.rows(`select (select count(*) from auth.sessions) as sessions,
          (select count(*) from auth.audit_log) as events, (select count(*) from auth.users) as users`);
      const before = await kept();

      const now = Date.now() / 1000;
      setMachine(days * DAYS);
      const wrong = openProcess();
      await wrong.auth.pruneExpired();
      expect(await kept()).toEqual(before);
      const { status, body: refreshed } = await wrong.refresh(session);
      expect(status).toBe(200);
      expect(refreshed.expires_at).toBeGreaterThan(now + 3_000);
      expect(refreshed.expires_at).toBeLessThan(now + 3_800);
      const opened = await wrong.signIn(email);

      vi.useRealTimers();
      for (const each of [refreshed, opened]) {
        await right.auth.authenticate(`Bearer ${each.access_token}`);
        expect((await right.read(each)).status).toBe(200);
      }
      const [row] = await accounts.rows(
        `select max(expires_at) < now() + interval '31 days' and min(expires_at) > now() as right
         from auth.sessions`,
      );
      expect(row?.right).toBe(true);
    },
  );

  test('counts from the next request on when the machine’s was set while the process runs', async () => {
    const running = openProcess();
    const { email } = await running.newUser();
    await running.signIn(email);
    setMachine(200 * DAYS);
    const session = await running.signIn(email);
    vi.useRealTimers();
    expect(payloadOf(session).exp * 1000 - Date.now()).toBeLessThan(3_700_000);
  });

  test('is read once a minute, in one of many requests, and none of them waits for it', async () => {
    let elapsed = 0;
    const statements = vi.fn();
    const store = createStore(pool, true);
    const rows: typeof store.rows = (text, values) => {
      statements();
      return store.rows(text, values);
    };
    const machine = { now: () => 1e12 + elapsed, elapsed: () => elapsed };
    const clock = databaseClock({ ...store, rows }, silentLog, machine);
    expect(clock.now()).toBe(1e12);
    await atOnce(20, () => clock.syncIfDue());
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(60_000);
    for (const [time, reads] of [
      [59_000, 1],
      [61_000, 2],
    ] as const) {
      elapsed = time;
      await atOnce(20, () => clock.syncIfDue());
      expect(statements).toHaveBeenCalledTimes(reads);
    }
  });

  test('goes on as before while the database is unreachable', async () => {
    const clock = databaseClock(createStore(accounts.pool(undefined, NOWHERE), true), silentLog);
    await clock.syncIfDue();
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(1000);
  });
});

describe('a database that is away', async () => {
  const accounts = await openTestAccounts();
  const { email, session } = await accounts.newSession();

  test('is answered so that clients retry and keep their session', async () => {
    const process = accounts.process({}, { pool: accounts.pool(undefined, NOWHERE) });
    for (const { status, headers } of [
      await process.tryPassword(email),
      await process.post('/signup', { email, password: PASSWORD }),
      await process.read(session),
      await process.get('/.well-known/jwks.json'),
    ]) {
      expect([status, headers.get('retry-after')]).toEqual([503, '2']);
    }
    await expect(process.auth.authenticate(`Bearer ${session.access_token}`)).rejects.toMatchObject(
      { name: 'AccountsUnavailableError' },
    );
  });

  test('is used again by itself when it is back', async () => {
    await accounts.rows(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
    await expect.poll(async () => (await accounts.read(session)).status).toBe(200);
  });
});

test('what has expired is deleted, and the rest is kept', async () => {
  const accounts = await openTestAccounts();
  const { email, session } = await accounts.newSession();
  const { body: app } = await beginApp(accounts, session);
  await challenge(accounts, session, app.id);
  await accounts.post('/recover', { email });
  await accounts.auth.drain();
  const tables = ['sessions', 'one_time_tokens', 'challenges', 'users', 'audit_log'];
  for (const [later, filled] of [
    [{}, tables],
    [{ seconds: 3601 }, ['sessions', 'users', 'audit_log']],
    [{ days: 30 }, ['users', 'audit_log']],
    [{ days: 400 }, ['users']],
  ] as const) {
    accounts.advance(later);
    await accounts.auth.pruneExpired();
    const kept: string[] = [];
    for (const table of tables) {
      if ((await accounts.rows(`select from auth.${table}`)).length > 0) kept.push(table);
    }
    expect(kept).toEqual(filled);
  }
});

describe('no statement of the accounts scans a growing table', async () => {
  const accounts = await openTestAccounts({ allowedOrigins: [APP_ORIGIN], limits: MANY_EMAILS });
  const { post, refresh, signIn, update } = accounts;
  const NEW = 'pour it slowly';

  async function passwordsAndSessions(): Promise<string> {
    const { email } = await accounts.newUser();
    await accounts.tryPassword('nobody@example.com', 'wrong');
    const session = await signIn(email);
    const { body: second } = await refresh(session);
    await refresh(session);
    await refresh(second);
    accounts.advance({ seconds: 60 });
    await refresh(session); // reuse: the session ends

    const open = await signIn(email);
    await accounts.get('/reauthenticate', open);
    await update(open, { password: NEW, nonce: '000000' });
    await update(open, { password: NEW, current_password: PASSWORD, data: { a: 1 } });
    await update(open, { email: `new-${email}` });
    await post('/resend', { type: 'email_change', email });
    const moved = await moveAccount(accounts, { email, session: open });
    const auth_code = await emailedAuthCode(accounts, moved);
    await post('/token?grant_type=pkce', { auth_code, code_verifier: VERIFIER });
    await post('/resend', { type: 'signup', email });

    const renamed = await signIn(moved, NEW);
    await accounts.get('/reauthenticate', renamed);
    await update(renamed, { nonce: await accounts.codeTo(moved) });
    return moved;
  }

  async function secondFactors(email: string): Promise<void> {
    const { app, session } = await addApp(accounts, await signIn(email, NEW));
    const key = await post('/factors', { factor_type: 'webauthn', friendly_name: 'key' }, session);
    await challenge(accounts, session, key.body.id);
    await makeCodes(accounts, session);
    const { body } = await post('/factors/recovery-codes/regenerate', {}, session);
    await accounts.get('/factors/recovery-codes', session);
    const [code] = body.codes;
    const { body: raised } = await post('/factors/recovery-codes/verify', { code }, session);
    await post('/logout?scope=others', undefined, raised);
    expect((await accounts.remove(`/factors/${app.id}`, raised)).status).toBe(200);

    await addApp(accounts, await signIn(email, NEW));
    const token_hash = await undoToken(accounts, email);
    await post('/factors/undo', { token_hash, password: NEW, new_password: 'another pot of tea' });
  }

  async function pendingSignUps(): Promise<void> {
    const confirming = accounts.process({ confirmEmail: true });
    const email = 'pending@example.com';
    await confirming.post('/signup', { email, password: PASSWORD });
    await accounts.linkTo(email);
    await post('/resend', { type: 'signup', email });
    await accounts.linkTo(email);
    await confirming.post('/signup', { email, password: NEW });
    await accounts.linkTo(email);
  }

  const fill = () =>
    accounts.rows(`
      insert into auth.users (email, created_at, updated_at)
        select 'filler-' || n || '@example.com', now(), now() from generate_series(1, 5000) n;
      insert into auth.sessions (user_id, amr, refresh_paid_until, refreshed_at, expires_at, created_at)
        select id, '[]', now(), now(), now() + interval '1 day', now() from auth.users;
      insert into auth.factors (user_id, friendly_name, factor_type, created_at, updated_at)
        select id, 'phone', 'totp', now(), now() from auth.users on conflict do nothing;
      insert into auth.challenges (factor_id, session_id, expires_at)
        select f.id, s.id, now() from auth.factors f join auth.sessions s using (user_id);
      insert into auth.one_time_tokens (token_hash, user_id, kind, email, expires_at, created_at)
        select sha256(id::text::bytea), id, 'recovery', email, now(), now() from auth.users on conflict do nothing;
      insert into auth.former_passwords (user_id, password_hash, replaced_at) select id, 'x', now() from auth.users;
      insert into auth.factor_undos (token_hash, user_id, factor_id, added_at, expires_at)
        select sha256(id::text::bytea), id, id, now(), now() from auth.users;
      insert into auth.recovery_codes (factor_id, hint, code_hash) select id, 'x', 'x' from auth.factors on conflict do nothing;
      insert into auth.audit_log (at, event, user_id) select now(), 'signed_in', id from auth.users, generate_series(1, 3);
      analyze auth.users, auth.sessions, auth.factors, auth.challenges, auth.one_time_tokens, auth.audit_log,
        auth.former_passwords, auth.factor_undos, auth.recovery_codes`);

  test('after every kind of request was sent once', async () => {
    await secondFactors(await passwordsAndSessions());
    await pendingSignUps();
    const statements = (await accounts.preparedStatements()).filter((text) =>
      text.includes('auth.'),
    );
    expect(statements.length).toBeGreaterThan(40);
    await fill();
    const guilty: string[] = [];
    for (const statement of statements) {
      if (statement.includes('from auth.signing_keys')) continue; // has a handful of rows, ever
      const [row] = await accounts.rows(`explain (generic_plan, format json) ${statement}`);
      if (JSON.stringify(row).includes('"Seq Scan"')) guilty.push(statement);
    }
    expect(guilty).toEqual([]);
  });
});
