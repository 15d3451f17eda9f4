import { signOut } from '#app/shell/session/session.ts';
import { useWrite } from '#app/shell/use-write.ts';
import { Button } from '#app/ui/button.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import { explainAuthError } from './auth-error.ts';

/**
 * Signs out, for pages and dialogs that ask for something only the account's owner has. Shows an error beside the
 * button, because a toast may be behind a dialog.
 */
export function SignOutButton() {
  const { write, busy, failure } = useWrite({ explain: explainAuthError });

  async function end() {
    const error = await signOut();
    if (error) throw error;
  }

  return (
    <>
      {failure && <InlineAlert>{failure}</InlineAlert>}
      <Button tone="quiet" busy={busy && 'Signing out...'} onClick={() => void write(end)}>
        Sign out
      </Button>
    </>
  );
}
