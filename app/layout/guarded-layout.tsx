import { QueryClientProvider } from '@tanstack/react-query';
import { Outlet } from 'react-router';
import { SecondFactor } from '#app/auth/second-factor.tsx';
import { queryClient } from '#app/shell/api/query-client.ts';
import { Guard } from '#app/shell/session/guard.tsx';

/**
 * Layout of every page that needs a signed-in shopper. As high as the window, so that the footer does not jump as it
 * fills. It is empty without scripts, so `deferHydration` starts at once.
 */
export default function GuardedLayout() {
  return (
    <div data-guarded className="min-h-svh">
      <Guard secondFactor={(due) => <SecondFactor {...due} />}>
        <QueryClientProvider client={queryClient}>
          <Outlet />
        </QueryClientProvider>
      </Guard>
    </div>
  );
}
