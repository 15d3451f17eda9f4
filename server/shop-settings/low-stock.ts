import { type RawBuilder, sql } from 'kysely';
import { LOW_STOCK } from '#domain/stock.ts';

/** For statements: with so many pieces or fewer a product runs out. */
export const lowStock: RawBuilder<number> = sql`coalesce(
  (select (value #>> '{}')::integer from shop_settings where key = 'low_stock' order by id desc limit 1),
  ${LOW_STOCK}
)`;
