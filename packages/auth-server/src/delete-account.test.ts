import { openPool } from '@aparajita/postgres/pool';
import { expect, test } from 'vitest';
import { openTestAccounts, silentLog } from '#auth-server-test/accounts.ts';
import { withApp } from '#auth-server-test/factors.ts';

const accounts = await openTestAccounts();

/** How many rows of each table name the user. */
async function rowsOf(id: string): Promise<Record<string, number>> {
  const tables = await accounts.rows<{ table: string }>(
    `select distinct table_name as table from information_schema.columns
     where table_schema = 'auth' and column_name = 'user_id' order by 1`,
  );
  const found: Record<string, number> = {};
  for (const { table } of tables) {
    const [row] = await accounts.rows<{ n: number }>(
      `select count(*)::int as n from auth.${table} where user_id = $1`,
      [id],
    );
    if (row && row.n > 0) found[table] = row.n;
  }
  return found;
}

test('a deleted account leaves entries of the log that do not say from where', async () => {
  const { email, id, session } = await withApp(accounts);
  const { access_token: token } = session;
  await accounts.request('POST', '/factors/recovery-codes', { token });
  await accounts.request('POST', '/recover', { body: { email } });
  await accounts.linkTo(email);
  const { email: other } = await accounts.newUser();
  await accounts.signIn(other);
  expect(Object.keys(await rowsOf(id))).toEqual(
    expect.arrayContaining(['audit_log', 'factors', 'one_time_tokens', 'sessions']),
  );

  const deleted = await accounts.rows('select auth.delete_account($1) as deleted', [id]);
  expect(deleted).toEqual([{ deleted: true }]);
  expect(Object.keys(await rowsOf(id))).toEqual(['audit_log']);
  expect((await accounts.request('GET', '/user', { token })).status).toBe(403);
  const log = await accounts.rows(
    'select event, address, details from auth.audit_log where user_id = $1 order by id',
    [id],
  );
  expect(log).toContainEqual({ event: 'signed_in', address: null, details: {} });
  expect(log.at(-1)).toEqual({
    event: 'account_deleted',
    address: null,
    details: { by: 'shop' },
  });
  const [{ n } = { n: 0 }] = await accounts.rows<{ n: number }>(
    `select count(*)::int as n from auth.audit_log where address is not null`,
  );
  expect(n, 'those of the other account').toBeGreaterThan(0);

  const again = await accounts.newUser(email);
  expect(again.id).not.toBe(id);
  await accounts.signIn(email);
  const missing = await accounts.rows('select auth.delete_account($1) as deleted', [id]);
  expect(missing).toEqual([{ deleted: false }]);
});

test.each(['shop_app', 'shop_auth', 'shop_staff'] as const)(
  'a running server cannot delete an account as %s',
  async (role) => {
    const { id } = await accounts.newUser();
    const connection = accounts.db.connection;
    const pool = openPool({ connection, role, pooled: false, size: 1, log: silentLog });
    await expect(pool.query('select auth.delete_account($1)', [id])).rejects.toThrow(
      'permission denied',
    );
    await pool.end();
  },
);
