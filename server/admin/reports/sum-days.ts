import { sql } from 'kysely';
import type { Database } from '#server/database/database.ts';
import { tables } from '#server/database/tables.ts';

/** Each transaction sums so many days: it holds nothing for long. */
const DAYS_AT_ONCE = 20;

/** Sums the days that are over, and those that have changed since, for the reports. */
export async function sumDays(database: Pick<Database, 'rows'>): Promise<void> {
  for (;;) {
    const [summed] = await database.rows(
      sql<{ days: number }>`select sum_days(${DAYS_AT_ONCE}) as days`.compile(tables),
    );
    if ((summed?.days ?? 0) < DAYS_AT_ONCE) return;
  }
}
