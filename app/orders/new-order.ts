import type { Order } from '#contract/orders.ts';

const MINUTE = 60_000;
/**
 * The limit in other tabs: for shoppers who open the order from the email, or after the payment was confirmed without
 * them.
 */
const NEW_MS = 60 * MINUTE;
/**
 * The limit in the tab that placed the order, where Back and reload open it again. Long, because the clocks of phones
 * are sometimes hours off.
 */
const JUST_PLACED_MS = 24 * 60 * MINUTE;

/**
 * Whether an order is so new that its page shows the confirmation: its status is the first one, and it was placed
 * within the hour, or in this tab within the day. `now` in milliseconds.
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
