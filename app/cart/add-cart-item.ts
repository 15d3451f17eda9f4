import { call } from '#app/shell/api/api.ts';
import type { CartItem, NewCartItem } from '#contract/cart.ts';
import { refreshCart, updateCachedItems } from './cart-cache.ts';

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
