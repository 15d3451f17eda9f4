import { useState } from 'react';
import { failureText } from '#app/shell/accounts/auth-error.ts';
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

/** The protocol requests one passkey by id, so each has its own button. */
export function PasskeyButtons({ keys, isPrimary, onVerified }: PasskeyButtonsProps) {
  const [asked, setAsked] = useState<string | null>(null);
  const [failure, setFailure] = useState('');

  async function show(id: string) {
    setAsked(id);
    setFailure('');
    try {
      await verifyPasskey(id);
      onVerified?.();
    } catch (error) {
      setFailure(failureText(error));
    } finally {
      setAsked(null);
    }
  }

  return (
    <div className="grid gap-3">
      <ul className="grid gap-3">
        {keys.map(({ id, name }, index) => (
          <li key={id} className="grid">
            <Button
              tone={isPrimary && index === 0 ? 'primary' : 'secondary'}
              disabled={asked !== null}
              busy={asked === id && 'Waiting for your passkey...'}
              onClick={() => void show(id)}
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
