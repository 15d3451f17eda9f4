import { sql } from 'kysely';
import {
  MAX_COUNT,
  PAGE_LENGTH,
  type Product,
  type ProductQuery,
  type ProductSummary,
} from '#contract/catalogue.ts';
import { statement } from '#server/database/tables.ts';
import { AVAILABILITY, afterCursor, ORDERS, onSale, plannedForLimits } from './product-sql.ts';

/** The matching products on sale, after the product `after`, at most `length`. Ignores `query.search`. */
export function listProducts(query: ProductQuery, length: number = PAGE_LENGTH) {
  return statement<ProductSummary>`${plannedForLimits(query)}
    select id, name, description, price, mrp, weight, image, category, ${AVAILABILITY}, rating, review_count
    from products
    where ${onSale(query)} ${afterCursor(query.sort, query.after)}
    order by ${ORDERS[query.sort].by}
    limit ${sql.lit(length)}`;
}

/** Counts the matching products; stops at `MAX_COUNT` + 1. */
export function countProducts(query: ProductQuery) {
  return statement<{ count: number }>`${plannedForLimits(query)}
    select count(*)::integer as count
    from (
      select from products where ${onSale(query)}
      order by ${ORDERS[query.sort].by} -- so that it scans an index, not the whole table
      limit ${sql.lit(MAX_COUNT + 1)}
    ) found`;
}

export function findProduct(id: string) {
  return statement<Product>`
    select id, name, description, price, mrp, weight, image, category, ${AVAILABILITY}, images,
      image_texts, long_description, benefits, brewing, ingredients, certifications, contents, taste,
      country_of_origin, rating, review_count
    from products
    where id = ${id} and active`;
}

/** A number that changes when any page of the catalogue would look different. */
export function catalogueRevision() {
  return statement<{ revision: string }>`
    select sum(revision)::text as revision from catalogue_revision`;
}
