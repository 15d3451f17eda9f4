/** The admin shows a product with at most this many pieces as low, until the owner sets another number. */
export const LOW_STOCK = 10;

/** `stock` is free to sell; `reserved` is sold and not handed over; payments hold `held`. */
export type Pieces = { stock: number; reserved: number; held: number };

/**
 * The pieces that are physically on the shelf: also those that are sold but not handed over, or held for a payment,
 * which `stock` no longer includes.
 */
export function piecesOnHand({ stock, reserved, held }: Pieces): number {
  return stock + reserved + held;
}
