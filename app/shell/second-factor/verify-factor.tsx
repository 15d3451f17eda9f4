import { useState } from 'react';
import type { SecondFactor } from '#app/shell/session/session.ts';
import { Button } from '#app/ui/button.tsx';
import { PasskeyButtons } from './passkey-buttons.tsx';
import { RecoveryCodeForm } from './recovery-code-form.tsx';
import { TotpForm } from './totp-form.tsx';

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
