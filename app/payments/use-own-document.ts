import { useEffect } from 'react';
import type { PaymentOptions } from '#contract/payments.ts';

/**
 * The real gateway's scripts are allowed by the document of /checkout and by no other. Whoever came here by a link,
 * without loading it, loads it now.
 */
export function useOwnDocument({ mode }: PaymentOptions): void {
  useEffect(() => {
    if (mode === null || mode === 'sandbox') return;
    const [loaded] = performance.getEntriesByType('navigation');
    if (loaded && new URL(loaded.name).pathname !== '/checkout') window.location.reload();
  }, [mode]);
}
