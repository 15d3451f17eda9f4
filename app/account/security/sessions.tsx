import { useRef, useState } from 'react';
import { type RunWithStepUp, useStepUpDialog } from '#app/account/step-up/use-step-up.tsx';
import { showAuthError } from '#app/shell/accounts/auth-error.ts';
import { LoadError } from '#app/shell/api/load-error.tsx';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { showToast } from '#app/ui/toast.tsx';
import { SessionList } from './session-list.tsx';
import { endAll, endOthers, useSessions } from './use-sessions.ts';

/** Active sessions, with buttons to end one, all others, or every one. */
export function Sessions() {
  const sessions = useSessions();
  // Ending a session that began after this one requires a step-up: this one may be a stolen copy.
  const { runWithStepUp, dialog } = useStepUpDialog('Sign out other devices');
  const others = sessions.data?.filter(({ current }) => !current).length ?? 0;
  const heading = useRef<HTMLHeadingElement>(null);
  const focusHeading = () => heading.current?.focus({ preventScroll: true }); // the button that was pressed is gone
  return (
    <Card className="grid justify-items-start gap-4">
      <div>
        <h2 ref={heading} tabIndex={-1} className="text-2xl outline-none">
          Where you are signed in
        </h2>
        <p className="mt-1 text-muted">
          If you lost a device, or signed in on one that is not yours, sign it out here. We know
          only part of its network address, not its location.
        </p>
      </div>
      {sessions.data ? (
        <SessionList
          sessions={sessions.data}
          runWithStepUp={runWithStepUp}
          onEnded={focusHeading}
        />
      ) : (
        sessions.isError && (
          <div className="w-full">
            <LoadError
              error={sessions.error}
              retrying={sessions.isFetching}
              onRetry={sessions.refetch}
            />
          </div>
        )
      )}
      <div className="flex flex-wrap gap-3">
        {others > 0 && (
          <SignOut
            label="Sign out all others"
            doneText="All your other devices are signed out."
            end={endOthers}
            onEnded={focusHeading}
            runWithStepUp={runWithStepUp}
          />
        )}
        <SignOut
          label="Sign out everywhere"
          doneText="You have been signed out on every device."
          end={endAll}
          runWithStepUp={runWithStepUp}
        />
      </div>
      {dialog}
    </Card>
  );
}

type SignOutProps = {
  runWithStepUp: RunWithStepUp;
  label: string;
  /** The toast's text. */
  doneText: string;
  end: () => Promise<void>;
  onEnded?: () => void;
};

/** Ends several sessions of the account at once. */
function SignOut({ runWithStepUp, label, doneText, end, onEnded }: SignOutProps) {
  const [signingOut, setSigningOut] = useState(false);

  async function signOut() {
    setSigningOut(true);
    try {
      if (!(await runWithStepUp(end))) return;
      onEnded?.();
      showToast({ title: 'Signed out', description: doneText });
    } catch (error) {
      showAuthError(error);
    } finally {
      setSigningOut(false);
    }
  }

  return (
    <Button tone="secondary" busy={signingOut && 'Signing out...'} onClick={() => void signOut()}>
      {label}
    </Button>
  );
}
