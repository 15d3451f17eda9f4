import type { CompiledQuery } from 'kysely';
import type { Database } from '#server/database/database.ts';
import {
  forgetAbandonedPayments,
  forgetCarts,
  forgetKeptMails,
  forgetStrangers,
} from './queries.ts';

/** For how many days what nobody needs any more is kept; see docs/decisions/043. */
export const DAYS = { abandonedPayments: 90, carts: 400, keptMails: 30 };

const DAY_MS = 24 * 60 * 60 * 1000;

/** Rows of one statement: well within its timeout on a slow disk. */
const BATCH = 500;

/** Deletes what is older than it is kept. For every night; cut short, it goes on the next. */
export async function forgetOld(database: Database, now: Date, batch = BATCH): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  await inBatches(database, batch, forgetAbandonedPayments(before(DAYS.abandonedPayments), batch));
  await inBatches(database, batch, forgetCarts(before(DAYS.carts), batch));
  await inBatches(database, batch, forgetKeptMails(before(DAYS.keptMails), batch));
}

/** The same for what strangers left, whose periods the database knows. */
export function forgetOldStrangers(database: Database, now: Date, batch = BATCH): Promise<void> {
  return inBatches(database, batch, forgetStrangers(now, batch));
}

async function inBatches(
  database: Database,
  batch: number,
  query: CompiledQuery<{ gone: number }>,
): Promise<void> {
  for (let gone = batch; gone >= batch; ) gone = (await database.rows(query))[0]?.gone ?? 0;
}
