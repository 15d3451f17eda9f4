import { useState } from 'react';
import { CodeEntry } from '#app/shell/second-factor/code-entry.tsx';
import { replaceTokens } from '#app/shell/session/replace-tokens.ts';
import { Button } from '#app/ui/button.tsx';
import { EmailAddress } from '#app/ui/email-address.tsx';
import { useCooldown } from '#app/ui/use-cooldown.ts';
import { EmailedCodeForm } from '#contract/auth.ts';

/** 'sent before': an earlier code was emailed within the last minute, so the server has emailed no new one. */
export type EmailedCode = 'sent' | 'sent before';

type ConfirmByEmailProps = {
  email: string;
  code: EmailedCode;
  onConfirmed: () => void;
  /** Emails another code. */
  onAgain: () => Promise<void>;
  /** Leads back to the password. */
  onPassword: () => void;
};

/** The server emails one code a minute. */
const COOLDOWN_SECONDS = 60;

/** Asks for a code from the shopper's mailbox instead of the password. */
export function ConfirmByEmail({
  email,
  code,
  onConfirmed,
  onAgain,
  onPassword,
}: ConfirmByEmailProps) {
  const { left } = useCooldown(COOLDOWN_SECONDS);
  const [sending, setSending] = useState(false);

  async function sendAgain() {
    setSending(true);
    await onAgain();
    setSending(false);
  }

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
          onClick={() => void sendAgain()}
        >
          {left > 0 ? `Send a new code in ${left} s` : 'Send a new code'}
        </Button>
      </div>
    </div>
  );
}
