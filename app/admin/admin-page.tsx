import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useLayoutEffect } from 'react';
import { useLocation } from 'react-router';
import { SecondFactor } from '#app/auth/second-factor.tsx';
import { queryClient } from '#app/shell/api/query-client.ts';
import { privateMeta } from '#app/shell/document/site-meta.ts';
import { Frame } from '#app/shell/frame.ts';
import { Guard } from '#app/shell/session/guard.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import styles from './admin.css?url';
import { AdminHeader } from './admin-header.tsx';
import { JOIN, keepInvitation } from './join/invitation-token.ts';
import { Screens } from './screens.tsx';
import { StaffGate } from './staff/staff-gate.tsx';

export function meta() {
  return privateMeta('Admin');
}

export const links = () => [{ rel: 'stylesheet', href: styles }];

export const handle = new Frame(AdminHeader, () => null);

const JoinScreen = lazy(() => import('./join/join-screen.tsx'));

/** The admin: its screens are behind the session, and behind the role that the server tells. */
export default function AdminPage() {
  const { pathname } = useLocation();
  const joining = pathname.toLowerCase().startsWith(JOIN);
  return (
    <div data-guarded className="min-h-svh">
      <KeepInvitation />
      <Guard secondFactor={(due) => <SecondFactor {...due} />}>
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
    </div>
  );
}

/** Before the guard: it sends guests to sign in, and the URL to which they return has no token. */
function KeepInvitation() {
  useLayoutEffect(keepInvitation, []);
  return null;
}
