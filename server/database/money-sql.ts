import { type RawBuilder, sql } from 'kysely';

/** `domain/money.ts` for amounts that only the database knows: rupees (numeric) to paise. */
export function inPaise(rupees: RawBuilder<unknown>) {
  return sql`(${rupees} * 100)::bigint`;
}

/** Paise (bigint) to rupees (numeric). */
export function inRupees(paise: RawBuilder<unknown>) {
  return sql`(${paise} / 100.0)`;
}
