import { useEffect } from 'react';
import { SignOutButton } from '#app/shell/accounts/sign-out-button.tsx';
import { VerifyFactor } from '#app/shell/second-factor/verify-factor.tsx';
import type { SecondFactor as Factor, Shopper } from '#app/shell/session/session.ts';
import { Card } from '#app/ui/card.tsx';
import { Link } from '#app/ui/link.js';

type SecondFactorProps = { user: Shopper; factors: readonly Factor[] };

/**
 * Shown instead of every page that needs a session until the shopper verifies a second factor: after the password,
 * after a reload, in another tab, after a reset link. The session then becomes aal2 and the page opens.
 */
export function SecondFactor({ user, factors }: SecondFactorProps) {
  useEffect(() => restoreFocus, []);
  return (
    <div className="page-width max-w-lg py-10 sm:py-16">
      <h1 className="mb-2 text-center text-3xl">One more step</h1>
      <p className="mb-8 text-center text-muted">
        You are signing in as{' '}
        <span translate="no" className="wrap-anywhere text-foreground">
          {user.email}
        </span>
      </p>
      <Card>
        <VerifyFactor factors={factors} />
      </Card>
      <div className="mt-6 grid justify-items-center gap-1 text-center text-muted">
        <p>
          {factors.length > 1 ? 'Lost all of these?' : 'Lost it?'}{' '}
          <Link
            to="/contact"
            className="inline-flex min-h-11 items-center font-semibold text-primary underline underline-offset-4"
          >
            Write to us
          </Link>
        </p>
        <SignOutButton />
      </div>
    </div>
  );
}

/** Focuses the content of the page that replaces this form. */
function restoreFocus() {
  document.getElementById('content')?.focus({ preventScroll: true });
}
