import { useState } from 'react';
import type { RunWithStepUp } from '#app/account/step-up/use-step-up.tsx';
import { messageOf } from '#app/shell/api/api-error.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { showError, showToast } from '#app/ui/toast.tsx';
import type { Session } from '#contract/sessions.ts';
import { formatDateTime, formatDay } from '#domain/day.ts';
import { endSession } from './use-sessions.ts';

/** The shopper's active sessions by device, each with a button to sign it out. */
export function SessionList({
  sessions,
  ...actions
}: SessionActions & { sessions: readonly Session[] }) {
  return (
    <ul className="w-full divide-y divide-border">
      {sessions.map((session) => (
        <SessionItem key={session.id} session={session} {...actions} />
      ))}
    </ul>
  );
}

type SessionActions = {
  runWithStepUp: RunWithStepUp;
  /** Called when a session has ended, and its button is gone. */
  onEnded: () => void;
};

function SessionItem({ session, runWithStepUp, onEnded }: SessionActions & { session: Session }) {
  const { id, device, network, signed_in_at, last_seen_at, current } = session;
  const [busy, setBusy] = useState(false);
  const name = device ?? 'Unknown device';

  async function end() {
    setBusy(true);
    try {
      if (!(await runWithStepUp(() => endSession(id)))) return;
      onEnded();
      showToast({ title: 'Signed out', description: `${name} is signed out.` });
    } catch (error) {
      showError(messageOf(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <li className="flex items-center justify-between gap-4 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-semibold break-words text-foreground">
          {name}
          {current && <Badge tone="green">This device</Badge>}
        </p>
        <p className="text-sm text-muted">
          {current ? 'Last seen just now' : `Last seen ${formatDateTime(last_seen_at)}`}
          {network && <> · Network {network}</>}
        </p>
        <p className="text-sm text-muted">Signed in {formatDay(signed_in_at)}</p>
      </div>
      {!current && (
        <Button
          tone="quiet"
          className="-mr-4 shrink-0 px-4! text-danger!"
          aria-label={`Sign out ${name}`}
          busy={busy && 'Signing out...'}
          onClick={() => void end()}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}
