import { useRef } from 'react';
import type { CartItem } from '#contract/cart.ts';
import { itemProblem } from '#domain/cart.ts';
import { ItemProblemNotice } from './item-problem-notice.tsx';

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
