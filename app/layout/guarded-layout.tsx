import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Outlet } from 'react-router';
import { queryClient } from '#app/shell/api/query-client.ts';
import { Guard, SessionSpinner } from '#app/shell/session/guard.tsx';

/**
 * Layout of every page that needs a signed-in shopper. As high as the window, so that the footer does not jump as it
 * fills. It is empty without scripts, so `deferHydration` starts at once.
 */
export default function GuardedLayout() {
  return (
    <div data-guarded className="min-h-svh">
      <Guard
        secondFactor={(due) => (
          <Suspense fallback={<SessionSpinner />}>
            <SecondFactor {...due} />
          </Suspense>
        )}
      >
        <QueryClientProvider client={queryClient}>
          <Outlet />
        </QueryClientProvider>
      </Guard>
    </div>
  );
}

/** Most shoppers have none, or were asked for it on the sign-in page; it needs all that forms need. */
const SecondFactor = lazy(async () => {
  const { SecondFactor } = await import('#app/auth/second-factor.tsx');
  return { default: SecondFactor };
});
