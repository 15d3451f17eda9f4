import { BATCH, inBatches } from '@aparajita/postgres/in-batches';
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

/** Deletes what is older than it is kept. For every night; cut short, it goes on the next. */
export async function forgetOld(database: Database, now: Date, batch = BATCH): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const forget = (query: (before: Date, most: number) => Forgetting, days: number) =>
    inBatches((most) => goneBy(database, query(before(days), most)), batch);
  await forget(forgetAbandonedPayments, DAYS.abandonedPayments);
  await forget(forgetCarts, DAYS.carts);
  await forget(forgetKeptMails, DAYS.keptMails);
}

/** The same for what strangers left, whose periods the database knows. */
export function forgetOldStrangers(database: Database, now: Date, batch = BATCH): Promise<void> {
  return inBatches((most) => goneBy(database, forgetStrangers(now, most)), batch);
}

type Forgetting = CompiledQuery<{ gone: number }>;

async function goneBy(database: Database, query: Forgetting): Promise<number> {
  return (await database.rows(query))[0]?.gone ?? 0;
}
