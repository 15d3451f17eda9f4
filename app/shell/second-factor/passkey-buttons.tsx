import { useState } from 'react';
import { authMessageOf, handleSessionError } from '#app/shell/accounts/auth-error.ts';
import type { SecondFactor } from '#app/shell/session/session.ts';
import { Button } from '#app/ui/button.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import { verifyPasskey } from './passkey.ts';

type PasskeyButtonsProps = {
  keys: readonly SecondFactor[];
  /** Whether the first button is the page's primary action. */
  isPrimary: boolean;
  onVerified?: (() => void) | undefined;
};

/** A button for each passkey, because the Supabase protocol requests one by its id. */
export function PasskeyButtons({ keys, isPrimary, onVerified }: PasskeyButtonsProps) {
  const [verifying, setVerifying] = useState<string | null>(null);
  const [failure, setFailure] = useState('');

  async function verify(id: string) {
    setVerifying(id);
    setFailure('');
    try {
      await verifyPasskey(id);
      onVerified?.();
    } catch (error) {
      handleSessionError(error);
      setFailure(authMessageOf(error));
    } finally {
      setVerifying(null);
    }
  }

  return (
    <div className="grid gap-3">
      <ul className="grid gap-3">
        {keys.map(({ id, name }, index) => (
          <li key={id} className="grid">
            <Button
              tone={isPrimary && index === 0 ? 'primary' : 'secondary'}
              disabled={verifying !== null}
              busy={verifying === id && 'Waiting for your passkey...'}
              onClick={() => void verify(id)}
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
