import { useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import type { CartItem } from '#contract/cart.ts';
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
