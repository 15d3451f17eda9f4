import type pg from 'pg';

/** A table in a backup. Names are quoted, ready for SQL. */
type StoredTable = { name: string; columns: string[] };

type Row = { name: string; columns: string[]; needs: string[] };

/**
 * All tables to back up, each after those that its foreign keys reference.
 *
 * Left out: tables of PostgreSQL and of extensions; unlogged ones, which a crash may empty, too; generated columns; and
 * the schemas in `except`.
 */
export async function storedTables(
  client: pg.ClientBase,
  except: string[],
): Promise<StoredTable[]> {
  const { rows } = await client.query<Row>(
    `select t.oid::regclass::text as name,
       array(select quote_ident(a.attname) from pg_attribute a
             where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
             order by a.attnum) as columns,
       array(select distinct f.confrelid::regclass::text from pg_constraint f
             where f.conrelid = t.oid and f.contype = 'f' and f.confrelid <> t.oid) as needs
     from pg_class t join pg_namespace n on n.oid = t.relnamespace
     where t.relkind = 'r' and t.relpersistence = 'p'
       and n.nspname <> all ($1) and n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'
       and not exists (select from pg_depend d where d.objid = t.oid and d.deptype = 'e')
     order by 1`,
    [except],
  );
  return sortByForeignKeys(rows).map(({ name, columns }) => ({ name, columns }));
}

/** The current values of all sequences: snapshots do not contain them, and they may only be ahead of the snapshot. */
export async function sequenceValues(
  client: pg.ClientBase,
  except: string[],
): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as value
     from pg_sequences where last_value is not null and schemaname <> all ($1)`,
    [except],
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** True for a database in which nobody has created anything yet. */
export async function isEmpty(client: pg.ClientBase): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
       and n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     limit 1`,
  );
  return rowCount === 0;
}

function sortByForeignKeys(tables: Row[]): Row[] {
  const placed: Row[] = [];
  let waiting = tables;
  while (waiting.length > 0) {
    const names = new Set(waiting.map(({ name }) => name));
    const ready = waiting.filter(({ needs }) => !needs.some((name) => names.has(name)));
    if (ready.length === 0) throw new Error(`Foreign keys in a circle: ${[...names].join(', ')}`);
    placed.push(...ready);
    waiting = waiting.filter((table) => !ready.includes(table));
  }
  return placed;
}
