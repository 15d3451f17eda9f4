import { sql } from 'kysely';
import type { SortOrder } from '#contract/catalogue.ts';

/** Each order, and what comes after a product in it. The id makes an order of equals, in the same direction. */
export const ORDERS = {
  popularity: { by: sql`popularity desc, id desc`, key: sql.ref('popularity'), beyond: sql`<` },
  'price-asc': { by: sql`price, id`, key: sql.ref('price'), beyond: sql`>` },
  'price-desc': { by: sql`price desc, id desc`, key: sql.ref('price'), beyond: sql`<` },
  newest: { by: sql`created_at desc, id desc`, key: sql.ref('created_at'), beyond: sql`<` },
} satisfies Record<SortOrder, unknown>;

/** What follows the product `after` in an order; everything when there is none. */
export function following(sort: SortOrder, after: string | undefined) {
  if (after === undefined) return sql``;
  const { key, beyond } = ORDERS[sort];
  return sql`and (${key}, id) ${beyond} ((select ${key} from products where id = ${after}), ${after})`;
}
