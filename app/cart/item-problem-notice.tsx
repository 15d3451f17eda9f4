import { useRef, useState } from 'react';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import type { CartItem } from '#contract/cart.ts';
import { itemProblem } from '#domain/cart.ts';
import { acceptItem } from './cart-changes.ts';
import { describeProblem } from './item-problem.ts';

type ItemProblemNoticeProps = {
  item: CartItem;
  /** Called before the item is accepted, to move the focus: the focused button is removed with the notice. */
  onBeforeAccept: () => void;
};

/** Below an item that cannot be ordered as it is: the reason, and a button that accepts it as it is today. */
export function ItemProblemNotice({ item, onBeforeAccept }: ItemProblemNoticeProps) {
  const [busy, setBusy] = useState(false);
  const problem = describeProblem(item);
  if (!problem) return null;

  async function accept() {
    setBusy(true);
    onBeforeAccept();
    await acceptItem(item);
    setBusy(false);
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
        onClick={accept}
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
