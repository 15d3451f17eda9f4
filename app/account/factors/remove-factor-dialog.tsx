import { useStepUp } from '#app/account/step-up/use-step-up.tsx';
import { type Factor, removeFactor } from '#app/account/use-factors.ts';
import { explainAuthError } from '#app/shell/accounts/auth-error.ts';
import { useWrite } from '#app/shell/use-write.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import { showToast } from '#app/ui/toast.tsx';

type RemoveFactorDialogProps = {
  /** Null while the dialog is closed. */
  factor: Factor | null;
  /** True when the password alone is enough to sign in afterwards. */
  isLast: boolean;
  onClose: () => void;
};

/** Asks before a second factor is removed, and says what that means. */
export function RemoveFactorDialog({ factor, isLast, onClose }: RemoveFactorDialogProps) {
  return (
    <Dialog title={`Remove ${factor?.name ?? ''}?`} open={factor !== null} onClose={onClose}>
      {factor && (
        <RemoveFactorForm key={factor.id} factor={factor} isLast={isLast} onClose={onClose} />
      )}
    </Dialog>
  );
}

type RemoveFactorFormProps = { factor: Factor; isLast: boolean; onClose: () => void };

/** Mounted only while the dialog is open: a confirmation that was abandoned must not apply to another factor. */
function RemoveFactorForm({ factor, isLast, onClose }: RemoveFactorFormProps) {
  const { write, busy, failure, isMounted } = useWrite({ explain: explainAuthError });
  const { withStepUp, step } = useStepUp();

  async function remove({ id, name }: Factor) {
    await withStepUp(() => removeFactor(id));
    if (isMounted()) onClose(); // or another dialog may be open by now
    showToast({ title: 'Removed', description: `${name} can no longer be used to sign in.` });
  }

  return (
    <>
      {step}
      <div hidden={step !== null}>
        <p>
          {isLast
            ? 'After this, your password alone will be enough to sign in. '
            : 'We will ask for another one right away, to check that it is you. '}
          Your other devices are signed out.
        </p>
        {failure && (
          <div className="mt-4">
            <InlineAlert>{failure}</InlineAlert>
          </div>
        )}
        <div className="dialog-actions mt-6">
          <Button tone="quiet" onClick={onClose}>
            Keep it
          </Button>
          <Button
            tone="danger"
            busy={busy && 'Removing...'}
            onClick={() => void write(() => remove(factor))}
          >
            Remove
          </Button>
        </div>
      </div>
    </>
  );
}
