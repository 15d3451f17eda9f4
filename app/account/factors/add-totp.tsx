import { useEffect, useRef, useState } from 'react';
import { deleteFactor, enrollTotp, type NewTotp } from '#app/account/use-factors.ts';
import { CodeEntry } from '#app/shell/second-factor/code-entry.tsx';
import { verifyCode } from '#app/shell/second-factor/verify.ts';
import { CopyButton } from '#app/ui/copy-button.tsx';
import { Notice } from '#app/ui/inline-alert.tsx';
import { useIsMounted } from '#app/ui/use-is-mounted.ts';
import { CodeForm } from '#contract/auth.ts';
import { FactorNameForm, type FactorStepsProps } from './factor-name-form.tsx';

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

  if (app) {
    return (
      <CodeEntry
        schema={CodeForm}
        send={(code) => verifyCode(app.id, code)}
        onAccepted={added}
        wrong="This code is wrong. Please check that your phone sets its time automatically."
        hint="The 6 digits that the app shows now"
        submit="Verify"
        onCancel={onCancel}
      >
        <TotpSecret app={app} />
      </CodeEntry>
    );
  }
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

/** The secret of an authenticator app: as a QR code, as a link for this device, and as text to type or copy. */
function TotpSecret({ app }: { app: NewTotp }) {
  return (
    <div className="grid gap-5 sm:grid-cols-[auto_1fr] sm:gap-6">
      <img
        src={app.picture}
        alt="QR code with the secret for your authenticator app"
        className="size-48 justify-self-center rounded-md bg-white p-2 sm:size-44"
      />
      <div className="grid content-start gap-3">
        <p>
          Scan this with your authenticator app, or{' '}
          <a href={app.uri} className="font-semibold text-primary underline underline-offset-4">
            open it on this device
          </a>
          . You can also type the secret:
        </p>
        <code
          translate="no"
          className="rounded-md bg-surface-muted px-3 py-2 font-semibold tracking-label break-words text-foreground select-all"
        >
          {app.secret.match(/.{1,4}/g)?.join(' ')}
        </code>
        <CopyButton text={app.secret} copied="The secret is copied." className="justify-self-start">
          Copy secret
        </CopyButton>
      </div>
      <Notice className="sm:col-span-2">
        <strong className="text-foreground">
          Keep the secret in a safe place, on paper for example.
        </strong>{' '}
        If you lose your phone, you can set up a new one with it. We cannot show it again.
      </Notice>
    </div>
  );
}
