import type { ReactNode } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';

type ConfirmDialogProps = {
  open: boolean;
  /** The question. */
  title: string;
  /** What the verb will do. */
  children: ReactNode;
  /** The form for the second factor, shown instead of the dialog's own content. */
  step?: ReactNode;
  /** Label of the button that cancels. */
  keep: string;
  /** Label of the button that confirms. */
  verb: string;
  /** Its label while the action runs. */
  busy?: false | string;
  onClose: () => void;
  onConfirm: () => void;
};

/** Asks for a confirmation before an action. */
export function ConfirmDialog({
  open,
  title,
  children,
  step,
  keep,
  verb,
  busy = false,
  onClose,
  onConfirm,
}: ConfirmDialogProps) {
  return (
    <Dialog title={title} open={open} onClose={onClose}>
      {step || (
        <>
          {children}
          <div className="dialog-actions mt-6">
            <Button tone="quiet" onClick={onClose}>
              {keep}
            </Button>
            <Button busy={busy} onClick={onConfirm}>
              {verb}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}
