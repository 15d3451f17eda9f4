import { useState } from 'react';
import { callAdmin } from '#app/admin/api.ts';
import { useWrite } from '#app/admin/use-write.ts';
import { hasErrorCode, messageOf } from '#app/shell/api/api-error.ts';
import { queryClient } from '#app/shell/api/query-client.ts';
import { useShopper } from '#app/shell/session/guard.tsx';
import { Button, LinkButton } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { useNavigate } from '#app/ui/link.js';
import { showError } from '#app/ui/toast.tsx';
import { forgetInvitation, loadInvitation } from './invitation-token.ts';

/** Accepts an invitation to the staff, after its link was opened and the user has signed in. */
export default function JoinScreen() {
  const { email } = useShopper();
  const [token] = useState(loadInvitation);
  const [expired, setExpired] = useState(token === null);
  const navigate = useNavigate();
  const { write, busy } = useWrite({
    failed: (error) => {
      if (hasErrorCode(error, 'invitation_expired', 'invalid_input')) setExpired(true);
      else showError(messageOf(error));
    },
  });

  const accept = () =>
    token !== null &&
    write(async () => {
      await callAdmin('POST /admin/staff/acceptance', { body: { token } });
      forgetInvitation();
      await queryClient.resetQueries({ queryKey: ['admin'] });
      await navigate('/admin', { replace: true });
    });

  return (
    <div className="page-width max-w-lg py-10 sm:py-16">
      <Card className="grid gap-4">
        {expired ? (
          <>
            <h1 className="text-2xl">This invitation is not valid</h1>
            <p>An invitation works once, for 24 hours, and only for the email it was sent to.</p>
            <p className="wrap-anywhere">
              You are signed in as <strong className="text-foreground">{email}</strong>. If it was
              sent to another email, sign out and open the link again. If not, ask the owner for a
              new one.
            </p>
            <LinkButton to="/" tone="secondary">
              Open the shop
            </LinkButton>
          </>
        ) : (
          <>
            <h1 className="text-2xl">Join the staff</h1>
            <p className="wrap-anywhere">
              You are invited to work in the shop. You join as{' '}
              <strong className="text-foreground">{email}</strong>.
            </p>
            <Button busy={busy && 'Joining...'} onClick={() => void accept()}>
              Accept the invitation
            </Button>
          </>
        )}
      </Card>
    </div>
  );
}
