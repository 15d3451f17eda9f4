import { useState } from 'react';
import { useDownloaded } from '#app/shell/document/use-downloaded.ts';
import { Button } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { Notice } from '#app/ui/inline-alert.tsx';

/** Shows the sign-in address and a button to change it: both mailboxes have to confirm (decision 025). */
export function ChangeEmail({ email }: { email: string }) {
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
  import('./change-email-form.tsx').then(({ ChangeEmailForm }) => ChangeEmailForm);
