import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useLayoutEffect } from 'react';
import { Route, Routes, useLocation, useParams } from 'react-router';
import { queryClient } from '#app/shell/api/query-client.ts';
import { Guard, SESSION_TIMEOUT_MS } from '#app/shell/session/guard.tsx';
import { session } from '#app/shell/session/session.ts';
import { Spinner } from '#app/ui/spinner.tsx';
// Not the page's: that would not be painted before the sheet is loaded, and its scripts would not be requested.
import './admin.css';
import { NotFound } from '#app/pages/error-page.tsx';
import { Navigate } from '#app/ui/link.js';
import { AdminFrame } from './admin-frame.tsx';
import { JOIN_PATH, saveInvitation } from './join/invitation-token.ts';
import { type AdminScreen, preloadScreen, screensFor } from './navigation.ts';
import { StaffGuard } from './staff/staff-guard.tsx';
import { meQuery, useStaff } from './staff/use-staff.ts';
import { todayQuery } from './today/today-query.ts';

const JoinScreen = lazy(() => import('./join/join-screen.tsx'));

/** Loaded when needed: most sessions have verified their second factor already. */
const SecondFactor = lazy(async () => {
  const { SecondFactor } = await import('#app/auth/second-factor.tsx');
  return { default: SecondFactor };
});

const openPath = window.location.pathname.replace(/^\/admin\/?/i, '');
const opensInvitation = window.location.pathname.toLowerCase().startsWith(JOIN_PATH);
// At once, not after the session and the role have been read: a round trip less until the first screen.
preloadScreen(openPath);
void prefetchFirstData();

/** Requests the role, and Today's list if that is open, together and before hydration: two round trips less. */
async function prefetchFirstData(): Promise<void> {
  const { status } = await session.whenLoaded(SESSION_TIMEOUT_MS);
  if (status !== 'signed-in' || opensInvitation) return;
  void queryClient.prefetchQuery(meQuery);
  if (openPath === '') void queryClient.prefetchQuery(todayQuery);
}

/** The admin. Its screens require a session, and a role that the server reports. */
export default function AdminApp() {
  const { pathname } = useLocation();
  const joining = pathname.toLowerCase().startsWith(JOIN_PATH);
  return (
    <>
      <SaveInvitation />
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
            <StaffGuard>
              <Screens />
            </StaffGuard>
          )}
        </QueryClientProvider>
      </Guard>
    </>
  );
}

/** Runs before the guard, which sends guests to sign in and back to a URL without the token. */
function SaveInvitation() {
  useLayoutEffect(saveInvitation, []);
  return null;
}

/** The screen of the open path, in the admin's frame. */
export function Screens() {
  const { role } = useStaff();
  return (
    <AdminFrame>
      <Suspense fallback={<Spinner label="Loading..." />}>
        <Routes>
          {screensFor(role).map(({ path, Screen }) => (
            <Route key={path} path={path} element={<OpenScreen Screen={Screen} />} />
          ))}
          {/* It was a screen of its own, to which bookmarks lead. */}
          <Route path="stock" element={<Navigate to="/admin/products" replace />} />
          <Route path="*" element={<NotFound />} />
        </Routes>
      </Suspense>
    </AdminFrame>
  );
}

function OpenScreen({ Screen }: Pick<AdminScreen, 'Screen'>) {
  const { id = '' } = useParams();
  // The key: the forms and dialogs of one order must not stay open for the next one.
  return <Screen key={id} id={id} />;
}
