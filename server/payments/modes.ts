import type { GatewayMode } from '@aparajita/razorpay';
import type { Database } from '#server/database/database.ts';
import { claimKind, takesCash } from './modes-query.ts';

/** Thrown at boot: this database has taken another kind of money. */
export class MixedPaymentModes extends Error {}

/**
 * Play money and real money never share a database, whatever the settings say. `mode` is null for a shop that takes
 * cash alone: cash is real, so it does not open where orders were paid with play money, or they would be packed
 * beside the others. The tables refuse the same (payments_are_of_one_kind), for processes that open at once.
 */
export async function refuseMixedModes(
  database: Database,
  mode: GatewayMode | null,
): Promise<void> {
  const real = mode === 'live' || mode === null;
  const [row] = await database.rows(mode === null ? takesCash() : claimKind(real));
  if (row?.same) return;
  const [taken, offered] = real ? ['play', 'real'] : ['real', 'play'];
  throw new MixedPaymentModes(
    `This database has taken ${taken} money and cannot be used for ${offered} money. Give this shop a database of its own.`,
  );
}
