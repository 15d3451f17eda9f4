import { useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { showAuthError } from '#app/shell/accounts/auth-error.ts';
import { type EmailedLink, type LinkResult, redeemLink } from '#app/shell/accounts/emailed-link.ts';
import { useShopper } from '#app/shell/session/guard.tsx';
import { OtherAccountNotice } from '#app/shell/session/other-account-notice.tsx';
import { type Shopper, session } from '#app/shell/session/session.ts';
import { useWrite } from '#app/shell/use-write.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { showToast } from '#app/ui/toast.tsx';

/** What the page shows after the link was used. */
const OUTCOMES: Record<LinkResult, string> = {
  done: 'From now on, sign in with your new email.',
  other_mailbox:
    'Thank you. Now open the link we sent to your other email address. Both must confirm the change.',
  expired: 'This link has expired or was already used. Your email has not changed.',
};

type ConfirmEmailChangeProps = {
  link: EmailedLink;
  /** Called when the token can no longer be used: it was used just now, or before, or has expired. */
  onTokenUsed: () => void;
};

/**
 * Confirms a change of an account's email for one of its two mailboxes. Confirming the second one opens a session of
 * that account, which may not be the account signed in here: the page names the session before and after it.
 */
export function ConfirmEmailChange({ link, onTokenUsed }: ConfirmEmailChangeProps) {
  const shopper = useShopper();
  const [outcome, setOutcome] = useState<LinkResult | null>(link === 'expired' ? link : null);
  const { write, busy } = useWrite({ tell: showAuthError });
  const heading = useRef<HTMLHeadingElement>(null);
  const { search } = useLocation();
  // A session of another account has remounted this page after its token was removed from the URL: there is nothing to
  // confirm.
  const isRemounted = outcome === null && link !== 'expired' && !search.includes(link.token);

  async function confirm(token: Exclude<EmailedLink, string>) {
    const result = await redeemLink(token);
    setOutcome(result);
    heading.current?.focus(); // the button is gone
    // The new session may require a second factor, whose form then replaces this page: a toast shows the result.
    if (result === 'done')
      showToast({ title: 'Email changed', description: accountSwitchText(shopper) });
    onTokenUsed();
  }

  return (
    <Card className="mb-6 grid justify-items-start gap-4">
      <h2 ref={heading} tabIndex={-1} className="text-2xl outline-none">
        Change of email
      </h2>
      <p role="status" className="wrap-anywhere">
        {outcome
          ? OUTCOMES[outcome]
          : isRemounted
            ? `You are signed in as ${shopper.email} now.`
            : 'You asked to change the email you sign in with.'}
      </p>
      {outcome === null && link !== 'expired' && !isRemounted && (
        <>
          <OtherAccountNotice email={shopper.email} />
          <Button busy={busy && 'Confirming...'} onClick={() => void write(() => confirm(link))}>
            Confirm the change
          </Button>
        </>
      )}
    </Card>
  );
}

/** The toast text. If the link belonged to another account, says that this account is now signed in here. */
function accountSwitchText(before: Shopper): string {
  const now = session.get();
  return 'user' in now && now.user.id !== before.id
    ? `You are signed in as ${now.user.email} now, and no longer as ${before.email}.`
    : OUTCOMES.done;
}
