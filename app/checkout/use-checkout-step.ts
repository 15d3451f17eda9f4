import { startTransition, useOptimistic, useState } from 'react';
import { createSearchParams, useSearchParams } from 'react-router';
import { useNavigate } from '#app/ui/link.js';
import type { Address } from '#contract/addresses.ts';

export type CheckoutStep = 'shipping' | 'payment';

/** The step named in the URL's query. */
export function stepOf(search: URLSearchParams): CheckoutStep {
  return search.get('step') === 'payment' ? 'payment' : 'shipping';
}

/**
 * The current checkout step. It is in the URL, so that Back, reload and a second tab work as expected: `?address=…` is
 * the selected address, `?step=payment` the second step.
 */
export function useCheckoutStep() {
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  // Optimistic, because the URL changes several frames later on a slow phone: until then the radio button would jump
  // back.
  const [addressId, showChosen] = useOptimistic(search.get('address'));
  const step = stepOf(search);

  const [first] = useState(step);
  const [moved, setMoved] = useState(false);
  if (!moved && step !== first) setMoved(true);

  return {
    step,
    /** Whether the step has changed since the page was opened; only then does the focus move to it. */
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

/**
 * The shipping address until the shopper selects another: `requested` in the URL, if there is one; else the default, or
 * the only address.
 */
export function preselectAddress(
  addresses: readonly Address[],
  requested: string | null,
): Address | undefined {
  if (requested !== null) return addresses.find(({ id }) => id === requested);
  const [only, ...more] = addresses;
  return addresses.find(({ is_default }) => is_default) ?? (more.length === 0 ? only : undefined);
}
