import { useState } from 'react';
import { signOut } from '#app/shell/session/session.ts';
import { Button } from '#app/ui/button.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import { authMessageOf, handleSessionError } from './auth-error.ts';

/**
 * Signs out, for pages and dialogs that ask for something only the account's owner has. Shows an error beside the
 * button, because a toast may be behind a dialog.
 */
export function SignOutButton() {
  const [signingOut, setSigningOut] = useState(false);
  const [failure, setFailure] = useState('');

  async function onClick() {
    setFailure('');
    setSigningOut(true);
    const error = await signOut().catch((reason: Error) => reason);
    setSigningOut(false);
    if (!error) return;
    handleSessionError(error);
    setFailure(authMessageOf(error));
  }

  return (
    <>
      {failure && <InlineAlert>{failure}</InlineAlert>}
      <Button tone="quiet" busy={signingOut && 'Signing out...'} onClick={() => void onClick()}>
        Sign out
      </Button>
    </>
  );
}
