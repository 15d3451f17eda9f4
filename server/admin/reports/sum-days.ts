import type { Database } from '#server/database/database.ts';
import { statement } from '#server/database/tables.ts';

/** Days per transaction, so that no lock is held for long. */
const DAYS_AT_ONCE = 20;

/** Sums the past days for the reports, again for days that have changed since. */
export async function sumDays(database: Pick<Database, 'rows'>): Promise<void> {
  for (;;) {
    const [summed] = await database.rows(
      statement<{ days: number }>`select sum_days(${DAYS_AT_ONCE}) as days`,
    );
    if ((summed?.days ?? 0) < DAYS_AT_ONCE) return;
  }
}
