import { openPool } from '@aparajita/postgres/pool';
import type pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { openTestAccounts, silentLog } from '#auth-server-test/accounts.ts';
import type { Identity } from './identity.ts';

const accounts = await openTestAccounts();
const open = (role: 'shop_app' | 'shop_auth') =>
  openPool({
    connection: accounts.db.connection,
    role,
    pooled: false,
    size: 2,
    log: silentLog,
  });
const asShop = open('shop_app');
const asAccounts = open('shop_auth');
afterAll(() => Promise.all([asShop.end(), asAccounts.end()]));

async function newShopper(): Promise<Identity> {
  const { email } = await accounts.newUser();
  const { access_token } = await accounts.signIn(email);
  return accounts.auth.authenticate(`Bearer ${access_token}`);
}

/** The user id that the database sees, inside and after the transaction. */
async function enter({ sessionId, userId }: Pick<Identity, 'sessionId' | 'userId'>) {
  const client = await asShop.connect();
  try {
    await client.query('begin');
    await client.query('select auth.enter($1, $2)', [sessionId, userId]);
    const inside = await current(client);
    await client.query('commit');
    return { inside, after: await current(client) };
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

async function current(client: pg.PoolClient) {
  return (await client.query('select current_shopper() as id')).rows[0].id;
}

const ended = { code: 'SH401' };

test('a shopper with an open session enters, for one transaction', async () => {
  const shopper = await newShopper();
  expect(await enter(shopper)).toEqual({ inside: shopper.userId, after: null });
});

test('an ended session cannot enter', async () => {
  const shopper = await newShopper();
  await accounts.rows('delete from auth.sessions where id = $1', [shopper.sessionId]);
  await expect(enter(shopper)).rejects.toMatchObject(ended);
});

test('an expired session cannot enter', async () => {
  const shopper = await newShopper();
  await accounts.rows('update auth.sessions set expires_at = now() where id = $1', [
    shopper.sessionId,
  ]);
  await expect(enter(shopper)).rejects.toMatchObject(ended);
});

test('a banned user can enter again when the ban is over', async () => {
  const shopper = await newShopper();
  const ban = (until: string) =>
    accounts.rows('update auth.users set banned_until = $2 where id = $1', [shopper.userId, until]);
  await ban('infinity');
  await expect(enter(shopper)).rejects.toMatchObject(ended);
  await ban('2020-01-01');
  await enter(shopper);
});

test('a deleted user cannot enter', async () => {
  const shopper = await newShopper();
  await accounts.rows('delete from auth.users where id = $1', [shopper.userId]);
  await expect(enter(shopper)).rejects.toMatchObject(ended);
});

test('nobody can enter as somebody else', async () => {
  const [one, other] = [await newShopper(), await newShopper()];
  await expect(enter({ ...one, userId: other.userId })).rejects.toMatchObject(ended);
});

test('the application cannot read any table of the accounts', async () => {
  const { rows } = await asShop.query(
    `select relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where nspname = 'auth' and relkind in ('r', 'v', 'S')
       and has_table_privilege(c.oid, 'select, insert, update, delete, truncate, references, trigger')`,
  );
  expect(rows).toEqual([]);
  await expect(asShop.query('select from auth.users')).rejects.toMatchObject({ code: '42501' });
});

test('the audit log can be appended to and read, but not changed', async () => {
  await expect(asAccounts.query(`update auth.audit_log set event = 'x'`)).rejects.toMatchObject({
    code: '42501',
  });
});
