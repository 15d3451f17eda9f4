import type { Order } from '#contract/orders.ts';

const MINUTE = 60_000;
/** For whoever looks it up: in another tab, from the mail, or because the payment was confirmed without them. */
const NEW_MS = 60 * MINUTE;
/** In the tab that placed it, where Back and reload lead to it again. Clocks of phones are hours off at times. */
const JUST_PLACED_MS = 24 * 60 * MINUTE;

/**
 * Whether an order is so new that its shopper is thanked for it (decision 064): it has not gone any further, and was
 * placed within the hour, or in this tab within the day. `now` in milliseconds.
 */
export function isNewOrder(
  { status, created_at }: Pick<Order, 'status' | 'created_at'>,
  { justPlaced, now }: { justPlaced: boolean; now: number },
): boolean {
  const age = now - Date.parse(created_at);
  return (
    (status === 'pending' || status === 'confirmed') && age < (justPlaced ? JUST_PLACED_MS : NEW_MS)
  );
}
