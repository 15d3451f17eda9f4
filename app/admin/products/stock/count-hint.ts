import { type Pieces, piecesOnHand } from '#domain/stock.ts';

/** The hint of a count: 'Expected: 134. Count what is sold and not handed over (10) too.' */
export function countHint(level: Pieces): string {
  const { reserved, held } = level;
  const too = [
    ...(reserved > 0 ? [`what is sold and not handed over (${reserved})`] : []),
    ...(held > 0 ? [`what payments hold (${held})`] : []),
  ];
  return `Expected: ${piecesOnHand(level)}.${too.length > 0 ? ` Count ${too.join(' and ')} too.` : ''}`;
}
