import type { Transaction } from '#server/database/database.ts';
import type { IntentRef } from './intent.ts';
import { lockProducts, releaseStock, reserveIfEnough } from './stock-queries.ts';

/** Reserves an expired intent's stock again, all or none, for a late payment. The intent's row must be locked. */
export async function reserveStock(
  tx: Transaction,
  ref: IntentRef,
  holdSeconds: number,
): Promise<boolean> {
  const [, [stock]] = await Promise.all([
    tx.rows(lockProducts(ref)),
    tx.rows(reserveIfEnough(ref, holdSeconds)),
  ]);
  return stock?.reserved ?? false;
}

/** Ends an intent and releases its stock. The intent's row must be locked. */
export async function releaseIntent(
  tx: Transaction,
  ref: IntentRef,
  state: 'expired' | 'superseded' | 'refused',
): Promise<void> {
  await Promise.all([tx.rows(lockProducts(ref)), tx.rows(releaseStock(ref, state))]);
}
