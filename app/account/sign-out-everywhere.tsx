import { useState } from 'react';
import { showAuthFailure } from '#app/shell/auth-failure.ts';
import { signOut } from '#app/shell/session.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { showToast } from '#app/ui/toast.tsx';

/** Ends every session of the account at once, this one too: what a lost or lent device takes. */
export function SignOutEverywhere() {
  const [leaving, setLeaving] = useState(false);

  async function leave() {
    setLeaving(true);
    const error = await signOut('global').catch((reason: Error) => reason);
    setLeaving(false);
    if (error) return showAuthFailure(error);
    showToast({ title: 'Signed out', description: 'You have been signed out on every device.' });
  }

  return (
    <Card className="grid justify-items-start gap-4">
      <div>
        <h2 className="text-2xl">Signed in somewhere else?</h2>
        <p className="mt-1 text-muted">
          If you have lost a device, or used one that is not yours: this ends every session of your
          account at once, here too.
        </p>
      </div>
      <Button tone="secondary" busy={leaving && 'Signing out...'} onClick={() => void leave()}>
        Sign out everywhere
      </Button>
    </Card>
  );
}
