import type { StockLevel } from '#contract/admin/stock.ts';

type Pieces = Pick<StockLevel, 'stock' | 'reserved' | 'held'>;

/**
 * What somebody who counts should find. Pieces that are sold and not handed over yet, or held for a payment, are no
 * longer in the stock, and are still there.
 */
export function piecesInTheHouse({ stock, reserved, held }: Pieces): number {
  return stock + reserved + held;
}

/** 'Expected: 134. Count what is sold and not handed over (10) too.' */
export function countHint(level: Pieces): string {
  const { reserved, held } = level;
  const too = [
    ...(reserved > 0 ? [`what is sold and not handed over (${reserved})`] : []),
    ...(held > 0 ? [`what payments hold (${held})`] : []),
  ];
  return `Expected: ${piecesInTheHouse(level)}.${too.length > 0 ? ` Count ${too.join(' and ')} too.` : ''}`;
}
