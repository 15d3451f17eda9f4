import type { Transaction } from '#server/database/database.ts';
import type { IntentRef } from './intent.ts';
import { lockProducts, putBack, takeIfEnough } from './stock-query.ts';

/** Takes an intent's pieces out of stock again, all or none; a late payment needs them. Its row must be locked. */
export async function retakeStock(
  tx: Transaction,
  owned: IntentRef,
  holdSeconds: number,
): Promise<boolean> {
  const [, [stock]] = await Promise.all([
    tx.rows(lockProducts(owned)),
    tx.rows(takeIfEnough(owned, holdSeconds)),
  ]);
  return stock?.taken ?? false;
}

/** Ends an intent and puts back what it holds. Its row must be locked. */
export async function releaseIntent(
  tx: Transaction,
  owned: IntentRef,
  state: 'expired' | 'superseded' | 'refused',
): Promise<void> {
  await Promise.all([tx.rows(lockProducts(owned)), tx.rows(putBack(owned, state))]);
}
