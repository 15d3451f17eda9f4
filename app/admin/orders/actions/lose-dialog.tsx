import type { ReactNode } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';

type LoseDialogProps = {
  open: boolean;
  title: string;
  /** What it does besides, said beforehand. */
  effects: string;
  /** Whether it can be taken back. */
  undoable: boolean;
  busy: boolean;
  /** Shown instead: a second factor is asked for. */
  step: ReactNode;
  /** What has changed since it opened. */
  changeNotice: ReactNode;
  onClose: () => void;
  onLose: () => void;
};

/** Asks once more: money may go. */
export function LoseDialog({
  open,
  title,
  effects,
  undoable,
  busy,
  step,
  changeNotice,
  onClose,
  onLose,
}: LoseDialogProps) {
  return (
    <Dialog title={title} open={open} onClose={onClose}>
      {step || (
        <>
          {changeNotice}
          <p>
            Nothing goes back into stock. {effects}{' '}
            {undoable ? 'If it is found, this can be undone.' : 'This cannot be undone.'}
          </p>
          <div className="dialog-actions mt-6">
            <Button tone="quiet" onClick={onClose}>
              Not lost
            </Button>
            <Button busy={busy && 'Saving...'} onClick={onLose}>
              Lost
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}
