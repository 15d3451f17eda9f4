import { cartTotal, type PricedItem } from './cart.ts';
import type { Paise } from './money.ts';

/** What an order of these items costs: their prices, and no delivery fee, tax or discount. */
export function priceOrder(items: readonly PricedItem[]): { subtotal: Paise; total: Paise } {
  const subtotal = cartTotal(items);
  return { subtotal, total: subtotal };
}
