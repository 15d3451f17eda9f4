import { QueryClient } from '@tanstack/react-query';
import { session } from '#app/shell/session/session.ts';
import { mayPass } from './failure.ts';

const READ_ATTEMPTS = 3;

/** What the browser remembers of the signed-in shopper: shared by the pages and the header's badge. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Another tab, or the shop itself, may have changed it: asked again on focus and on each new page.
      staleTime: 5_000,
      retry: (failures, error) => failures < READ_ATTEMPTS - 1 && mayPass(error),
      retryDelay: (failures) => 500 * 2 ** failures,
      // Offline, a read fails and says so; it does not wait in silence.
      networkMode: 'always',
    },
    mutations: {
      // Nothing is known about what became of a write that got no answer: only the shopper repeats it.
      retry: false,
      networkMode: 'always',
    },
  },
});

// What was read for one shopper is never shown to the next.
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
