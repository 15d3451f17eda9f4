import { useState } from 'react';
import {
  type AuthFailure,
  askForWhatIsMissing,
  authMessageOf,
} from '#app/shell/session/auth-failure.ts';
import type { SecondFactor } from '#app/shell/session/session.ts';
import { Button } from '#app/ui/button.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import { showPasskey } from './passkey.ts';

type PasskeyButtonsProps = {
  keys: readonly SecondFactor[];
  /** Whether the first is the thing to do here. */
  leads: boolean;
  onShown?: (() => void) | undefined;
};

/** The protocol asks for one key by name, so each has its button. */
export function PasskeyButtons({ keys, leads, onShown }: PasskeyButtonsProps) {
  const [asked, setAsked] = useState<string | null>(null);
  const [failure, setFailure] = useState('');

  async function show(id: string) {
    setAsked(id);
    setFailure('');
    try {
      await showPasskey(id);
      onShown?.();
    } catch (error) {
      fail(error);
    } finally {
      setAsked(null);
    }
  }

  function fail(error: unknown) {
    if (!(error instanceof Error)) throw error;
    const known: AuthFailure = error;
    askForWhatIsMissing(known);
    setFailure(authMessageOf(known));
  }

  return (
    <div className="grid gap-3">
      <ul className="grid gap-3">
        {keys.map(({ id, name }, index) => (
          <li key={id} className="grid">
            <Button
              tone={leads && index === 0 ? 'primary' : 'secondary'}
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
