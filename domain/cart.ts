import { type Paise, toPaise } from './money.ts';

/** What the rules need to know of a line: its unit price in rupees, as the wire carries it, and how many. */
export type PricedLine = { price: number; quantity: number };

/** The fewest pieces a line can hold; the cart's minus button stops here. */
export const MIN_QUANTITY = 1;

/**
 * The most pieces one line can hold. The specification names no upper bound for the stepper; this one
 * keeps every total far inside what the tables can hold and no shopper will meet it.
 */
export const MAX_QUANTITY = 999;

/** Price times quantity. */
export function lineTotal(line: PricedLine): Paise {
  return toPaise(line.price) * line.quantity;
}

/** The sum of price times quantity. No delivery fee, tax or discount is added: total equals subtotal. */
export function cartTotal(lines: readonly PricedLine[]): Paise {
  return lines.reduce((total, line) => total + lineTotal(line), 0);
}

/** The nearest quantity a line can hold. */
export function clampQuantity(quantity: number, stock = MAX_QUANTITY): number {
  return Math.max(MIN_QUANTITY, Math.min(Math.trunc(quantity), stock, MAX_QUANTITY));
}

/** A cart line beside what its product is today. */
export type ComparedLine = PricedLine & {
  current_price: number;
  stock: number;
  available: boolean;
};

/** Why a line cannot be ordered as it stands, or null when it can. The first reason wins. */
export function lineProblem(
  line: ComparedLine,
): 'product_gone' | 'out_of_stock' | 'price_changed' | null {
  if (!line.available) return 'product_gone';
  if (line.quantity > line.stock) return 'out_of_stock';
  if (line.price !== line.current_price) return 'price_changed';
  return null;
}
