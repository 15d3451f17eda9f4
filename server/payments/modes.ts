import { sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';
import { tables } from '../platform/database/tables.ts';
import type { GatewayMode } from './keys.ts';

/** Thrown at boot: this database has seen another kind of money. */
export class MixedMoney extends Error {}

/** Play money and real money never share a database, whatever the settings say. */
export async function refuseMixedMoney(database: Database, mode: GatewayMode): Promise<void> {
  const [row] = await database.rows(
    sql<{ modes: GatewayMode[] }>`select payment_modes() as modes`.compile(tables),
  );
  const others = (row?.modes ?? []).filter((used) => (used === 'live') !== (mode === 'live'));
  if (others.length === 0) return;
  throw new MixedMoney(
    `This database has payments made with ${others.join(' and ')} keys; it cannot be used with ${mode} ones`,
  );
}
