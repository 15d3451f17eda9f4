import type { CartItem } from '#contract/cart.ts';
import { lineProblem } from '#domain/cart.ts';
import { formatPaise, toPaise } from '#domain/money.ts';
import { itemCount } from '#domain/order.ts';

/** Why an item cannot be ordered as it is: as a label, as a sentence, and the label of the button that fixes it. */
export type ToldProblem = { mark: string; sentence: string; remedy: string };

/** The problem's texts, or null when there is none. The button calls `acceptLine`. */
export function describeProblem(line: CartItem): ToldProblem | null {
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

/** '2 items need a change': how many items cannot be ordered as they are; null when all can. */
export function describeChanges(lines: readonly CartItem[]): string | null {
  const count = lines.filter((line) => lineProblem(line) !== null).length;
  return count === 0 ? null : `${itemCount(count)} ${count === 1 ? 'needs' : 'need'} a change`;
}
