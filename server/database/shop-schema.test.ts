import { readMigrations } from '@aparajita/postgres/migrate';
import { cloneDatabase } from '@aparajita/postgres/testing';
import { expect, test } from 'vitest';
import { SHOP_SCHEMA } from './shop-schema.ts';

test('the files of the shop and of its accounts have a number of their own each', async () => {
  const once = (await readMigrations(SHOP_SCHEMA)).filter(({ repeatable }) => !repeatable);
  const numbers = once.map(({ name }) => name.split(/[-_]/)[0]);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(once.map(({ name }) => name)).toContain('10-accounts.sql');
});

test('every revision can be applied once more, and changes nothing by that', async () => {
  const db = await cloneDatabase();
  const revisions = (await readMigrations(SHOP_SCHEMA)).filter(({ repeatable }) => repeatable);
  const before = await catalogue();
  // With their bodies checked now: while a database is made, a function may come before what it calls.
  await db.owner.query(revisions.map(({ sql }) => sql).join('\n'));
  expect(await catalogue()).toEqual(before);
  await db.drop();

  async function catalogue() {
    const { rows } = await db.owner.query(`
      select pg_get_functiondef(oid) || coalesce(proacl::text, '') as made
      from pg_proc where pronamespace in ('public'::regnamespace, 'auth'::regnamespace) and prokind = 'f'
      union all select pg_get_triggerdef(oid) from pg_trigger
      union all select pg_get_constraintdef(oid) || convalidated from pg_constraint
      union all select concat(oid::regclass, relacl, relrowsecurity) from pg_class
        where relnamespace in ('public'::regnamespace, 'auth'::regnamespace)
      union all select concat(attrelid::regclass, attname, attacl) from pg_attribute where attacl is not null
      union all select concat(polrelid::regclass, polname, polcmd, polroles, pg_get_expr(polqual, polrelid),
        pg_get_expr(polwithcheck, polrelid)) from pg_policy
      order by 1`);
    return rows.map(({ made }) => made);
  }
});
