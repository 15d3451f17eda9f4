import { useEffect } from 'react';
import type { PaymentOptions } from '#contract/payments.ts';

/**
 * Only the document of /checkout allows the real gateway's scripts in its content security policy. Reloads the page
 * when the shopper came here by client-side navigation.
 */
export function useFullPageLoad({ mode }: PaymentOptions): void {
  useEffect(() => {
    if (mode === null || mode === 'sandbox') return;
    const [loaded] = performance.getEntriesByType('navigation');
    // Compared with the current path in its present spelling: '/Checkout/' has the same document, and is not reloaded
    // again.
    if (loaded && new URL(loaded.name).pathname !== window.location.pathname) {
      window.location.reload();
    }
  }, [mode]);
}
