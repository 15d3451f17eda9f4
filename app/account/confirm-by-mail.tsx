import { CodeEntry } from '#app/shell/code-entry.tsx';
import { loadAuth } from '#app/shell/session.ts';
import { MailedCodeForm } from '#contract/auth.ts';

type ConfirmByMailProps = { email: string; onConfirmed: () => void };

/** Takes a code from the shopper's mailbox in place of the password. It was mailed when this opened. */
export function ConfirmByMail({ email, onConfirmed }: ConfirmByMailProps) {
  return (
    <CodeEntry
      schema={MailedCodeForm}
      send={sendMailedCode}
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

async function sendMailedCode(code: string): Promise<void> {
  const auth = await loadAuth();
  const { error } = await auth.updateUser({ nonce: code });
  if (error) throw error;
  // The tokens from before the code are replaced.
  const { error: kept } = await auth.refreshSession();
  if (kept) throw kept;
}
