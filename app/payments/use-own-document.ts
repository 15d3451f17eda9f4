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
    // By the path that is open, however it is spelt: '/Checkout/' has the same document, and is loaded once.
    if (loaded && new URL(loaded.name).pathname !== window.location.pathname) {
      window.location.reload();
    }
  }, [mode]);
}
