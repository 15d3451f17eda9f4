import type pg from 'pg';

/**
 * A fingerprint of the shop's tables and its job queue: two fingerprints of a table are equal exactly when all its rows
 * are. Unlogged tables are left out: rate limits count requests there, whatever their result.
 */
export async function tableFingerprints(owner: pg.Pool): Promise<Record<string, string>> {
  const text = statements.get(owner) ?? (await statementFor(owner));
  statements.set(owner, text);
  // Prepared: planned anew for each of hundreds of tests it took longer than it ran.
  const found = await owner.query<{ name: string; print: string }>({ name: 'fingerprints', text });
  return Object.fromEntries(found.rows.map(({ name, print }) => [name, print]));
}

/** No test creates a table. */
const statements = new WeakMap<pg.Pool, string>();

async function statementFor(owner: pg.Pool): Promise<string> {
  const { rows } = await owner.query<{ name: string }>(`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where (schemaname = 'public' or (schemaname = 'jobs' and tablename = 'job'))
      and format('%I.%I', schemaname, tablename)::regclass not in (
        select oid from pg_class where relpersistence = 'u'
      )
    order by 1`);
  const prints = rows.map(
    ({ name }) => `(select '${name}' as name,
      coalesce(count(*) || ' ' || md5(string_agg(held::text, ',' order by held::text)), '') as print
      from ${name} held)`,
  );
  return prints.join(' union all ');
}
