import { cloneDatabase } from '@aparajita/postgres/testing';
import { afterAll, expect, test } from 'vitest';

const db = await cloneDatabase();
afterAll(() => db.drop());

test('a temporary table cannot shadow one that a security definer function uses', async () => {
  const client = await db.owner.connect();
  try {
    await client.query('set role shop_app');
    await client.query('create temp table order_number_key (key uuid)');
    const { rows } = await client.query<{ number: string | null }>(
      'select generate_order_number() as number',
    );
    expect(rows[0]?.number).toMatch(/^AP-/);
  } finally {
    client.release(true);
  }
});

test('every security definer function searches pg_temp last, or qualifies every name', async () => {
  const { rows } = await db.owner.query<{ name: string; path: string | null }>(
    `select oid::regprocedure::text as name,
       (select setting from unnest(proconfig) setting where setting like 'search\\_path=%') as path
     from pg_proc where prosecdef and pronamespace in ('public'::regnamespace, 'auth'::regnamespace)`,
  );
  expect(rows.length).toBeGreaterThan(5);
  const loose = rows.filter(({ path }) => !/^search_path=(""|.*, pg_temp)$/.test(path ?? ''));
  expect(loose).toEqual([]);
});

test('no security definer function may be executed by PUBLIC', async () => {
  const { rows } = await db.owner.query<{ name: string }>(
    `select oid::regprocedure::text as name from pg_proc
     where prosecdef and pronamespace in ('public'::regnamespace, 'auth'::regnamespace)
       and has_function_privilege('public', oid, 'execute')`,
  );
  expect(rows).toEqual([]);
});
