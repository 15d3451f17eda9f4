import { QueryClient } from '@tanstack/react-query';
import { session } from '#app/shell/session/session.ts';
import { isRetryable } from './api-error.ts';

const READ_ATTEMPTS = 3;

/** Cache of the signed-in shopper's data, shared by the pages and the header's badge. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Another tab, or the shop itself, may have changed it: refetched on focus and on each new page.
      staleTime: 5_000,
      retry: (failures, error) => failures < READ_ATTEMPTS - 1 && isRetryable(error),
      retryDelay: (failures) => 500 * 2 ** failures,
      // Offline, a read fails and shows an error instead of waiting.
      networkMode: 'always',
      // Not the default with that mode: what failed without a network is loaded as soon as there is one.
      refetchOnReconnect: true,
    },
    mutations: {
      // Whether a write without a response took effect is unknown: only the shopper repeats it.
      retry: false,
      networkMode: 'always',
    },
  },
});

/** Call it before caching the response of a write: a read that began before the write may answer after it. */
export function cancelReads(queryKey: readonly unknown[]): void {
  void queryClient.cancelQueries({ queryKey });
}

// One shopper's data is never shown to the next.
let shopper = shopperId();
// On the server nobody is signed in.
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
