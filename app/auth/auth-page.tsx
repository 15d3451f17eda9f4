import { useEffect } from 'react';
// biome-ignore lint/style/noRestrictedImports: to the page that the shopper was sent here from, whichever it was
import { Navigate, useLocation } from 'react-router';
import {
  emailedLinkMeta,
  type LinkType,
  readEmailedLink,
} from '#app/shell/accounts/emailed-link.ts';
import { useHydrated } from '#app/shell/document/use-hydrated.ts';
import { SessionSpinner } from '#app/shell/session/guard.tsx';
import { rememberAccount } from '#app/shell/session/known-account.ts';
import { returnPath } from '#app/shell/session/return-path.ts';
import { useSession } from '#app/shell/session/session.ts';
import { useNavigate } from '#app/ui/link.js';
import { Spinner } from '#app/ui/spinner.tsx';
import { AuthForms } from './auth-forms.tsx';
import { ConfirmEmailedLink } from './confirm-emailed-link.tsx';
import { SecondFactor } from './second-factor.tsx';

export function meta() {
  return emailedLinkMeta('Sign in');
}

const LINKS: readonly LinkType[] = ['signup', 'magiclink'];

/** /auth: Login and Sign Up, and the target of links that confirm an address. Redirects shoppers who are signed in. */
export default function AuthPage() {
  const session = useSession();
  const hydrated = useHydrated();
  const location = useLocation();
  const navigate = useNavigate();
  const isSignedIn = session.status === 'signed-in';
  useEffect(() => {
    if (isSignedIn) rememberAccount();
  }, [isSignedIn]);
  const link = hydrated ? readEmailedLink(location, LINKS) : null;

  if (hydrated && session.status === 'loading') return <SessionSpinner />;
  if (link) {
    // Removes the token from the URL, so that the link is not used again.
    const finish = () => void navigate('/auth', { replace: true, state: location.state });
    const present = 'user' in session ? session.user.email : null;
    return (
      <ConfirmEmailedLink key={location.search} link={link} present={present} onDone={finish} />
    );
  }
  if (session.status === 'mfa-required') return <SecondFactor {...session} />;
  if (isSignedIn) {
    return (
      // On a slow network the next page takes a moment to load: keeps the footer from jumping up.
      <div className="min-h-svh">
        <Navigate to={returnPath(location.state)} replace />
        <Spinner label="Loading..." />
      </div>
    );
  }
  return <AuthForms />;
}
