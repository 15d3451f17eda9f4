import { lazy, Suspense, useEffect } from 'react';
import { useLocation } from 'react-router';
import { useSession, WANTED_ITEMS } from '#app/shell/session/session.ts';
import { browserStorage } from '#app/shell/web-storage.ts';
import { LinkButton } from '#app/ui/button.tsx';
import { Link } from '#app/ui/link.js';

const loadSignedInLinks = () => import('./signed-in-links.tsx');

/** Downloaded only with a session: it contains the account menu and the cart's data. */
const SignedInLinks = lazy(() => loadSignedInLinks().catch(() => ({ default: PlainAccountLink })));

/**
 * 'Sign In', or the cart and the account menu. The server renders 'Sign In' for everybody; `SESSION_HINT` hides it
 * where a session is about to be loaded.
 */
export function AccountLinks() {
  const session = useSession();
  usePreloadBeforeSignIn();
  if (session.status === 'signed-in') {
    return (
      <Suspense fallback={<div className="h-11 w-24" />}>
        <SignedInLinks key={session.user.id} shopper={session.user} />
      </Suspense>
    );
  }
  const hidden = session.status === 'loading' ? '[html[data-session]_&]:invisible' : '';
  return (
    <LinkButton to="/auth" className={`min-w-24 text-bar max-xs:min-w-0 max-xs:px-4 ${hidden}`}>
      Sign In
    </LinkButton>
  );
}

/** Downloads the links while a guest with wanted items signs in, after the form has rendered. */
function usePreloadBeforeSignIn() {
  const { pathname } = useLocation();
  useEffect(() => {
    if (pathname !== '/auth' || browserStorage().getItem(WANTED_ITEMS) === null) return;
    // If it fails, the download is tried again when the links are rendered.
    const timer = setTimeout(() => loadSignedInLinks().catch(() => {}), 1_000);
    return () => clearTimeout(timer);
  }, [pathname]);
}

/** If the menu fails to load, there is still a link to the account. */
function PlainAccountLink() {
  return (
    <Link to="/account" className="inline-flex min-h-11 items-center font-semibold">
      My Account
    </Link>
  );
}
