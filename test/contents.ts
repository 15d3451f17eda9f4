import type pg from 'pg';

/**
 * What the shop's tables and its job queue hold: a fingerprint by table, equal exactly when all rows are. Without the
 * unlogged ones: that somebody has asked is counted there, whatever came of it.
 */
export async function contents(owner: pg.Pool): Promise<Record<string, string>> {
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
  const found = await owner.query<{ name: string; print: string }>(prints.join(' union all '));
  return Object.fromEntries(found.rows.map(({ name, print }) => [name, print]));
}
