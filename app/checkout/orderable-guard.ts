import type { Address } from '#contract/addresses.ts';

type Cart = {
  /** Which items can no longer be ordered as shown, as a text; null when all can. */
  changes: string | null;
  readCart: () => Promise<unknown>;
  /** Shows the problem to the shopper. */
  onBlocked: () => void;
};

/**
 * Wraps a step of the checkout: while an item cannot be ordered, reloads the cart, where the problem may be gone, and
 * shows the problem instead of taking the step.
 */
export function orderableGuard({ changes, readCart, onBlocked }: Cart) {
  return (step: (address: Address) => void) => (address: Address | undefined) => {
    if (!address) return;
    if (!changes) return step(address);
    void readCart().catch(() => {}); // on failure the cart stays as shown
    onBlocked();
  };
}
