import { sql } from 'kysely';
import {
  COUNTED,
  PAGE_LENGTH,
  type Product,
  type ProductQuery,
  type ProductSummary,
  type SortOrder,
} from '#contract/catalogue.ts';
import { PLANNED_ANEW } from '../platform/database/prepare.ts';
import { tables } from '../platform/database/tables.ts';

/** Each order, and what comes after a product in it. The id makes an order of equals, in the same direction. */
const ORDERS = {
  popularity: { by: sql`popularity desc, id desc`, key: sql.ref('popularity'), beyond: sql`<` },
  'price-asc': { by: sql`price, id`, key: sql.ref('price'), beyond: sql`>` },
  'price-desc': { by: sql`price desc, id desc`, key: sql.ref('price'), beyond: sql`<` },
  newest: { by: sql`created_at desc, id desc`, key: sql.ref('created_at'), beyond: sql`<` },
} satisfies Record<SortOrder, unknown>;

/** Shoppers learn how many are left only when it is five or fewer. */
const AVAILABILITY = sql`
  stock > 0 as in_stock, case when stock between 1 and 5 then stock end as only_left`;

/** The products on sale that fit, from `after` on, at most `length` of them. */
export function listProducts(query: ProductQuery, length = PAGE_LENGTH) {
  const { by, key, beyond } = ORDERS[query.sort];
  const { after } = query;
  const begin = after
    ? sql`and (${key}, id) ${beyond} ((select ${key} from products where id = ${after}), ${after})`
    : sql``;
  return sql<ProductSummary>`${planned(query)}
    select id, name, description, price, weight, image, category, ${AVAILABILITY}, rating, review_count
    from products
    where ${fits(query)} ${begin}
    order by ${by}
    limit ${sql.lit(length)}`.compile(tables);
}

/** How many fit; from `COUNTED` on it is not looked any further. */
export function countProducts(query: ProductQuery) {
  return sql<{ count: number }>`${planned(query)}
    select count(*)::integer as count
    from (
      select from products where ${fits(query)}
      order by ${ORDERS[query.sort].by} -- so that it walks along an index, and not through whatever lies in the table
      limit ${sql.lit(COUNTED + 1)}
    ) found`.compile(tables);
}

/** On sale, with every word of the search (by its beginning), of the category, within the limits of price. */
function fits({ search, category, min_price, max_price }: ProductQuery) {
  const words = search ? prefixQuery(search) : '';
  return sql`active
      ${words ? sql`and search @@ to_tsquery('simple', ${words})` : sql``}
      ${category ? sql`and category = ${category}` : sql``}
      ${min_price === undefined ? sql`` : sql`and price >= ${min_price}`}
      ${max_price === undefined ? sql`` : sql`and price <= ${max_price}`}`;
}

/**
 * Whether a word is on every product or on three decides how they are best found, and so does a limit of price.
 * Measured on 100,000 products: 'tea' as a plan made for any word takes 100 times as long.
 */
function planned({ search, min_price, max_price }: ProductQuery) {
  const depends = search || min_price !== undefined || max_price !== undefined;
  return depends ? sql.raw(PLANNED_ANEW) : sql``;
}

export function findProduct(id: string) {
  return sql<Product>`
    select id, name, description, price, weight, image, category, ${AVAILABILITY}, images,
      image_texts, long_description, benefits, brewing, ingredients, certifications, contents, taste,
      country_of_origin, rating, review_count
    from products
    where id = ${id} and active`.compile(tables);
}

/** A number that has moved when any page of the catalogue would look different. */
export function catalogueRevision() {
  return tables.selectFrom('catalogue_revision').select('revision').compile();
}

/** A word that all products have costs some milliseconds where another is rare; nobody needs fifty of them. */
const MOST_WORDS = 8;

/** 'Blue te' → 'blue':* & 'te':* ; quoting keeps every operator of the query language out. */
function prefixQuery(search: string): string {
  const words = search.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['?'];
  return words
    .slice(0, MOST_WORDS)
    .map((word) => `'${word}':*`)
    .join(' & ');
}
