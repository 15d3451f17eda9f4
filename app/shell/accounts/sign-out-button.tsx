import { useState } from 'react';
import { signOut } from '#app/shell/session/session.ts';
import { Button } from '#app/ui/button.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import { failureText } from './auth-error.ts';

/** The way out of a question that only the account's owner can answer. A toast might be behind the question. */
export function SignOutButton() {
  const [leaving, setLeaving] = useState(false);
  const [failure, setFailure] = useState('');

  async function leave() {
    setFailure('');
    setLeaving(true);
    const error = await signOut().catch((reason: Error) => reason);
    setLeaving(false);
    if (error) setFailure(failureText(error));
  }

  return (
    <>
      {failure && <InlineAlert>{failure}</InlineAlert>}
      <Button tone="quiet" busy={leaving && 'Signing out...'} onClick={() => void leave()}>
        Sign out
      </Button>
    </>
  );
}
