import type { Address } from '#contract/addresses.ts';

type Cart = {
  /** What can no longer be ordered as it is shown, in words; null when all of it can. */
  changes: string | null;
  readCart: () => Promise<unknown>;
  /** Shows what is in the way. */
  onStopped: () => void;
};

/** A way on for an address that is not taken while something in the cart has changed; it may be in order again meanwhile. */
export function stopOnChanges({ changes, readCart, onStopped }: Cart) {
  return (goOn: (address: Address) => void) => (address: Address | undefined) => {
    if (!address) return;
    if (!changes) return goOn(address);
    void readCart().catch(() => {}); // what is shown stays, then
    onStopped();
  };
}
