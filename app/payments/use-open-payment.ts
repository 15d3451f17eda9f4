import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '#app/shell/api/api.ts';
import { cancelQueries, queryClient } from '#app/shell/api/query-client.ts';
import { serverNow } from '#app/shell/api/server-clock.ts';
import type { OrderTerms } from '#contract/checkout.ts';
import type { Payment } from '#contract/payments.ts';

const OPEN_KEY = ['payments', 'open'] as const;

const openPaymentQuery = queryOptions({
  queryKey: OPEN_KEY,
  queryFn: () => call('GET /payments/open'),
  refetchInterval: ({ state }) => nextPoll(state.data?.payment ?? null),
});

/** Milliseconds until the next poll: soon while the bank confirms, else when the reservation expires. */
function nextPoll(payment: Payment | null): number | false {
  if (!payment) return false;
  if (payment.state === 'confirming') return 3_000;
  return Math.max(30_000, Date.parse(payment.expires_at) - serverNow());
}

/**
 * The shopper's pending payment, begun in any tab. `known`: whether the request has finished or failed.
 */
export function useOpenPayment() {
  const { data, isPending } = useQuery(openPaymentQuery);
  return { payment: data?.payment ?? null, known: !isPending };
}

/** Reloads the pending payment. */
export function refreshOpenPayment(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: OPEN_KEY });
}

/** Caches a payment from the latest response, or null if there is none or it has ended, until the next one. */
export function showOpenPayment(payment: Payment | null): void {
  const isPending = payment?.state === 'open' || payment?.state === 'confirming';
  cancelQueries(openPaymentQuery.queryKey);
  queryClient.setQueryData(openPaymentQuery.queryKey, { payment: isPending ? payment : null });
}

/**
 * Only the document of /checkout allows the real gateway's scripts in its content security policy. Reloads the page
 * when the shopper came here by client-side navigation.
 */
export function useFullPageLoad({ mode }: Pick<OrderTerms, 'mode'>): void {
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
