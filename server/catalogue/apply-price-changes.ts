import type { Database } from '#server/database/database.ts';
import { applyPriceChange } from './queries.ts';

/** The job that applies all price changes that are due, each in its own transaction. A late run applies all it missed. */
export async function applyPriceChanges(database: Database): Promise<void> {
  for (let due = true; due; ) {
    const [result] = await database.rows(applyPriceChange());
    due = result?.made ?? false;
  }
}
