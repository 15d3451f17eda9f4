import { useState } from 'react';
import { useStepUp } from '#app/account/step-up/use-step-up.tsx';
import { failureText } from '#app/shell/accounts/auth-error.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import { RecoveryCodeList } from './recovery-code-list.tsx';
import { generateCodes, useRecoveryCodes } from './use-recovery-codes.ts';

/** Shows how many recovery codes are left and a button to generate new ones. */
export function RecoveryCodes() {
  const { data: left } = useRecoveryCodes();
  const [open, setOpen] = useState(false);
  if (left === undefined) return null; // not loaded yet, or the auth service has no recovery codes
  return (
    <section aria-label="Recovery codes">
      <h3 className="eyebrow font-text">Recovery codes</h3>
      <p className="mt-2 mb-3">{textFor(left)}</p>
      <Button tone="secondary" onClick={() => setOpen(true)}>
        {left === null ? 'Make recovery codes' : 'Make new codes'}
      </Button>
      <Dialog title="Recovery codes" open={open} onClose={() => setOpen(false)}>
        <Making present={left !== null} onDone={() => setOpen(false)} />
      </Dialog>
    </section>
  );
}

function textFor(left: number | null): string {
  if (left === null)
    return 'You have no recovery codes. They let you sign in if you lose your phone.';
  if (left === 0) return 'You have used all 10. Please make new ones.';
  return `${left} of 10 left. Each works once, if you lose your phone or passkey.`;
}

/** Generates new codes behind a confirmation: the old ones stop working. */
function Making({ present, onDone }: { present: boolean; onDone: () => void }) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const { withStepUp, step } = useStepUp();

  async function make() {
    setBusy(true);
    setFailure('');
    try {
      setCodes(await withStepUp(() => generateCodes(present)));
    } catch (error) {
      setFailure(failureText(error));
    } finally {
      setBusy(false);
    }
  }

  if (codes) return <RecoveryCodeList codes={codes} onSaved={onDone} />;
  if (step) return step;
  return (
    <div className="grid gap-5">
      <p>
        {present
          ? 'You will get 10 new codes. Your old codes will stop working.'
          : 'You will get 10 codes to write down. Each works once, together with your password.'}
      </p>
      {failure && <InlineAlert>{failure}</InlineAlert>}
      <div className="dialog-actions">
        <Button tone="quiet" onClick={onDone}>
          Cancel
        </Button>
        <Button busy={busy && 'Making codes...'} onClick={() => void make()}>
          Make codes
        </Button>
      </div>
    </div>
  );
}
