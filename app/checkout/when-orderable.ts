import type { Address } from '#contract/addresses.ts';

type Cart = {
  /** Which items can no longer be ordered as shown, as a text; null when all can. */
  changes: string | null;
  readCart: () => Promise<unknown>;
  /** Shows the problem to the shopper. */
  onStopped: () => void;
};

/**
 * Wraps `goOn`: while an item cannot be ordered, it reloads the cart, where the problem may be gone, and shows it
 * instead.
 */
export function stopOnChanges({ changes, readCart, onStopped }: Cart) {
  return (goOn: (address: Address) => void) => (address: Address | undefined) => {
    if (!address) return;
    if (!changes) return goOn(address);
    void readCart().catch(() => {}); // on failure the cart stays as shown
    onStopped();
  };
}
