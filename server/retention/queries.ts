import { sql } from 'kysely';
import { tables } from '#server/database/tables.ts';

/** How many rows went. */
type Gone = { gone: number };

export function forgetAbandonedPayments(before: Date, most: number) {
  return sql<Gone>`select forget_abandoned_payments(${before}, ${most}) as gone`.compile(tables);
}

export function forgetCarts(before: Date, most: number) {
  return sql<Gone>`select forget_carts(${before}, ${most}) as gone`.compile(tables);
}

export function forgetKeptMails(before: Date, most: number) {
  return sql<Gone>`select forget_kept_mails(${before}, ${most}) as gone`.compile(tables);
}

/** What strangers left; each kind has its own period, see the function. */
export function forgetStrangers(now: Date, most: number) {
  return sql<Gone>`select forget_strangers(${now}, ${most}) as gone`.compile(tables);
}
