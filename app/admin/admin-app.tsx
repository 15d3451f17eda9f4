import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useLayoutEffect } from 'react';
import { useLocation } from 'react-router';
import { queryClient } from '#app/shell/api/query-client.ts';
import { Guard } from '#app/shell/session/guard.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { JOIN, saveInvitation } from './join/invitation-token.ts';
import { Screens } from './screens.tsx';
import { StaffGate } from './staff/staff-gate.tsx';

const JoinScreen = lazy(() => import('./join/join-screen.tsx'));

/** Most of the time staff have shown their second factor already. */
const SecondFactor = lazy(async () => {
  const { SecondFactor } = await import('#app/auth/second-factor.tsx');
  return { default: SecondFactor };
});

/** The admin: its screens are behind the session, and behind the role that the server tells. */
export default function AdminApp() {
  const { pathname } = useLocation();
  const joining = pathname.toLowerCase().startsWith(JOIN);
  return (
    <>
      <KeepInvitation />
      <Guard
        secondFactor={(due) => (
          <Suspense fallback={<Spinner label="Loading..." />}>
            <SecondFactor {...due} />
          </Suspense>
        )}
      >
        <QueryClientProvider client={queryClient}>
          {joining ? (
            <Suspense fallback={<Spinner label="Loading..." />}>
              <JoinScreen />
            </Suspense>
          ) : (
            <StaffGate>
              <Screens />
            </StaffGate>
          )}
        </QueryClientProvider>
      </Guard>
    </>
  );
}

/** Before the guard: it sends guests to sign in, and the URL to which they return has no token. */
function KeepInvitation() {
  useLayoutEffect(saveInvitation, []);
  return null;
}
