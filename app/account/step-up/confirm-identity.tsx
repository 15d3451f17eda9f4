import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useAllFactors } from '#app/account/use-factors.ts';
import { explainAuthError } from '#app/shell/accounts/auth-error.ts';
import { useAuthForm } from '#app/shell/accounts/use-auth-form.ts';
import { messageOf } from '#app/shell/api/api-error.ts';
import { CodeEntry } from '#app/shell/second-factor/code-entry.tsx';
import { VerifyFactor } from '#app/shell/second-factor/verify-factor.tsx';
import { useShopper } from '#app/shell/session/guard.tsx';
import { replaceTokens, signInAgain } from '#app/shell/session/replace-tokens.ts';
import { loadAuth } from '#app/shell/session/session.ts';
import { sessionRequest } from '#app/shell/session/session-request.ts';
import { useWrite } from '#app/shell/use-write.ts';
import { Button } from '#app/ui/button.tsx';
import { EmailAddress } from '#app/ui/email-address.tsx';
import { Form, fieldOf } from '#app/ui/form.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import { PasswordField, UsernameForManagers } from '#app/ui/password-field.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import { useCooldown } from '#app/ui/use-cooldown.ts';
import { EmailedCodeForm, PasswordForm } from '#contract/auth.ts';

/** 'sent before': an earlier code was emailed within the last minute, so the server has emailed no new one. */
type EmailedCode = 'sent' | 'sent before';

/** The emailed code, and when it was requested, in milliseconds. */
type Emailed = { code: EmailedCode; time: number };

/** Step-up: asks the shopper for a second factor if the account has one, else for the password. */
export function ConfirmIdentity({ onConfirmed }: { onConfirmed: () => void }) {
  const { email } = useShopper();
  const factors = useAllFactors();
  const [emailed, setEmailed] = useState<Emailed | null>(null);
  const { write, busy, failure, forgetFailure } = useWrite({ explain: explainAuthError });
  const sendCode = () =>
    void write(async () => setEmailed({ code: await requestCode(), time: Date.now() }));

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
          sending={busy}
          onAgain={sendCode}
          onPassword={() => {
            setEmailed(null);
            forgetFailure();
          }}
        />
      ) : (
        <ConfirmPassword email={email} onConfirmed={onConfirmed} onUnknown={sendCode} />
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
  const form = useForm<PasswordForm>({
    resolver: zodResolver(PasswordForm),
    defaultValues: { password: '' },
  });
  const sending = useAuthForm(form, {
    focus: 'password',
    fields: { invalid_credentials: { field: 'password', text: 'This password is wrong' } },
    tell: 'in the form',
  });
  const { setFocus } = form;
  useEffect(() => setFocus('password'), [setFocus]);

  return (
    <Form
      onSubmit={sending.submit(async ({ password }) => {
        await signInAgain(email, password);
        onConfirmed();
      })}
      submit="Confirm"
      busy={sending.busy && 'Checking...'}
      failure={sending.failure}
      cancel={{ label: 'Email me a code instead', onClick: onUnknown }}
    >
      <UsernameForManagers email={email} />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        {...fieldOf(form, 'password')}
      />
    </Form>
  );
}

type ConfirmByEmailProps = {
  email: string;
  code: EmailedCode;
  onConfirmed: () => void;
  /** Emails another code. */
  onAgain: () => void;
  /** Whether it is being sent. */
  sending: boolean;
  /** Leads back to the password. */
  onPassword: () => void;
};

/** The server emails one code a minute. */
const COOLDOWN_SECONDS = 60;

/** Asks for a code from the shopper's mailbox instead of the password. */
function ConfirmByEmail(props: ConfirmByEmailProps) {
  const { email, code, onConfirmed, onAgain, sending, onPassword } = props;
  const { left } = useCooldown(COOLDOWN_SECONDS);
  const address = (
    <strong className="text-foreground">
      <EmailAddress email={email} />
    </strong>
  );
  return (
    <div className="grid gap-5">
      <CodeEntry
        schema={EmailedCodeForm}
        // Replaces the tokens of the session, so that a stolen copy of the old ones is not stepped up.
        send={(code) => replaceTokens('/reauthenticate', { nonce: code })}
        onAccepted={onConfirmed}
        wrongCode="reauthentication_not_valid"
        submit="Confirm"
      >
        <p role="status">
          {code === 'sent' ? (
            <>We have sent a code to {address}. It is valid for ten minutes.</>
          ) : (
            <>
              We have sent a code to {address} a short while ago. Please use the newest one: it is
              valid for ten minutes.
            </>
          )}
        </p>
      </CodeEntry>
      <div className="dialog-actions">
        <Button tone="quiet" onClick={onPassword}>
          Use your password
        </Button>
        <Button
          tone="secondary"
          disabled={left > 0}
          busy={sending && 'Sending...'}
          onClick={onAgain}
        >
          {left > 0 ? `Send a new code in ${left} s` : 'Send a new code'}
        </Button>
      </div>
    </div>
  );
}
