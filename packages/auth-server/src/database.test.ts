import { describe, expect, test } from 'vitest';
import { openTestAccounts, PASSWORD } from '#auth-server-test/accounts.ts';
import { beginApp, challenge, withApp } from '#auth-server-test/factors.ts';

const NOWHERE = { host: '/nowhere', user: 'nobody', database: 'none' };

describe('a shopper enters the application’s transactions', async () => {
  const accounts = await openTestAccounts();
  const asShop = accounts.pool('shop_app');
  const { rows } = accounts;

  async function newShopper() {
    const { session } = await accounts.newSession();
    return accounts.auth.authenticate(`Bearer ${session.access_token}`);
  }

  /** The user id that the database sees, inside and after the transaction. */
  async function enter({ sessionId, userId }: { sessionId: string; userId: string }) {
    const client = await asShop.connect();
    const current = async () => (await client.query('select current_shopper() as id')).rows[0].id;
    try {
      await client.query('begin');
      await client.query('select auth.enter($1, $2)', [sessionId, userId]);
      const inside = await current();
      await client.query('commit');
      return { inside, after: await current() };
    } finally {
      client.release(true);
    }
  }

  test('with an open session, one at a time, also when a ban is over, and never as somebody else', async () => {
    const [one, other] = [await newShopper(), await newShopper()];
    await accounts.setBan(one.userId, '2020-01-01');
    expect(await enter(one)).toEqual({ inside: one.userId, after: null });
    const strangers = { sessionId: one.sessionId, userId: other.userId };
    await expect(enter(strangers)).rejects.toMatchObject({ code: 'SH401' });
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

test('a database that is away is answered so that clients retry and keep their session', async () => {
  const accounts = await openTestAccounts();
  const { email, session } = await accounts.newSession();
  const process = accounts.process({}, { pool: accounts.pool(undefined, NOWHERE) });
  for (const { status, headers } of [
    await process.tryPassword(email),
    await process.read(session),
  ]) {
    expect([status, headers.get('retry-after')]).toEqual([503, '2']);
  }
});

test('what has expired is deleted, and the rest is kept', async () => {
  const accounts = await openTestAccounts();
  const { email, session } = await withApp(accounts);
  const change = { password: 'pour it slowly', current_password: PASSWORD };
  await accounts.update(session, change);
  const { body: app } = await beginApp(accounts, session, 'second');
  await challenge(accounts, session, app.id);
  await accounts.post('/recover', { email });
  await accounts.auth.drain();
  const lasting = ['users', 'audit_log'];
  const tables = [
    ...[...lasting, 'sessions', 'former_passwords', 'factor_undos'],
    ...['one_time_tokens', 'challenges'],
  ];
  for (const [later, filled] of [
    [{}, tables],
    [{ seconds: 3601 }, tables.slice(0, 5)],
    [{ days: 7 }, tables.slice(0, 4)],
    [{ days: 8 }, tables.slice(0, 3)],
    [{ days: 15 }, lasting],
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

test('no look-up scans a growing table: what rows are found by has an index', async () => {
  const accounts = await openTestAccounts();
  const found = ['email', 'expires_at', 'factor_id', 'session_id', 'token_hash', 'user_id'];
  const without = await accounts.rows(
    `select c.table_name || '.' || c.column_name as name
     from information_schema.columns c
     where c.table_schema = 'auth' and c.column_name = any($1) and not exists (
       select from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
       where i.indrelid = ('auth.' || c.table_name)::regclass and a.attname = c.column_name
     ) order by 1`,
    [found],
  );
  // These are only read in rows that were found otherwise.
  expect(without.map(({ name }) => name)).toEqual([
    'audit_log.session_id',
    'factor_undos.email',
    'factor_undos.factor_id',
    'one_time_tokens.email',
  ]);
});
