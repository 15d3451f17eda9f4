import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ComponentProps, useRef } from 'react';
import { NotConfirmed, useStepUp } from '#app/account/step-up/use-step-up.tsx';
import { refetchSessions, SESSIONS_KEY } from '#app/account/use-factors.ts';
import { showAuthError } from '#app/shell/accounts/auth-error.ts';
import { call } from '#app/shell/api/api.ts';
import { hasErrorCode } from '#app/shell/api/api-error.ts';
import { Loaded } from '#app/shell/api/load-error.tsx';
import { signOut } from '#app/shell/session/session.ts';
import { callAuth } from '#app/shell/session/session-request.ts';
import { useWrite } from '#app/shell/use-write.ts';
import { Badge } from '#app/ui/badge.tsx';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { showToast } from '#app/ui/toast.tsx';
import type { Session } from '#contract/sessions.ts';
import { formatDateTime, formatDay } from '#domain/day.ts';

/** Active sessions, with buttons to end one, all others, or every one. */
export function Sessions() {
  const sessions = useSessions();
  // Ending a session that began after this one requires a step-up: this one may be a stolen copy.
  const { withStepUp, step, dismiss } = useStepUp();
  const others = sessions.data?.filter(({ current }) => !current).length ?? 0;
  const heading = useRef<HTMLHeadingElement>(null);

  /** Runs `end`, and says what it has done. */
  async function signOut(end: () => Promise<void>, done: string) {
    await withStepUp(end);
    heading.current?.focus({ preventScroll: true }); // the button that was pressed is gone
    showToast({ title: 'Signed out', description: done });
  }

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
      <div className="w-full">
        <Loaded query={sessions}>
          {(loaded) => (
            <ul className="divide-y divide-border">
              {loaded.map((session) => (
                <SessionItem key={session.id} session={session} onSignOut={signOut} />
              ))}
            </ul>
          )}
        </Loaded>
      </div>
      <div className="flex flex-wrap gap-3">
        {others > 0 && (
          <SignOutButton
            onClick={() => signOut(endOthers, 'All your other devices are signed out.')}
          >
            Sign out all others
          </SignOutButton>
        )}
        <SignOutButton onClick={() => signOut(endAll, 'You have been signed out on every device.')}>
          Sign out everywhere
        </SignOutButton>
      </div>
      <Dialog title="Sign out other devices" open={step !== null} onClose={dismiss}>
        {step}
      </Dialog>
    </Card>
  );
}

type SessionItemProps = {
  session: Session;
  onSignOut: (end: () => Promise<void>, done: string) => Promise<void>;
};

function SessionItem({ session, onSignOut }: SessionItemProps) {
  const { id, device, network, signed_in_at, last_seen_at, current } = session;
  const name = device ?? 'Unknown device';
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
        <SignOutButton
          tone="quiet"
          className="-mr-4 shrink-0 px-4! text-danger!"
          aria-label={`Sign out ${name}`}
          onClick={() => onSignOut(() => endSession(id), `${name} is signed out.`)}
        >
          Sign out
        </SignOutButton>
      )}
    </li>
  );
}

type SignOutButtonProps = Omit<ComponentProps<typeof Button>, 'onClick' | 'busy'> & {
  onClick: () => Promise<void>;
};

function SignOutButton({ onClick, ...button }: SignOutButtonProps) {
  const { write, busy } = useWrite({ tell: showEndFailure });
  return (
    <Button
      tone="secondary"
      {...button}
      busy={busy && 'Signing out...'}
      onClick={() => void write(onClick)}
    />
  );
}

function showEndFailure(error: unknown) {
  if (!(error instanceof NotConfirmed)) showAuthError(error);
}

const sessionsQuery = queryOptions({
  queryKey: SESSIONS_KEY,
  queryFn: () => call('GET /sessions'),
});

/** The shopper's active sessions. */
export function useSessions() {
  return useQuery(sessionsQuery);
}

/** Signs one device out, if it is not already. @throws the API's error. */
async function endSession(id: string): Promise<void> {
  try {
    await call('DELETE /sessions/{id}', { params: { id } });
  } catch (error) {
    if (!hasErrorCode(error, 'session_not_found')) throw error;
  } finally {
    await refetchSessions();
  }
}

/** Signs out every device but this one. @throws the auth server's error. */
async function endOthers(): Promise<void> {
  await end('others');
  await refetchSessions();
}

/** Signs out every device, this one too. @throws the auth server's error. */
async function endAll(): Promise<void> {
  await end('global');
  await signOut();
}

/** Not the client's own `signOut`, which treats an error response as success. */
function end(scope: 'others' | 'global') {
  return callAuth((auth, token) => auth.admin.signOut(token, scope));
}
