import type { CartItem } from '#contract/cart.ts';
import { itemProblem, orderableQuantity } from '#domain/cart.ts';
import { formatRupees } from '#domain/money.ts';
import { itemCount } from '#domain/order.ts';

/** Why an item cannot be ordered as it is: as a label, as a text, and the label of the button that fixes it. */
type ProblemTexts = { label: string; text: string; action: string };

/** The problem's texts, or null when there is none. The button calls `acceptItem`. */
export function describeProblem(item: CartItem): ProblemTexts | null {
  switch (itemProblem(item)) {
    case 'product_gone':
      return { label: 'No longer sold', text: 'We no longer sell this.', action: 'Remove it' };
    case 'over_limit': {
      const most = orderableQuantity(item);
      return {
        label: `At most ${most}`,
        text: atMost(most) + andNewPrice(item),
        action: `Take ${most}`,
      };
    }
    case 'out_of_stock':
      return item.stock === 0
        ? { label: 'Sold out', text: 'Sold out for now.', action: 'Remove it' }
        : {
            label: `Only ${item.stock} left`,
            text: `Only ${item.stock} left.${andNewPrice(item)}`,
            action: `Take ${item.stock}`,
          };
    case 'price_changed':
      return {
        label: 'New price',
        text: newPrice(item),
        action: 'Accept new price',
      };
    case null:
      return null;
  }
}

/** Accepting the quantity also accepts the current price. */
function andNewPrice(item: CartItem): string {
  return item.price === item.current_price ? '' : ` ${newPrice(item)}`;
}

function newPrice(item: CartItem): string {
  return `The price is now ${formatRupees(item.current_price)}. It was ${formatRupees(item.price)} when you added it.`;
}

/** For a product with an order limit. */
export function atMost(quantity: number): string {
  return `You can order at most ${quantity} at a time.`;
}

/** '2 items need a change': how many items cannot be ordered as they are; null when all can. */
export function describeChanges(items: readonly CartItem[]): string | null {
  const count = items.filter((item) => itemProblem(item) !== null).length;
  return count === 0 ? null : `${itemCount(count)} ${count === 1 ? 'needs' : 'need'} a change`;
}
