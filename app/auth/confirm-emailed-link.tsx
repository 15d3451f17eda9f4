import { useState } from 'react';
import { showAuthError } from '#app/shell/accounts/auth-error.ts';
import {
  type EmailedLink,
  redeemLink,
  requestConfirmation,
} from '#app/shell/accounts/emailed-link.ts';
import { OtherAccountNotice } from '#app/shell/session/other-account-notice.tsx';
import { session } from '#app/shell/session/session.ts';
import { useWrite } from '#app/shell/use-write.ts';
import { Button } from '#app/ui/button.tsx';
import { showToast } from '#app/ui/toast.tsx';
import { ExpiredLink } from './email-request.tsx';
import { NarrowLayout } from './narrow-layout.tsx';

type ConfirmEmailedLinkProps = {
  link: EmailedLink;
  /** The email of the current session, if any. The link's session replaces it, and may be of another account. */
  present: string | null;
  /** Called when the link was used: the session exists, or the shopper has to sign in with the form. */
  onDone: () => void;
};

/** /auth opened by an emailed link: one click confirms the address, or signs in. */
export function ConfirmEmailedLink({ link, present, onDone }: ConfirmEmailedLinkProps) {
  const [expired, setExpired] = useState(link === 'expired');
  const { write, busy } = useWrite({ tell: showAuthError });
  const confirms = link !== 'expired' && link.type === 'signup';

  if (expired || link === 'expired') {
    return (
      <ExpiredLink
        text="It has expired or was already used. If you have confirmed your email, just sign in. If not, we can send you a new link. If no email comes, please sign up again."
        action="Send a new link"
        onSend={requestConfirmation}
      />
    );
  }

  async function redeem(token: Exclude<EmailedLink, string>) {
    if ((await redeemLink(token)) === 'expired') return setExpired(true);
    showSignedIn();
    onDone();
  }

  return (
    <NarrowLayout>
      <h1 className="text-3xl">{confirms ? 'Confirm your email' : 'Sign in'}</h1>
      <p className="mt-2 mb-6 text-muted">
        {confirms
          ? 'Press the button to confirm your email. You will be signed in.'
          : 'Press the button to sign in on this device.'}
      </p>
      {present !== null && <OtherAccountNotice email={present} className="mb-6" />}
      <Button
        className="w-full"
        busy={busy && (confirms ? 'Confirming...' : 'Signing in...')}
        onClick={() => void write(() => redeem(link))}
      >
        {confirms ? 'Confirm email' : 'Sign In'}
      </Button>
    </NarrowLayout>
  );
}

/**
 * Says whose account it is: anybody can send a visitor a link of their own account, and would read there what the visitor
 * enters. An account with a second factor is not signed in yet.
 */
function showSignedIn() {
  const now = session.get();
  if (now.status !== 'signed-in') return;
  showToast({ title: 'Signed in', description: `You are signed in as ${now.user.email}.` });
}
