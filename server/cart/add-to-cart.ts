import type { NewCartItem } from '#contract/cart.ts';
import { AppError } from '#contract/errors.ts';
import type { Database } from '#server/database/database.ts';
import type { Shopper } from '#server/shopper.ts';
import { addCartItem, isSold, type StoredCartItem } from './queries.ts';

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
