import { queryClient } from '#app/shell/api/query-client.ts';
import type { CartItem } from '#contract/cart.ts';

/** What the browser remembers of the cart, for those who change it. Reading is `useCart`'s. */
export const CART_KEY = ['cart'] as const;

/** The lines as last known; empty when nothing is known yet. */
export function knownLines(): readonly CartItem[] {
  return queryClient.getQueryData<CartItem[]>(CART_KEY) ?? [];
}

/** Shows a change before the server has confirmed it. A read under way is dropped: it would undo the change. */
export function showLines(change: (lines: CartItem[]) => CartItem[]) {
  void queryClient.cancelQueries({ queryKey: CART_KEY });
  queryClient.setQueryData<CartItem[]>(CART_KEY, (lines) => lines && change(lines));
}

/** Reads the cart again: the server has the last word. */
export function refreshCart(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: CART_KEY });
}

/** After an order: nothing is left in it. */
export function forgetLines(): Promise<void> {
  queryClient.setQueryData<CartItem[]>(CART_KEY, []);
  return refreshCart();
}
