import { call } from '#app/shell/api/api.ts';
import type { CartItem, NewCartItem } from '#contract/cart.ts';
import { refreshCart, showLines } from './cart-cache.ts';

/** Adds to the signed-in shopper's cart; returns its item. Throws what `call` throws. */
export async function putInCart(item: NewCartItem): Promise<CartItem> {
  const line = await call('POST /cart/items', { body: item });
  // Updates the cached cart at once: a cart that still looks empty would redirect the shopper away from the checkout.
  showLines((lines) =>
    lines.some((known) => known.id === line.id)
      ? lines.map((known) => (known.id === line.id ? line : known))
      : [...lines, line],
  );
  void refreshCart();
  return line;
}
