import type { GatewayMode } from '@aparajita/razorpay';
import type { Database } from '#server/database/database.ts';
import { allowsCash, setPaymentEnvironment } from './modes-queries.ts';

/** Thrown at startup: this database has orders of the other payment mode. */
export class MixedPaymentModesError extends Error {}

/**
 * Throws when test payments and live payments would share a database. `mode` is null for a shop that takes only cash:
 * cash is real money, so the shop does not start on a database with test orders, or staff would pack those too. The tables
 * enforce the same (one_payment_environment), for processes that start at the same time.
 */
export async function assertSinglePaymentMode(
  database: Database,
  mode: GatewayMode | null,
): Promise<void> {
  const live = mode === 'live' || mode === null;
  const [row] = await database.rows(mode === null ? allowsCash() : setPaymentEnvironment(live));
  if (row?.allowed) return;
  const [taken, offered] = live ? ['test', 'live'] : ['live', 'test'];
  throw new MixedPaymentModesError(
    `This database has ${taken} payments and cannot be used for ${offered} ones. Give this shop a database of its own.`,
  );
}
