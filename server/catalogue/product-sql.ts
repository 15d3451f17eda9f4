import { PLAN_EACH_TIME } from '@aparajita/postgres/prepared-statements';
import { sql } from 'kysely';
import type { ProductQuery, SortOrder } from '#contract/catalogue.ts';

/** Shows shoppers how many are left only when it is five or fewer. */
export const AVAILABILITY = sql`
  stock > 0 as in_stock, case when stock between 1 and 5 then stock end as only_left`;

/** Conditions: on sale, of the category, within the price limits. */
export function onSale({ category, min_price, max_price }: ProductQuery) {
  return sql`active
      ${category ? sql`and category = ${category}` : sql``}
      ${min_price === undefined ? sql`` : sql`and price >= ${min_price}`}
      ${max_price === undefined ? sql`` : sql`and price <= ${max_price}`}`;
}

/** The best plan depends on how many products match the price limits, so PostgreSQL must plan each such query anew. */
export function plannedForLimits({ min_price, max_price }: ProductQuery) {
  return min_price !== undefined || max_price !== undefined ? sql.raw(PLAN_EACH_TIME) : sql``;
}

/** Each sort order with its key for keyset pagination. The id breaks ties, in the same direction. */
export const ORDERS = {
  popularity: { by: sql`popularity desc, id desc`, key: sql.ref('popularity'), comparison: sql`<` },
  'price-asc': { by: sql`price, id`, key: sql.ref('price'), comparison: sql`>` },
  'price-desc': { by: sql`price desc, id desc`, key: sql.ref('price'), comparison: sql`<` },
  newest: { by: sql`created_at desc, id desc`, key: sql.ref('created_at'), comparison: sql`<` },
} satisfies Record<SortOrder, unknown>;

/** Condition for the products after the product `after`; none when it is undefined. */
export function afterCursor(sort: SortOrder, after: string | undefined) {
  if (after === undefined) return sql``;
  const { key, comparison } = ORDERS[sort];
  return sql`and (${key}, id) ${comparison} ((select ${key} from products where id = ${after}), ${after})`;
}
