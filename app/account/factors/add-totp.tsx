import { useEffect, useRef, useState } from 'react';
import { deleteFactor, enrollTotp, type NewTotp } from '#app/account/use-factors.ts';
import { useIsMounted } from '#app/ui/use-is-mounted.ts';
import { FactorNameForm } from './factor-name-form.tsx';
import type { FactorStepsProps } from './factor-steps.ts';
import { TotpSetup } from './totp-setup.tsx';

/** Adds an authenticator app: asks for a name, shows the secret, and verifies the first code. */
export function AddTotp({ suggested, withStepUp, onAdded, onCancel }: FactorStepsProps) {
  const [app, setApp] = useState<NewTotp | null>(null);
  const unverifiedId = useRef<string | null>(null);
  const isMounted = useIsMounted();

  // When the dialog closes before the app is verified, the unverified factor is deleted.
  useEffect(
    () => () => {
      if (unverifiedId.current) void deleteFactor(unverifiedId.current).catch(() => {});
    },
    [],
  );

  async function begin(name: string) {
    const factor = await withStepUp(() => enrollTotp(name));
    // The dialog was closed before the response came, so nobody will verify the factor.
    if (!isMounted()) return void deleteFactor(factor.id).catch(() => {});
    unverifiedId.current = factor.id;
    setApp(factor);
  }

  function added() {
    unverifiedId.current = null;
    return onAdded();
  }

  if (app) return <TotpSetup app={app} onAdded={added} onCancel={onCancel} />;
  return (
    <>
      <p className="mb-6">
        An app on your phone shows a new code every 30 seconds: Google Authenticator, Aegis,
        1Password or any other.
      </p>
      <FactorNameForm
        suggested={suggested}
        busy="One moment..."
        onSubmit={begin}
        onCancel={onCancel}
      />
    </>
  );
}
