import { sql } from 'kysely';
import { statement } from '#server/database/tables.ts';

/** The protocol allows 50,000 URLs and 50 MB in a sitemap; one of this size takes some tens of milliseconds to make. */
export const PRODUCTS_PER_SITEMAP = 10_000;

/** The first id of each part of the product sitemap; scans only the index of ids, for any number of products. */
export function sitemapStarts() {
  return statement<{ id: string }>`
    with recursive start (id) as (
      (select id from products where active order by id limit 1)
      union all
      select (
        select id from products
        where active and id > start.id order by id offset ${sql.lit(PRODUCTS_PER_SITEMAP - 1)} limit 1
      ) from start where start.id is not null
    )
    select id from start where id is not null`;
}

/** The products of one sitemap, beginning with the product `first`. */
export function sitemapProducts(first: string) {
  return statement<{ id: string; updated_at: string }>`
    select id, updated_at from products where active and id >= ${first} order by id limit ${PRODUCTS_PER_SITEMAP}`;
}
