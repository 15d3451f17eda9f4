import type { CartItem } from '#contract/cart.ts';
import { cartTotal } from '#domain/cart.ts';
import { toRupees } from '#domain/money.ts';

/**
 * The payload that orders the cart as shown, in cash or online. First waits with `flushCart` until the server has all
 * the shopper's changes to the cart; null when one failed.
 */
export async function orderPayload<Body extends object>(
  flushCart: () => Promise<boolean>,
  body: Body,
  items: readonly CartItem[],
): Promise<(Body & { total_amount: number }) | null> {
  if (!(await flushCart())) return null;
  return { ...body, total_amount: toRupees(cartTotal(items)) };
}
