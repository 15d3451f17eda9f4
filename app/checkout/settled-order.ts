import type { CartItem } from '#contract/cart.ts';
import { cartTotal } from '#domain/cart.ts';
import { toRupees } from '#domain/money.ts';

/**
 * What is sent to order the cart as it is shown, in cash or online; null while the server does not know all that the
 * shopper did to it. `settleCart` waits for that.
 */
export async function settledOrder<Wish extends object>(
  settleCart: () => Promise<boolean>,
  wish: Wish,
  lines: readonly CartItem[],
): Promise<(Wish & { total_amount: number }) | null> {
  if (!(await settleCart())) return null;
  return { ...wish, total_amount: toRupees(cartTotal(lines)) };
}
