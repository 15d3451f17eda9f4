import { useState } from 'react';
import { showAuthFailure } from '#app/shell/auth-failure.ts';
import { type MailedLink, type Spent, spendLink } from '#app/shell/mailed-link.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
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

/** Agrees to a change of the account's address, as one of its two mailboxes was asked to. */
export function ConfirmEmailChange({ link, onSpent }: ConfirmEmailChangeProps) {
  const [outcome, setOutcome] = useState<Spent | null>(link === 'expired' ? link : null);
  const [busy, setBusy] = useState(false);

  async function confirm(token: Exclude<MailedLink, string>) {
    setBusy(true);
    try {
      const spent = await spendLink(token);
      setOutcome(spent);
      // A second factor may be asked for now, in place of this page: what has happened is told above it.
      if (spent === 'done') showToast({ title: 'Email changed', description: OUTCOMES.done });
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
      <p role="status">
        {outcome ? OUTCOMES[outcome] : 'You have asked to sign in with another address.'}
      </p>
      {outcome === null && link !== 'expired' && (
        <Button busy={busy && 'Confirming...'} onClick={() => void confirm(link)}>
          Confirm the change
        </Button>
      )}
    </Card>
  );
}
