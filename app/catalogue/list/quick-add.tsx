import { useState } from 'react';
import { UNREACHABLE } from '#app/shell/api/unreachable.ts';
import { Button } from '#app/ui/button.tsx';
import { showError } from '#app/ui/toast.tsx';
import type { ProductSummary } from '#contract/catalogue.ts';

type QuickAddProps = {
  product: ProductSummary;
  /** Adds one to the cart and shows a toast. */
  onAdd: (productId: string) => Promise<unknown>;
};

/** Button in a card that adds one to the cart, above the link that covers the card. */
export function QuickAdd({ product: { id, name, in_stock }, onAdd }: QuickAddProps) {
  const [busy, setBusy] = useState(false);

  async function add() {
    setBusy(true);
    await onAdd(id)
      .catch(() => showError(UNREACHABLE))
      .finally(() => setBusy(false));
  }

  return (
    <Button
      tone="secondary"
      onClick={add}
      busy={busy && 'Adding...'}
      disabled={!in_stock}
      aria-label={in_stock && !busy ? `Add to Cart: ${name}` : undefined}
      className="relative mt-1 max-xs:text-sm"
    >
      {in_stock ? 'Add to Cart' : 'Out of stock'}
    </Button>
  );
}
