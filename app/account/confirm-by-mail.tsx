import { CodeEntry } from '#app/shell/second-factor/code-entry.tsx';
import { MailedCodeForm } from '#contract/auth.ts';
import { proveByCode } from './prove-by-code.ts';

type ConfirmByMailProps = { email: string; onConfirmed: () => void };

/** Takes a code from the shopper's mailbox in place of the password. It was mailed when this opened. */
export function ConfirmByMail({ email, onConfirmed }: ConfirmByMailProps) {
  return (
    <CodeEntry
      schema={MailedCodeForm}
      send={proveByCode}
      onAccepted={onConfirmed}
      wrong="This code is wrong or too old"
      wrongCode="reauthentication_not_valid"
      submit="Confirm"
    >
      <p role="status">
        We have sent a code to <strong className="wrap-anywhere text-ink">{email}</strong>. It works
        for ten minutes.
      </p>
    </CodeEntry>
  );
}
