import { QueryClient } from '@tanstack/react-query';
import { session } from '#app/shell/session/session.ts';
import { isRetryable } from './api-error.ts';

const QUERY_ATTEMPTS = 3;

/** Cache of the signed-in shopper's data, shared by the pages and the header's badge. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Data may change in another tab or on the server: it is refetched on focus and on each new page.
      staleTime: 5_000,
      retry: (failures, error) => failures < QUERY_ATTEMPTS - 1 && isRetryable(error),
      retryDelay: (failures) => 500 * 2 ** failures,
      // Offline, a request fails at once and shows an error, instead of waiting for a connection.
      networkMode: 'always',
      // With that network mode the default is off: retries failed queries when the connection is back.
      refetchOnReconnect: true,
    },
    mutations: {
      // Whether a write without a response took effect is unknown: only the shopper may repeat it.
      retry: false,
      networkMode: 'always',
    },
  },
});

/**
 * Cancels the requests of a query. Call it before caching the response of a write: the response to a request that was
 * sent before the write may arrive after it, without the change.
 */
export function cancelQueries(queryKey: readonly unknown[]): void {
  void queryClient.cancelQueries({ queryKey });
}

// When another shopper signs in, the former one's data is removed.
let shopper = shopperId();
// On the server there is no session to subscribe to.
if (typeof window !== 'undefined') {
  session.subscribe(() => {
    const next = shopperId();
    if (next === shopper) return;
    shopper = next;
    queryClient.clear();
  });
}

function shopperId(): string | null {
  const state = session.get();
  return state.status === 'signed-in' ? state.user.id : null;
}
