import { useState } from 'react';
import { useLocation } from 'react-router';
import { showAuthFailure } from '#app/shell/session/auth-failure.ts';
import { useShopper } from '#app/shell/session/guard.tsx';
import { type MailedLink, type Spent, spendLink } from '#app/shell/session/mailed-link.ts';
import { type Shopper, session } from '#app/shell/session/session.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { showToast } from '#app/ui/toast.tsx';

/** What the shopper reads once the link is spent. */
const OUTCOMES: Record<Spent, string> = {
  done: 'You sign in with the new one from now on.',
  half: 'Thank you. Now open the link that we have sent to your other mailbox: both have to agree.',
  expired: 'This link has expired, or it was used before. Your email has not changed by it.',
};

type ConfirmEmailChangeProps = {
  link: MailedLink;
  /** The token is worth nothing any more. */
  onSpent: () => void;
};

/**
 * Agrees to a change of an account's address, as one of its two mailboxes was asked to. The last link opens a session
 * of that account, which may be somebody else's: whose session goes is said before, and whose has come after it.
 */
export function ConfirmEmailChange({ link, onSpent }: ConfirmEmailChangeProps) {
  const present = useShopper();
  const [outcome, setOutcome] = useState<Spent | null>(link === 'expired' ? link : null);
  const [busy, setBusy] = useState(false);
  const { search } = useLocation();
  // Another account's session has brought this page anew: the token has left the address, and nothing is left to press.
  const replaced = outcome === null && link !== 'expired' && !search.includes(link.token);

  async function confirm(token: Exclude<MailedLink, string>) {
    setBusy(true);
    try {
      const spent = await spendLink(token);
      setOutcome(spent);
      // A second factor may be asked for now, in place of this page: what has happened is told above it.
      if (spent === 'done') showToast({ title: 'Email changed', description: whoSignsIn(present) });
      onSpent();
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      showAuthFailure(error);
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
            : 'You have asked to sign in with another address.'}
      </p>
      {outcome === null && link !== 'expired' && !replaced && (
        <>
          <Notice className="wrap-anywhere">
            You are signed in as <strong className="text-ink">{present.email}</strong>. If this link
            is for another account, that one takes its place here.
          </Notice>
          <Button busy={busy && 'Confirming...'} onClick={() => void confirm(link)}>
            Confirm the change
          </Button>
        </>
      )}
    </Card>
  );
}

/** Told of another account's address, a shopper must know that it is not their own any more that is open here. */
function whoSignsIn(before: Shopper): string {
  const now = session.get();
  return 'user' in now && now.user.id !== before.id
    ? `You are signed in as ${now.user.email} now, and no longer as ${before.email}.`
    : OUTCOMES.done;
}
