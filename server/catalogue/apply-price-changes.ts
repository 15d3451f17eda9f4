import type { Database } from '#server/database/database.ts';
import { applyPriceChange } from './queries.ts';

/** The job: makes all price changes that are due, each in a transaction of its own. A late run makes them at once. */
export async function applyPriceChanges(database: Database): Promise<void> {
  for (let due = true; due; ) {
    const [result] = await database.rows(applyPriceChange());
    due = result?.made ?? false;
  }
}
