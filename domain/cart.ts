import { type Paise, toPaise } from './money.ts';

/** The fields of a cart item that its price depends on; `price` in rupees, as in the API. */
export type PricedItem = { price: number; quantity: number };

/** The smallest quantity of a cart item; the cart's minus button stops here. */
export const MIN_QUANTITY = 1;

/**
 * The largest quantity of a cart item. The specification has no upper bound for the stepper; this one keeps every total
 * far below the limit of the tables' columns, and no shopper will reach it.
 */
export const MAX_QUANTITY = 999;

/** The most different products in one cart: more than any shopper needs, and a limit against abuse. */
export const MAX_CART_ITEMS = 100;

/** Price times quantity. */
export function lineTotal(item: PricedItem): Paise {
  return toPaise(item.price) * item.quantity;
}

/** The sum of price times quantity. No delivery fee, tax or discount is added: total equals subtotal. */
export function cartTotal(items: readonly PricedItem[]): Paise {
  return items.reduce((total, item) => total + lineTotal(item), 0);
}

/** The nearest quantity that a cart item can have. */
export function clampQuantity(quantity: number, stock = MAX_QUANTITY): number {
  return Math.max(MIN_QUANTITY, Math.min(Math.trunc(quantity), stock, MAX_QUANTITY));
}

/** A cart item with the current price, stock and availability of its product. */
export type ComparedItem = PricedItem & {
  current_price: number;
  stock: number;
  /** The most of it that one order can have; absent or null: no limit. */
  order_limit?: number | null;
  available: boolean;
};

/** The most of a cart item that can be ordered now. */
export function orderableQuantity({ stock, order_limit }: ComparedItem): number {
  return Math.min(stock, order_limit ?? MAX_QUANTITY, MAX_QUANTITY);
}

/** Why a cart item cannot be ordered, or null when it can. Returns the first reason that applies. */
export function itemProblem(
  item: ComparedItem,
): 'product_gone' | 'over_limit' | 'out_of_stock' | 'price_changed' | null {
  if (!item.available) return 'product_gone';
  const most = orderableQuantity(item);
  if (item.quantity > most) return most < item.stock ? 'over_limit' : 'out_of_stock';
  if (item.price !== item.current_price) return 'price_changed';
  return null;
}
