import { type RawBuilder, sql } from 'kysely';
import { LOW_STOCK } from '#domain/stock.ts';

/** An SQL expression: a product with this many pieces or fewer counts as low in stock. */
export const lowStock: RawBuilder<number> = sql`coalesce(
  (select (value #>> '{}')::integer from shop_settings where key = 'low_stock' order by id desc limit 1),
  ${LOW_STOCK}
)`;
