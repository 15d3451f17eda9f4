import { useState } from 'react';
import { useLocation } from 'react-router';
import { showAuthError } from '#app/shell/accounts/auth-error.ts';
import { type LinkResult, type MailedLink, redeemLink } from '#app/shell/accounts/mailed-link.ts';
import { useShopper } from '#app/shell/session/guard.tsx';
import { OtherAccountNotice } from '#app/shell/session/other-account-notice.tsx';
import { type Shopper, session } from '#app/shell/session/session.ts';
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
  link: MailedLink;
  /** The token is invalid: expired, used or replaced. */
  onSpent: () => void;
};

/**
 * Confirms a change of an account's address for one of its two mailboxes. The last link opens a session of that
 * account, which may not be the one signed in here: the page names the session that ends before, and the one that began
 * after.
 */
export function ConfirmEmailChange({ link, onSpent }: ConfirmEmailChangeProps) {
  const present = useShopper();
  const [outcome, setOutcome] = useState<LinkResult | null>(link === 'expired' ? link : null);
  const [busy, setBusy] = useState(false);
  const { search } = useLocation();
  // A session of another account has remounted this page: the token is gone from the URL, so there is nothing to
  // confirm.
  const replaced = outcome === null && link !== 'expired' && !search.includes(link.token);

  async function confirm(token: Exclude<MailedLink, string>) {
    setBusy(true);
    try {
      const spent = await redeemLink(token);
      setOutcome(spent);
      // The account may require its second factor now, which replaces this page: a toast tells what has happened.
      if (spent === 'done')
        showToast({ title: 'Email changed', description: accountSwitchText(present) });
      onSpent();
    } catch (error) {
      showAuthError(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Card className="mb-6 grid justify-items-start gap-4">
      <h2 className="text-2xl">Change of email</h2>
      <p role="status" className="wrap-anywhere">
        {outcome
          ? OUTCOMES[outcome]
          : replaced
            ? `You are signed in as ${present.email} now.`
            : 'You asked to change the email you sign in with.'}
      </p>
      {outcome === null && link !== 'expired' && !replaced && (
        <>
          <OtherAccountNotice email={present.email} />
          <Button busy={busy && 'Confirming...'} onClick={() => void confirm(link)}>
            Confirm the change
          </Button>
        </>
      )}
    </Card>
  );
}

/** When the link changed another account's address, tells the shopper that this other account is now signed in here. */
function accountSwitchText(before: Shopper): string {
  const now = session.get();
  return 'user' in now && now.user.id !== before.id
    ? `You are signed in as ${now.user.email} now, and no longer as ${before.email}.`
    : OUTCOMES.done;
}
