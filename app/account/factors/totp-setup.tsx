import type { NewTotp } from '#app/account/use-factors.ts';
import { CodeEntry } from '#app/shell/second-factor/code-entry.tsx';
import { verifyCode } from '#app/shell/second-factor/verify-code.ts';
import { CodeForm } from '#contract/auth.ts';
import { TotpSecret } from './totp-secret.tsx';

type TotpSetupProps = { app: NewTotp; onAdded: () => Promise<void>; onCancel: () => void };

/** Shows the secret for an authenticator app and asks for the first code to verify it. */
export function TotpSetup({ app, onAdded, onCancel }: TotpSetupProps) {
  return (
    <CodeEntry
      schema={CodeForm}
      send={(code) => verifyCode(app.id, code)}
      onAccepted={onAdded}
      wrong="This code is wrong. Please check that your phone sets its time automatically."
      hint="The 6 digits that the app shows now"
      submit="Verify"
      onCancel={onCancel}
    >
      <TotpSecret app={app} />
    </CodeEntry>
  );
}
