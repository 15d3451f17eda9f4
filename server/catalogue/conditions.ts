import { PLAN_EACH_TIME } from '@aparajita/postgres/prepared-statements';
import { sql } from 'kysely';
import type { ProductQuery } from '#contract/catalogue.ts';

/** Shoppers learn how many are left only when it is five or fewer. */
export const AVAILABILITY = sql`
  stock > 0 as in_stock, case when stock between 1 and 5 then stock end as only_left`;

/** On sale, of the category, within the limits of price. */
export function onSale({ category, min_price, max_price }: ProductQuery) {
  return sql`active
      ${category ? sql`and category = ${category}` : sql``}
      ${min_price === undefined ? sql`` : sql`and price >= ${min_price}`}
      ${max_price === undefined ? sql`` : sql`and price <= ${max_price}`}`;
}

/** How many products have a word, or a price, decides how they are best found: such a statement is planned each time. */
export function plannedForLimits({ min_price, max_price }: ProductQuery) {
  return min_price !== undefined || max_price !== undefined ? sql.raw(PLAN_EACH_TIME) : sql``;
}
