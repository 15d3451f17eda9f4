import { AppError } from '#contract/errors.ts';
import type { Pieces } from '#domain/stock.ts';

/**
 * Why less than nothing would be left for sale, and what helps. Pieces that are sold stay promised until their order is
 * cancelled: no count and no damage takes them away.
 *
 * @param counted what was counted; undefined where pieces were taken out.
 */
export function tooFewLeft(level: Pieces, delta: number, counted: number | undefined): AppError {
  const { stock, reserved, held } = level;
  const wanted =
    counted === undefined
      ? `${-delta} cannot be taken out: ${stock === 0 ? 'none is' : `only ${stock} of them ${isOrAre(stock)}`} free to sell`
      : `You counted ${counted}`;
  const promised = [
    ...(reserved > 0 ? [`${reserved} ${isOrAre(reserved)} sold and not handed over`] : []),
    ...(held > 0 ? [`${held} ${isOrAre(held)} held by payments under way`] : []),
  ];
  if (promised.length === 0) return new AppError('stock_changed', { message: `${wanted}.` });
  const advice =
    reserved > 0
      ? 'Cancel an order that cannot be sent first, then save again.'
      : 'Save again when the payments have ended.';
  return new AppError('pieces_sold', {
    message: `${wanted}, and ${promised.join(', and ')}. ${advice}`,
  });
}

const isOrAre = (pieces: number): string => (pieces === 1 ? 'is' : 'are');
