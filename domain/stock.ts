/** With this many pieces or fewer, the admin shows a product as low, until the owner sets another number. */
export const LOW_STOCK = 10;

/** `stock` is free to sell; `reserved` is sold and not handed over; payments hold `held`. */
export type Pieces = { stock: number; reserved: number; held: number };

/**
 * What somebody who counts should find. Pieces that are sold and not handed over yet, or held for a payment, are no
 * longer in the stock, and are still there.
 */
export function piecesOnHand({ stock, reserved, held }: Pieces): number {
  return stock + reserved + held;
}
