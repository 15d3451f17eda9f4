import { sql } from 'kysely';
import type { SortOrder } from '#contract/catalogue.ts';

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
