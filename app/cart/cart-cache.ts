import { call } from '#app/shell/api/api.ts';
import { cancelQueries, queryClient } from '#app/shell/api/query-client.ts';
import type { CartItem, NewCartItem } from '#contract/cart.ts';

/** Access to the cached cart for code that changes it. Components read it with `useCart`. */
export const CART_KEY = ['cart'] as const;

/** The cached cart; empty when not loaded yet. */
export function cachedItems(): readonly CartItem[] {
  return queryClient.getQueryData<CartItem[]>(CART_KEY) ?? [];
}

/** Optimistic update of the cached cart. Cancels a read in progress, which would undo the change. */
export function updateCachedItems(change: (items: CartItem[]) => CartItem[]) {
  cancelQueries(CART_KEY);
  queryClient.setQueryData<CartItem[]>(CART_KEY, (items) => items && change(items));
}

/** Reloads the cart from the server. */
export function refreshCart(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: CART_KEY });
}

/** Empties the cached cart after an order. */
export function clearCachedCart(): Promise<void> {
  cancelQueries(CART_KEY);
  queryClient.setQueryData<CartItem[]>(CART_KEY, []);
  return refreshCart();
}

/** Adds to the signed-in shopper's cart; returns its item. Throws what `call` throws. */
export async function addCartItem(added: NewCartItem): Promise<CartItem> {
  const item = await call('POST /cart/items', { body: added });
  // Updates the cached cart at once: a cart that still looks empty would redirect the shopper away from the checkout.
  updateCachedItems((items) =>
    items.some((known) => known.id === item.id)
      ? items.map((known) => (known.id === item.id ? item : known))
      : [...items, item],
  );
  void refreshCart();
  return item;
}
