import { type RawBuilder, sql } from 'kysely';
import type { AreaRule } from '#domain/delivery.ts';
import { statement } from '#server/database/tables.ts';

/**
 * The rules for a postal code, as an array in jsonb: those of its first digit, its first two and so on, six reads by the
 * primary key at the most. None for a code that is no PIN.
 */
export function areasOf(postalCode: RawBuilder<unknown>): RawBuilder<AreaRule[]> {
  return sql`(
    select coalesce(jsonb_agg(area), '[]') from delivery_areas area
    where prefix = any(array(
      select left(pin, length) from regexp_replace(${postalCode}, '[^0-9]', '', 'g') pin, generate_series(1, 6) length
      where pin ~ '^[1-9]\\d{5}$'
    ))
  )`;
}

/** One row. */
export function findAreas(pin: string) {
  return statement<{ areas: AreaRule[] }>`select ${areasOf(sql`${pin}::text`)} as areas`;
}
