import { startTransition, useOptimistic, useState } from 'react';
import { createSearchParams, useNavigate, useSearchParams } from 'react-router';

export type CheckoutStep = 'shipping' | 'payment';

/** The step that an address's query asks for. */
export function stepOf(search: URLSearchParams): CheckoutStep {
  return search.get('step') === 'payment' ? 'payment' : 'shipping';
}

/**
 * Where the shopper is in the checkout. It stands in the URL, so that Back, reload and a second tab do what
 * people expect: `?address=…` is the choice, `?step=payment` the step after it.
 */
export function useCheckoutStep() {
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  // A choice stands at once. The URL follows a moment later, on a slow phone several frames: until then the radio
  // button would jump back to where it was.
  const [addressId, showChosen] = useOptimistic(search.get('address'));
  const step = stepOf(search);

  const [first] = useState(step);
  const [moved, setMoved] = useState(false);
  if (!moved && step !== first) setMoved(true);

  return {
    step,
    /** Whether a step has been taken since the page opened; only then does the focus follow it. */
    moved,
    addressId,
    choose(address: string) {
      startTransition(async () => {
        showChosen(address);
        await navigate(
          { search: createSearchParams({ address }).toString() },
          { replace: true, preventScrollReset: true },
        );
      });
    },
    continueToPayment(address: string) {
      setSearch({ step: 'payment', address });
    },
    backToShipping(address: string | null, { replace }: { replace: boolean }) {
      setSearch(address ? { address } : {}, { replace });
    },
  };
}
