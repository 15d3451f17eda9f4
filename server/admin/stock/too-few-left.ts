import { AppError } from '#contract/errors.ts';
import type { Pieces } from '#domain/stock.ts';

/**
 * The error of a movement that would make the stock negative. It names the pieces that are sold or held for payments,
 * which cannot be taken away, and says what to do.
 *
 * @param delta the change of the stock, negative.
 * @param counted the number that was counted; undefined if pieces were taken out.
 */
export function tooFewLeft(level: Pieces, delta: number, counted: number | undefined): AppError {
  const { stock, reserved, held } = level;
  const problem =
    counted === undefined
      ? `${-delta} cannot be taken out: ${stock === 0 ? 'none is' : `only ${stock} of them ${isOrAre(stock)}`} free to sell`
      : `You counted ${counted}`;
  const promised = [
    ...(reserved > 0 ? [`${reserved} ${isOrAre(reserved)} sold and not handed over`] : []),
    ...(held > 0 ? [`${held} ${isOrAre(held)} held by payments under way`] : []),
  ];
  if (promised.length === 0) return new AppError('stock_changed', { message: `${problem}.` });
  const advice =
    reserved > 0
      ? 'Cancel an order that cannot be sent first, then save again.'
      : 'Save again when the payments have ended.';
  return new AppError('pieces_sold', {
    message: `${problem}, and ${promised.join(', and ')}. ${advice}`,
  });
}

const isOrAre = (pieces: number): string => (pieces === 1 ? 'is' : 'are');
