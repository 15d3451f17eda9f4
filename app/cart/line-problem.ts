import type { CartItem } from '#contract/cart.ts';
import { lineProblem } from '#domain/cart.ts';
import { formatPaise, toPaise } from '#domain/money.ts';
import { itemCount } from '#domain/order.ts';

/**
 * What a shopper is told about a line that cannot be ordered as it stands: in a word or two, in a sentence, and what
 * one click does about it.
 */
export type ToldProblem = { mark: string; sentence: string; remedy: string };

/** In the shop's words, or null where there is nothing to tell. The remedy is `acceptLine`. */
export function tellProblem(line: CartItem): ToldProblem | null {
  switch (lineProblem(line)) {
    case 'product_gone':
      return { mark: 'No longer sold', sentence: 'We no longer sell this.', remedy: 'Remove it' };
    case 'out_of_stock':
      return line.stock === 0
        ? { mark: 'Sold out', sentence: 'Sold out for now.', remedy: 'Remove it' }
        : {
            mark: `Only ${line.stock} left`,
            sentence: `Only ${line.stock} left.`,
            remedy: `Take ${line.stock}`,
          };
    case 'price_changed':
      return {
        mark: 'New price',
        sentence: `The price is now ${formatPaise(toPaise(line.current_price))}. It was ${formatPaise(toPaise(line.price))} when you added it.`,
        remedy: 'Accept new price',
      };
    case null:
      return null;
  }
}

/** '2 items need a change': how many lines cannot be ordered as they stand; null when all can. */
export function tellChanges(lines: readonly CartItem[]): string | null {
  const count = lines.filter((line) => lineProblem(line) !== null).length;
  return count === 0 ? null : `${itemCount(count)} ${count === 1 ? 'needs' : 'need'} a change`;
}
