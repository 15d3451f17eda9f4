import { useState } from 'react';
import type { SecondFactor } from '#app/shell/session/session.ts';
import { SelectField } from '#app/ui/field.tsx';
import { CodeForm } from '#contract/auth.ts';
import { CodeEntry } from './code-entry.tsx';
import { verifyCode } from './verify-code.ts';

type TotpFormProps = { apps: readonly SecondFactor[]; onVerified?: (() => void) | undefined };

/** Asks for the code of an authenticator app, and of which one if there are several. */
export function TotpForm({ apps, onVerified }: TotpFormProps) {
  const [app, setApp] = useState(apps[0]?.id ?? '');
  return (
    <CodeEntry
      schema={CodeForm}
      send={(code) => verifyCode(app, code)}
      onAccepted={onVerified}
      // The server does not distinguish a wrong code from a used one; the shopper does the same in both cases.
      wrong="This code is wrong or was used before. Please wait for the next one."
      hint="The 6 digits that your authenticator app shows"
      submit="Verify"
    >
      {apps.length > 1 && (
        <SelectField
          label="Authenticator app"
          value={app}
          onChange={(event) => setApp(event.target.value)}
          options={apps.map(({ id, name }) => ({ value: id, label: name || 'Authenticator app' }))}
        />
      )}
    </CodeEntry>
  );
}
