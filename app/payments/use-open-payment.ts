import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '#app/shell/api/api.ts';
import { queryClient } from '#app/shell/api/query-client.ts';
import type { Payment, PaymentOptions } from '#contract/payments.ts';

const OPEN_KEY = ['payments', 'open'] as const;

const openPaymentQuery = queryOptions({
  queryKey: OPEN_KEY,
  queryFn: () => call('GET /payments/open'),
  refetchInterval: ({ state }) => nextLook(state.data?.payment ?? null),
});

/**
 * Milliseconds until the answer changes by itself: any moment while the bank is asked, else when the goods go back and
 * 'reserved until' is over.
 */
function nextLook(payment: Payment | null): number | false {
  if (!payment) return false;
  if (payment.state === 'confirming') return 3_000;
  return Math.max(30_000, Date.parse(payment.expires_at) - Date.now());
}

/** The payment this shopper has begun somewhere and not finished; `known` once the shop has answered, or cannot. */
export function useOpenPayment() {
  const { data, isPending } = useQuery(openPaymentQuery);
  return { payment: data?.payment ?? null, known: !isPending };
}

export function refreshOpenPayment(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: OPEN_KEY });
}

/** What the shop can be paid with, null until it has said so; online payment is off where it cannot. */
export function usePaymentOptions(): PaymentOptions | null {
  const options = useQuery({
    queryKey: ['payments', 'options'],
    queryFn: () => call('GET /payments/options'),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return options.data ?? (options.isPending ? null : { mode: null });
}
