import { type CartItem, cartEndpoints, type NewCartItem } from '#contract/cart.ts';
import { AppError } from '#contract/errors.ts';
import type { CheckoutTerms } from '#domain/decide-checkout.ts';
import type { Database } from '#server/database/database.ts';
import { type Authenticate, serveEndpoints } from '#server/http/serve-endpoints.ts';
import type { Shopper } from '#server/shopper.ts';
import {
  addCartItem,
  clearCart,
  isSold,
  listCartItems,
  removeCartItem,
  type StoredCartItem,
  setQuantity,
} from './queries.ts';

export function cartRoutes(
  database: Database,
  authenticate: Authenticate,
  terms: () => CheckoutTerms,
) {
  const toItem = (line: StoredCartItem): CartItem => ({
    ...line,
    order_limit: terms().unpaidUnits ?? null,
  });

  return serveEndpoints(cartEndpoints, authenticate, {
    'GET /cart': async ({ shopper }) =>
      (await database.asShopper(shopper, listCartItems(shopper))).map(toItem),

    'DELETE /cart': async ({ shopper }) => {
      await database.asShopper(shopper, clearCart(shopper));
    },

    'POST /cart/items': async ({ shopper, body }) =>
      toItem(await addToCart(database, shopper, body)),

    'PATCH /cart/items/{id}': async ({ shopper, params, body }) => {
      const [line] = await database.asShopper(
        shopper,
        setQuantity(shopper, params.id, body.quantity),
      );
      if (!line) throw new AppError('cart_item_not_found');
      return toItem(line);
    },

    'DELETE /cart/items/{id}': async ({ shopper, params }) => {
      const [line] = await database.asShopper(shopper, removeCartItem(shopper, params.id));
      if (!line) throw new AppError('cart_item_not_found');
    },
  });
}

/** Adds to the shopper's cart; throws `product_not_found` or `cart_full`. */
export async function addToCart(
  database: Database,
  shopper: Shopper,
  { product_id, quantity }: NewCartItem,
): Promise<StoredCartItem> {
  const [line] = await database.asShopper(shopper, addCartItem(shopper, product_id, quantity));
  if (line) return line;
  const [product] = await database.rows(isSold(product_id));
  throw new AppError(product ? 'cart_full' : 'product_not_found');
}
