import { useRef } from 'react';
import { useWrite } from '#app/shell/use-write.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import type { CartItem } from '#contract/cart.ts';
import { itemProblem, orderableQuantity } from '#domain/cart.ts';
import { formatRupees } from '#domain/money.ts';
import { itemCount } from '#domain/order.ts';
import { acceptItem } from './cart.ts';

type ItemProblemNoticeProps = {
  item: CartItem;
  /** Called before the item is accepted, to move the focus: the focused button is removed with the notice. */
  onBeforeAccept: () => void;
};

/** Below an item that cannot be ordered as it is: the reason, and a button that accepts it as it is today. */
export function ItemProblemNotice({ item, onBeforeAccept }: ItemProblemNoticeProps) {
  const { write, busy } = useWrite({ tell: console.error });
  const problem = describeProblem(item);
  if (!problem) return null;

  async function accept() {
    onBeforeAccept();
    await acceptItem(item);
  }

  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-tertiary-container px-4 py-3 text-sm text-foreground">
      <p className="min-w-32 flex-1">{problem.text}</p>
      <Button
        tone="secondary"
        data-problem={item.id}
        className="min-h-11 px-4 text-sm"
        aria-label={`${problem.action}: ${item.product_name}`}
        busy={busy && 'Updating...'}
        onClick={() => void write(accept)}
      >
        {problem.action}
      </Button>
    </div>
  );
}

/** The items that cannot be ordered as they are, each with a button that fixes it; nothing when all can. */
export function CartProblems({ items }: { items: readonly CartItem[] }) {
  const list = useRef<HTMLUListElement>(null);
  const unorderable = items.filter((item) => itemProblem(item) !== null);
  if (unorderable.length === 0) return null;

  /** Focuses another item's button, or the heading of the step, without scrolling. */
  function moveFocusFrom(index: number) {
    const neighbour = list.current?.children[index + 1] ?? list.current?.children[index - 1];
    const heading = list.current?.closest('main')?.querySelector<HTMLElement>('h2[tabindex]');
    const next = neighbour?.querySelector('button') ?? heading;
    next?.focus({ preventScroll: true });
  }

  return (
    <ul ref={list} className="mt-3 grid gap-3">
      {unorderable.map((item, index) => (
        <li key={item.id}>
          <p className="font-semibold text-foreground">{item.product_name}</p>
          <ItemProblemNotice item={item} onBeforeAccept={() => moveFocusFrom(index)} />
        </li>
      ))}
    </ul>
  );
}

/** Badge on an item that cannot be ordered as it is: the reason in a word or two. */
export function ItemProblemBadge({ item }: { item: CartItem }) {
  const problem = describeProblem(item);
  return problem && <Badge tone="red">{problem.label}</Badge>;
}

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
