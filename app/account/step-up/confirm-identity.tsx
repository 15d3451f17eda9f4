import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useAllFactors } from '#app/account/use-factors.ts';
import { authMessageOf, handleSessionError, isRefused } from '#app/shell/accounts/auth-error.ts';
import { messageOf } from '#app/shell/api/api-error.ts';
import { VerifyFactor } from '#app/shell/second-factor/verify-factor.tsx';
import { useShopper } from '#app/shell/session/guard.tsx';
import { signInAgain } from '#app/shell/session/replace-tokens.ts';
import { loadAuth } from '#app/shell/session/session.ts';
import { sessionRequest } from '#app/shell/session/session-request.ts';
import { Button } from '#app/ui/button.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import { PasswordField, UsernameForManagers } from '#app/ui/password-field.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { PasswordForm } from '#contract/auth.ts';
import { ConfirmByEmail, type EmailedCode } from './confirm-by-email.tsx';

/** The emailed code, and when it was requested, in milliseconds. */
type Emailed = { code: EmailedCode; time: number };

/** Step-up: asks the shopper for a second factor if the account has one, else for the password. */
export function ConfirmIdentity({ onConfirmed }: { onConfirmed: () => void }) {
  const { email } = useShopper();
  const factors = useAllFactors();
  const [emailed, setEmailed] = useState<Emailed | null>(null);
  const [failure, setFailure] = useState('');

  async function sendCode() {
    setFailure('');
    try {
      setEmailed({ code: await requestCode(), time: Date.now() });
    } catch (error) {
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
      ) : emailed ? (
        <ConfirmByEmail
          key={emailed.time}
          email={email}
          code={emailed.code}
          onConfirmed={onConfirmed}
          onAgain={sendCode}
          onPassword={() => {
            setEmailed(null);
            setFailure('');
          }}
        />
      ) : (
        <ConfirmPassword
          email={email}
          onConfirmed={onConfirmed}
          onUnknown={() => void sendCode()}
        />
      )}
      {failure && <InlineAlert>{failure}</InlineAlert>}
    </div>
  );
}

/**
 * Emails a code. If the server refuses because it has emailed one within the last minute, that code is still valid, for
 * ten minutes: the browser may have discarded this page while the shopper read the email.
 *
 * @throws the auth server's error.
 */
async function requestCode(): Promise<EmailedCode> {
  const auth = await loadAuth();
  return sessionRequest(auth, async () => {
    const { error } = await auth.reauthenticate();
    if (error?.code === 'over_email_send_rate_limit') return 'sent before';
    if (error) throw error;
    return 'sent';
  });
}

type ConfirmPasswordProps = {
  email: string;
  onConfirmed: () => void;
  /** Called when the shopper has no password or does not know it. */
  onUnknown: () => void;
};

/** Asks for the password before a change that somebody with a stolen session must not be able to make. */
function ConfirmPassword({ email, onConfirmed, onUnknown }: ConfirmPasswordProps) {
  const [failure, setFailure] = useState('');
  const form = useForm<PasswordForm>({
    resolver: zodResolver(PasswordForm),
    defaultValues: { password: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const { setFocus } = form;
  useEffect(() => setFocus('password'), [setFocus]);

  async function confirm({ password }: PasswordForm) {
    setFailure('');
    try {
      await signInAgain(email, password);
    } catch (error) {
      handleSessionError(error);
      const isWrong = error.code === 'invalid_credentials';
      if (isWrong) form.setError('password', { message: 'This password is wrong' });
      else setFailure(authMessageOf(error));
      if (isRefused(error)) setFocus('password', { shouldSelect: true });
      return;
    }
    onConfirmed();
  }

  return (
    <form method="post" noValidate onSubmit={form.handleSubmit(confirm)} className="grid gap-5">
      <UsernameForManagers email={email} />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        error={errors.password?.message}
        {...form.register('password')}
      />
      {failure && <InlineAlert>{failure}</InlineAlert>}
      <div className="dialog-actions">
        <Button tone="quiet" onClick={onUnknown}>
          Email me a code instead
        </Button>
        <Button type="submit" busy={isSubmitting && 'Checking...'}>
          Confirm
        </Button>
      </div>
    </form>
  );
}
