import { type ComponentProps, useState } from 'react';
import { explainAuthError } from '#app/shell/accounts/auth-error.ts';
import type { SecondFactor } from '#app/shell/session/session.ts';
import { callAuth } from '#app/shell/session/session-request.ts';
import { useWrite } from '#app/shell/use-write.ts';
import { Button } from '#app/ui/button.tsx';
import { Field, SelectField } from '#app/ui/field.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import { CodeForm, RecoveryCodeForm as Schema } from '#contract/auth.ts';
import { CodeEntry, type CodeField } from './code-entry.tsx';
import { verifyCode, verifyPasskey } from './verify.ts';

type VerifyFactorProps = {
  factors: readonly SecondFactor[];
  /** Called when the session is aal2, or has been stepped up again. */
  onVerified?: () => void;
};

/** Asks for any one of these second factors. */
export function VerifyFactor({ factors, onVerified }: VerifyFactorProps) {
  const [usesRecoveryCode, setUsesRecoveryCode] = useState(false);
  const apps = factors.filter(({ type }) => type === 'totp');
  const keys = factors.filter(({ type }) => type === 'webauthn');
  const hasCodes = factors.some(({ type }) => type === 'recovery_code');
  return (
    <div className="grid gap-6">
      {usesRecoveryCode ? (
        <RecoveryCodeForm onVerified={onVerified} />
      ) : (
        <>
          {apps.length > 0 && <TotpForm apps={apps} onVerified={onVerified} />}
          {apps.length > 0 && keys.length > 0 && <OrSeparator />}
          {keys.length > 0 && (
            <PasskeyButtons keys={keys} isPrimary={apps.length === 0} onVerified={onVerified} />
          )}
        </>
      )}
      {hasCodes && (
        <Button
          tone="quiet"
          className="-mt-2 justify-self-center"
          onClick={() => setUsesRecoveryCode(!usesRecoveryCode)}
        >
          {usesRecoveryCode ? 'Back' : 'Use a recovery code'}
        </Button>
      )}
    </div>
  );
}

function OrSeparator() {
  return (
    <p className="flex items-center gap-4 text-sm text-muted before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
      or
    </p>
  );
}

/** Asks for a recovery code, for shoppers who have lost their other factors. */
function RecoveryCodeForm({ onVerified }: { onVerified?: (() => void) | undefined }) {
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

type TotpFormProps = { apps: readonly SecondFactor[]; onVerified?: (() => void) | undefined };

/** Asks for the code of an authenticator app, and of which one if there are several. */
function TotpForm({ apps, onVerified }: TotpFormProps) {
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

type PasskeyButtonsProps = {
  keys: readonly SecondFactor[];
  /** Whether the first button is the page's primary action. */
  isPrimary: boolean;
  onVerified?: (() => void) | undefined;
};

/** A button for each passkey, because the Supabase protocol requests one by its id. */
function PasskeyButtons({ keys, isPrimary, onVerified }: PasskeyButtonsProps) {
  const { write, busy, failure } = useWrite({ explain: explainAuthError });
  const [used, setUsed] = useState('');

  async function verify(id: string) {
    setUsed(id);
    await verifyPasskey(id);
    onVerified?.();
  }

  return (
    <div className="grid gap-3">
      <ul className="grid gap-3">
        {keys.map(({ id, name }, index) => (
          <li key={id} className="grid">
            <Button
              tone={isPrimary && index === 0 ? 'primary' : 'secondary'}
              disabled={busy}
              busy={busy && used === id && 'Waiting for your passkey...'}
              onClick={() => void write(() => verify(id))}
            >
              Use {name || 'passkey'}
            </Button>
          </li>
        ))}
      </ul>
      {failure && <InlineAlert>{failure}</InlineAlert>}
    </div>
  );
}
