import type { CartItem } from '#contract/cart.ts';
import { lineProblem } from '#domain/cart.ts';
import { formatPaise, toPaise } from '#domain/money.ts';

/** What a shopper is told about a line that cannot be ordered as it stands, and what one click does about it. */
export type ToldProblem = { sentence: string; remedy: string };

/** In the shop's words, or null where there is nothing to tell. The remedy is `acceptLine`. */
export function tellProblem(line: CartItem): ToldProblem | null {
  switch (lineProblem(line)) {
    case 'product_gone':
      return { sentence: 'We no longer sell this.', remedy: 'Remove it' };
    case 'out_of_stock':
      return line.stock === 0
        ? { sentence: 'Sold out for now.', remedy: 'Remove it' }
        : { sentence: `Only ${line.stock} left.`, remedy: `Take ${line.stock}` };
    case 'price_changed':
      return {
        sentence: `The price is now ${formatPaise(toPaise(line.current_price))}. It was ${formatPaise(toPaise(line.price))} when you added it.`,
        remedy: 'Accept new price',
      };
    case null:
      return null;
  }
}
