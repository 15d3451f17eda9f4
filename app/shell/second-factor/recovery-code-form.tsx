import type { ComponentProps } from 'react';
import { callAuth } from '#app/shell/session/session-request.ts';
import type { CodeField } from '#app/ui/code-field.tsx';
import { Field } from '#app/ui/field.tsx';
import { RecoveryCodeForm as Schema } from '#contract/auth.ts';
import { CodeEntry } from './code-entry.tsx';

/** Asks for a recovery code, for shoppers who have lost their other factors. */
export function RecoveryCodeForm({ onVerified }: { onVerified?: (() => void) | undefined }) {
  return (
    <CodeEntry
      schema={Schema}
      send={sendRecoveryCode}
      onAccepted={onVerified}
      wrong="This code is wrong or was used before. Each code works once."
      label="Recovery code"
      hint="Like k4m9-x7qp-2ab8-ht3z, one of those you saved"
      Input={WrittenCodeField}
      submit="Use this code"
    />
  );
}

function WrittenCodeField(props: ComponentProps<typeof CodeField>) {
  return (
    <Field
      {...props}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
      aria-required
    />
  );
}

function sendRecoveryCode(code: string) {
  return callAuth((auth) => auth.mfa.recoveryCodes.verify({ code }));
}
