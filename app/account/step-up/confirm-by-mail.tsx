import { CodeEntry } from '#app/shell/second-factor/code-entry.tsx';
import { MailedCodeForm } from '#contract/auth.ts';
import { stepUpByCode } from './step-up-by-code.ts';

type ConfirmByMailProps = { email: string; onConfirmed: () => void };

/** Asks for a code from the shopper's mailbox instead of the password. Opening this form mails the code. */
export function ConfirmByMail({ email, onConfirmed }: ConfirmByMailProps) {
  return (
    <CodeEntry
      schema={MailedCodeForm}
      send={stepUpByCode}
      onAccepted={onConfirmed}
      wrong="This code is wrong or has expired"
      wrongCode="reauthentication_not_valid"
      submit="Confirm"
    >
      <p role="status">
        We have sent a code to <strong className="wrap-anywhere text-ink">{email}</strong>. It is
        valid for ten minutes.
      </p>
    </CodeEntry>
  );
}
