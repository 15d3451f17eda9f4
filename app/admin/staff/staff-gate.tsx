import type { ReactNode } from 'react';
import { NotFound } from '#app/pages/not-found.tsx';
import { hasErrorCode } from '#app/shell/api/api-error.ts';
import { LoadError } from '#app/shell/api/load-error.tsx';
import { LinkButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { StaffContext, useMe } from './use-staff.ts';

/** Opens for staff. Everybody else sees the page that unknown URLs show. */
export function StaffGate({ children }: { children: ReactNode }) {
  const me = useMe();
  // First: whoever is staff no more still has the answer of before.
  if (hasErrorCode(me.error, 'not_found')) return <NotFound />;
  if (hasErrorCode(me.error, 'factor_needed')) return <FactorNeeded />;
  if (me.data) return <StaffContext value={me.data}>{children}</StaffContext>;
  if (me.error) return <LoadError error={me.error} retrying={me.isFetching} onRetry={me.refetch} />;
  return <Spinner label="Loading..." />;
}

/** An account that has a second factor is asked for it before it comes here. */
function FactorNeeded() {
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
