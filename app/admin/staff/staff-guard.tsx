import { type ReactNode, Suspense } from 'react';
import { lazy } from '#app/admin/new-build/lazy.ts';
import { NotFound } from '#app/pages/not-found.tsx';
import { hasErrorCode } from '#app/shell/api/api-error.ts';
import { LoadError } from '#app/shell/api/load-error.tsx';
import { queryClient } from '#app/shell/api/query-client.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { isSessionIdle, StaffContext, useMe } from './use-staff.ts';

/** Loaded when needed: few sessions are idle that long, and the forms for a second factor are large. */
const IdleSessionDialog = lazy(() => import('./idle-session-dialog.tsx'));

/** Opens for staff. Everybody else sees the page that unknown URLs show. */
export function StaffGuard({ children }: { children: ReactNode }) {
  const me = useMe();
  // Checked first: after somebody's access has ended, `data` still holds the former answer.
  if (hasErrorCode(me.error, 'not_found')) return <NotFound />;
  if (hasErrorCode(me.error, 'factor_required')) return <FactorRequired />;
  const idle = isSessionIdle(me.error);
  if (me.data || idle)
    return (
      <>
        {idle && (
          <Suspense fallback={<Spinner label="Loading..." />}>
            <IdleSessionDialog onConfirmed={() => void queryClient.invalidateQueries()} />
          </Suspense>
        )}
        {/* Covered and not left out: nothing that was typed is lost. */}
        {me.data && <StaffContext value={me.data}>{children}</StaffContext>}
      </>
    );
  if (me.error) return <LoadError error={me.error} retrying={me.isFetching} onRetry={me.refetch} />;
  return <Spinner label="Loading..." />;
}

/** An account that has a second factor is asked for it before it comes here. */
function FactorRequired() {
  return (
    <div className="page-width max-w-lg py-10 sm:py-16">
      <Card className="grid gap-4">
        <h1 className="text-2xl">Add a second step first</h1>
        <p>
          Whoever runs the shop sees names, addresses and money. So a password alone does not open
          the admin: add an authenticator app or a passkey to your account, then come back.
        </p>
        <LinkButton to="/account/security">Add it under Security</LinkButton>
      </Card>
    </div>
  );
}
