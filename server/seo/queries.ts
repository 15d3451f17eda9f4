import { sql } from 'kysely';
import { tables } from '#server/database/tables.ts';

/** The protocol's limit is 50,000 addresses and 50 MB; a part of this size is made in some tens of milliseconds. */
export const PART = 10_000;

/** Where each part of the list of products begins; walks along the index of ids, however many there are. */
export function partStarts() {
  return sql<{ id: string }>`
    with recursive start (id) as (
      (select id from products where active order by id limit 1)
      union all
      select (
        select id from products
        where active and id > start.id order by id offset ${sql.lit(PART - 1)} limit 1
      ) from start where start.id is not null
    )
    select id from start where id is not null`.compile(tables);
}

/** The products of a part, from its first on. */
export function partOf(first: string) {
  return sql<{ id: string; updated_at: string }>`
    select id, updated_at from products where active and id >= ${first} order by id limit ${PART}`.compile(
    tables,
  );
}
