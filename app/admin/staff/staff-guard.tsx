import { type ReactNode, Suspense } from 'react';
import { lazy } from '#app/admin/app-version/lazy.ts';
import { NotFound } from '#app/pages/error-page.tsx';
import { hasErrorCode } from '#app/shell/api/api-error.ts';
import { LoadError } from '#app/shell/api/load-error.tsx';
import { queryClient } from '#app/shell/api/query-client.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { isSessionIdle, StaffContext, useMe } from './use-staff.ts';

/** Loaded when needed: few sessions are idle for eight hours, and the forms for a second factor are large. */
const IdleSessionDialog = lazy(() => import('./idle-session-dialog.tsx'));

/** Renders its children for staff. Everybody else sees the page for unknown URLs. */
export function StaffGuard({ children }: { children: ReactNode }) {
  const me = useMe();
  // Checked first: after the end of somebody's access, `data` still holds the former answer.
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
        {/* Covered by the dialog instead of unmounted, so that typed text is kept. */}
        {me.data && <StaffContext value={me.data}>{children}</StaffContext>}
      </>
    );
  if (me.error) return <LoadError error={me.error} retrying={me.isFetching} onRetry={me.refetch} />;
  return <Spinner label="Loading..." />;
}

/** For accounts without a second factor; the guard has asked the others for theirs already. */
function FactorRequired() {
  return (
    <div className="page-width max-w-lg py-10 sm:py-16">
      <Card className="grid gap-4">
        <h1 className="text-2xl">Add a second step first</h1>
        <p>
          Staff see names, addresses and money. So a password alone does not open the admin: add an
          authenticator app or a passkey to your account, then come back.
        </p>
        <LinkButton to="/account/security">Add it under Security</LinkButton>
      </Card>
    </div>
  );
}
