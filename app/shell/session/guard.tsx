import { createContext, type ReactElement, type ReactNode, use, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { Navigate } from '#app/ui/link.js';
import { Spinner } from '#app/ui/spinner.tsx';
import { type SecondFactor, type Shopper, useSession } from './session.ts';

const ShopperContext = createContext<Shopper | null>(null);

type GuardProps = {
  /** Renders the form for the second factor. */
  secondFactor: (due: { user: Shopper; factors: readonly SecondFactor[] }) => ReactElement;
  children: ReactNode;
};

/**
 * Renders its children for a signed-in shopper. Redirects guests to /auth, replacing this page; a shopper whose second
 * factor is required gets that form here, and nothing else opens.
 */
export function Guard({ secondFactor, children }: GuardProps) {
  const session = useSession();
  const { pathname, search } = useLocation();

  if (session.status === 'loading') return <SessionSpinner />;
  if (session.status === 'signed-out') {
    // After a chosen sign-out the next sign-in starts at the home page; after an ended session it returns here (see
    // returnPath), and /auth says that it has ended.
    const { chosen, ended } = session;
    const state = chosen ? null : { from: pathname + search, ...(ended && { ended }) };
    return <Navigate to="/auth" replace state={state} />;
  }
  if (session.status === 'mfa-required') return secondFactor(session);
  // Keyed by shopper: the state of the pages, such as typed text, is not carried over to the next one.
  return (
    <ShopperContext key={session.user.id} value={session.user}>
      {children}
    </ShopperContext>
  );
}

/** The signed-in shopper, on pages behind the guard. */
export function useShopper(): Shopper {
  const shopper = use(ShopperContext);
  if (!shopper) throw new Error('useShopper is for pages behind the guard');
  return shopper;
}

/** With an expired session and an unreachable server, the auth client retries for 25 s: too long without a message. */
export const SESSION_TIMEOUT_MS = 8_000;

/** Shown while the session loads; after a timeout, with buttons to reload or to go to the home page. */
export function SessionSpinner() {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SESSION_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, []);

  if (!slow) return <Spinner label="Loading..." />;
  return (
    <div
      role="alert"
      className="page-width grid max-w-md justify-items-center gap-4 py-16 text-center"
    >
      <h1 className="text-2xl">This is taking longer than it should</h1>
      <p>We cannot reach the shop to open your account. You are still signed in.</p>
      <div className="flex flex-wrap justify-center gap-3">
        <Button onClick={() => window.location.reload()}>Try again</Button>
        <LinkButton to="/" tone="secondary">
          Home
        </LinkButton>
      </div>
    </div>
  );
}
