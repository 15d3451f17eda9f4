import { lazy, Suspense } from 'react';
import { Link } from 'react-router';
import { useSession } from '#app/shell/session/session.ts';
import { LinkButton } from '#app/ui/button.tsx';

/** Downloaded with a session only: it brings the account menu and the cart's data with it. */
const SignedInLinks = lazy(() =>
  import('./signed-in-links.tsx').catch(() => ({ default: PlainAccountLink })),
);

/**
 * The header's way into the account: 'Sign In', or the cart and the account menu. The server renders
 * 'Sign In' for everybody; `SESSION_HINT` keeps it unseen where a session is about to take its place.
 */
export function AccountLinks() {
  const session = useSession();
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

/** When the menu cannot be downloaded, the account is still one link away. */
function PlainAccountLink() {
  return (
    <Link to="/account" className="inline-flex min-h-11 items-center font-semibold">
      My Account
    </Link>
  );
}
