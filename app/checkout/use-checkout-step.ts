import { useState } from 'react';
import { useSearchParams } from 'react-router';

export type CheckoutStep = 'shipping' | 'payment';

/**
 * Where the shopper is in the checkout. It stands in the URL, so that Back, reload and a second tab do what
 * people expect: `?address=…` is the choice, `?step=payment` the step after it.
 */
export function useCheckoutStep() {
  const [search, setSearch] = useSearchParams();
  const step: CheckoutStep = search.get('step') === 'payment' ? 'payment' : 'shipping';

  const [first] = useState(step);
  const [moved, setMoved] = useState(false);
  if (!moved && step !== first) setMoved(true);

  return {
    step,
    /** Whether a step has been taken since the page opened; only then does the focus follow it. */
    moved,
    addressId: search.get('address'),
    choose(addressId: string) {
      setSearch({ address: addressId }, { replace: true, preventScrollReset: true });
    },
    continueToPayment(addressId: string) {
      setSearch({ step: 'payment', address: addressId });
    },
    backToShipping(addressId: string | null, { replace }: { replace: boolean }) {
      setSearch(addressId ? { address: addressId } : {}, { replace });
    },
  };
}
