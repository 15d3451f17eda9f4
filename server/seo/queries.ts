import { statement } from '#server/database/tables.ts';

/** How many products one query reads. */
export const SLICE = 1_000;

/** The next products for the sitemap, in the order of their ids; scans only the index of ids. */
export function sitemapProducts(after: string) {
  return statement<{ id: string; updated_at: string }>`
    select id, updated_at from products where active and id > ${after} order by id limit ${SLICE}`;
}
