import type { ReactNode } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';

type ConfirmDialogProps = {
  open: boolean;
  /** The question. */
  title: string;
  /** What the verb does, said beforehand. */
  children: ReactNode;
  /** Shown instead: a second factor is asked for. */
  step?: ReactNode;
  /** The button that leaves all as it is. */
  keep: string;
  /** The button that does it. */
  verb: string;
  /** Its label meanwhile. */
  busy?: false | string;
  onClose: () => void;
  onConfirm: () => void;
};

/** Asks once more before something is done. */
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
