import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '#app/shell/api.ts';
import { queryClient } from '#app/shell/query-client.ts';

const OPEN_KEY = ['payments', 'open'] as const;

const openPaymentQuery = queryOptions({
  queryKey: OPEN_KEY,
  queryFn: () => call('GET /payments/open'),
  // While the bank is asked, the answer changes by itself.
  refetchInterval: ({ state }) => (state.data?.payment?.state === 'confirming' ? 3_000 : false),
});

/** The payment this shopper has begun somewhere and not finished; `known` once the shop has answered, or cannot. */
export function useOpenPayment() {
  const { data, isPending } = useQuery(openPaymentQuery);
  return { payment: data?.payment ?? null, known: !isPending };
}

export function refreshOpenPayment(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: OPEN_KEY });
}

/** What the shop can be paid with; online payment is off until the shop says that it is on. */
export function usePaymentOptions() {
  const options = useQuery({
    queryKey: ['payments', 'options'],
    queryFn: () => call('GET /payments/options'),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return options.data ?? { online: false, sandbox: false };
}
