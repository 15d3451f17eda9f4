import { sql } from 'kysely';
import type { Today } from '#contract/admin/today.ts';
import { tables } from '#server/database/tables.ts';
import { lowStock } from '#server/shop-settings/low-stock.ts';

/** What the role includes; the rest is missing. */
export function countToday() {
  return sql<{ today: Partial<Today> }>`select count_today(${lowStock}) as today`.compile(tables);
}
