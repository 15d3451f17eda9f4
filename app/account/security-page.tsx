import { useState } from 'react';
import { privateMeta } from '#app/shell/document/site-meta.ts';
import { useDownloaded } from '#app/shell/document/use-downloaded.ts';
import { useShopper } from '#app/shell/session/guard.tsx';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Notice } from '#app/ui/inline-alert.tsx';
import { Skeleton, SkeletonBlock } from '#app/ui/skeleton.tsx';
import { useRecoveryCodes } from './factors/recovery-codes.tsx';
import { SecondFactors } from './factors/second-factors.tsx';
import { ChangePasswordForm } from './security/change-password-form.tsx';
import { Sessions, useSessions } from './security/sessions.tsx';
import { useFactors } from './use-factors.ts';

export function meta() {
  return privateMeta('Security');
}

/** Account security: password, second factors and active sessions. */
export default function SecurityPage() {
  const { email } = useShopper();
  const loaded = useSecurityLoaded();
  return (
    <div className="grid gap-6">
      <Card>
        <h2 className="text-2xl">Change Password</h2>
        <p className="mt-1 mb-6 text-muted">Changing it signs out your other devices.</p>
        <ChangePasswordForm email={email} />
      </Card>
      {loaded ? (
        <>
          <SecondFactors />
          <ChangeEmail email={email} />
          <Sessions />
        </>
      ) : (
        <SecuritySkeleton />
      )}
    </div>
  );
}

/**
 * Whether the factors, recovery codes and sessions are loaded, or have failed to load. The page shows them together:
 * one that appeared later would shift the layout, and a tap could hit the wrong button. Once true it stays true.
 */
function useSecurityLoaded(): boolean {
  const factors = useFactors();
  const sessions = useSessions();
  const hasFactors = (factors.data?.length ?? 0) > 0;
  const codes = useRecoveryCodes({ enabled: hasFactors });
  const [loaded, setLoaded] = useState(false);
  const isLoaded = !factors.isPending && !sessions.isPending && !(hasFactors && codes.isPending);
  if (isLoaded && !loaded) setLoaded(true);
  return loaded || isLoaded;
}

/** Placeholder of the cards below the password while they load. */
function SecuritySkeleton() {
  return (
    <Skeleton className="grid gap-6">
      <Card>
        <SkeletonBlock className="h-7 w-44" />
        <SkeletonBlock className="mt-3 h-12 w-full" />
        <SkeletonBlock round className="mt-6 h-12 w-56" />
      </Card>
      <Card>
        <SkeletonBlock className="h-7 w-24" />
        <SkeletonBlock className="mt-3 h-5 w-60" />
        <SkeletonBlock round className="mt-5 h-12 w-40" />
      </Card>
      <Card>
        <SkeletonBlock className="h-7 w-60" />
        <SkeletonBlock className="mt-3 h-12 w-full" />
        <SkeletonBlock className="mt-6 h-16 w-full" />
        <SkeletonBlock round className="mt-5 h-12 w-48" />
      </Card>
    </Skeleton>
  );
}

/** Shows the sign-in address and a button to change it: both mailboxes have to confirm (decision 025). */
function ChangeEmail({ email }: { email: string }) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const Form = useDownloaded(downloadForm, { open, onClose: close });
  const [requestedEmail, setRequestedEmail] = useState<string | null>(null);

  function emailed(newEmail: string) {
    close();
    setRequestedEmail(newEmail);
  }

  return (
    <Card className="grid justify-items-start gap-4">
      <div>
        <h2 className="text-2xl">Email</h2>
        <p className="mt-1 text-muted">
          You sign in with <span className="wrap-anywhere text-foreground">{email}</span>
        </p>
      </div>
      <div role="status" className={requestedEmail ? '' : 'sr-only'}>
        {requestedEmail && (
          <Notice className="wrap-anywhere">
            <strong className="text-foreground">Please confirm from both addresses.</strong> We have
            sent a link to {email} and one to {requestedEmail}. Open both within one hour.
          </Notice>
        )}
      </div>
      <Button tone="secondary" onClick={() => setOpen(true)}>
        Change email
      </Button>
      <Dialog title="Change email" open={open} onClose={close} loading={!Form}>
        {Form && <Form onEmailed={emailed} onCancel={close} />}
      </Dialog>
    </Card>
  );
}

const downloadForm = () =>
  import('./profile/change-email-form.tsx').then(({ ChangeEmailForm }) => ChangeEmailForm);
