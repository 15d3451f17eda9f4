import { sql } from 'kysely';
import type { Product, ProductQuery, ProductSummary, SortOrder } from '#contract/catalogue.ts';
import { tables } from '../platform/database/tables.ts';

/** As many products as one list shows. */
const LIST_LENGTH = 60;

const ORDER = {
  popularity: sql`popularity desc, id`,
  'price-asc': sql`price, id`,
  'price-desc': sql`price desc, id desc`,
  newest: sql`created_at desc, id`,
} satisfies Record<SortOrder, unknown>;

/** Shoppers learn how many are left only when it is five or fewer. */
const AVAILABILITY = sql`
  stock > 0 as in_stock, case when stock between 1 and 5 then stock end as only_left`;

/** The products on sale that match every word of the search (by its beginning) and the category. */
export function listProducts({ search, category, sort }: ProductQuery) {
  const words = search ? prefixQuery(search) : '';
  return sql<ProductSummary>`
    select id, name, description, price, weight, image, category, ${AVAILABILITY}
    from products
    where active
      ${words ? sql`and search @@ to_tsquery('simple', ${words})` : sql``}
      ${category ? sql`and category = ${category}` : sql``}
    order by ${ORDER[sort]}
    limit ${LIST_LENGTH}`.compile(tables);
}

export function findProduct(id: string) {
  return sql<Product>`
    select id, name, description, price, weight, image, category, ${AVAILABILITY}, images,
      long_description, benefits, brewing, ingredients, certifications, rating, review_count
    from products
    where id = ${id} and active`.compile(tables);
}

/** A number that has moved when any page of the catalogue would look different. */
export function catalogueRevision() {
  return tables.selectFrom('catalogue_revision').select('revision').compile();
}

/** 'Blue te' → 'blue':* & 'te':* ; quoting keeps every operator of the query language out. */
function prefixQuery(search: string): string {
  const words = search.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['?'];
  return words.map((word) => `'${word}':*`).join(' & ');
}
