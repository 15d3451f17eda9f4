import type { GatewayMode } from '@aparajita/razorpay';
import type { Database } from '#server/database/database.ts';
import { allowsCash, claimPaymentMode } from './modes-query.ts';

/** Thrown at startup: this database has orders of the other payment mode. */
export class MixedPaymentModes extends Error {}

/**
 * Throws when test payments and real payments would share a database. `mode` is null for a shop that takes only cash:
 * cash is real, so the shop does not start on a database with test orders, or staff would pack those too. The tables
 * enforce the same (payments_are_of_one_kind), for processes that start at the same time.
 */
export async function refuseMixedModes(
  database: Database,
  mode: GatewayMode | null,
): Promise<void> {
  const real = mode === 'live' || mode === null;
  const [row] = await database.rows(mode === null ? allowsCash() : claimPaymentMode(real));
  if (row?.same) return;
  const [taken, offered] = real ? ['play', 'real'] : ['real', 'play'];
  throw new MixedPaymentModes(
    `This database has taken ${taken} money and cannot be used for ${offered} money. Give this shop a database of its own.`,
  );
}
