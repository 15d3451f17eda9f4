import { useState } from 'react';
import { useAllFactors } from '#app/account/use-factors.ts';
import { authMessageOf, handleSessionError } from '#app/shell/accounts/auth-error.ts';
import { messageOf } from '#app/shell/api/api-error.ts';
import { VerifyFactor } from '#app/shell/second-factor/verify-factor.tsx';
import { useShopper } from '#app/shell/session/guard.tsx';
import { loadAuth } from '#app/shell/session/session.ts';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { ConfirmByMail } from './confirm-by-mail.tsx';
import { ConfirmPassword } from './confirm-password.tsx';

/** Step-up: asks the shopper for a second factor if the account has one, else for the password. */
export function ConfirmIdentity({ onConfirmed }: { onConfirmed: () => void }) {
  const { email } = useShopper();
  const factors = useAllFactors();
  const [mailed, setMailed] = useState(false);
  const [failure, setFailure] = useState('');

  async function mailCode() {
    setFailure('');
    try {
      const auth = await loadAuth();
      const { error } = await auth.reauthenticate();
      if (error) throw error;
      setMailed(true);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      handleSessionError(error);
      setFailure(authMessageOf(error));
    }
  }

  return (
    <div className="grid gap-5">
      <p>Please confirm that it is you.</p>
      {factors.isError ? (
        <InlineAlert>{messageOf(factors.error)}</InlineAlert>
      ) : !factors.data ? (
        <Spinner label="Loading..." />
      ) : factors.data.length > 0 ? (
        <VerifyFactor factors={factors.data} onVerified={onConfirmed} />
      ) : mailed ? (
        <ConfirmByMail email={email} onConfirmed={onConfirmed} />
      ) : (
        <ConfirmPassword
          email={email}
          onConfirmed={onConfirmed}
          onUnknown={() => void mailCode()}
        />
      )}
      {failure && <InlineAlert>{failure}</InlineAlert>}
    </div>
  );
}
