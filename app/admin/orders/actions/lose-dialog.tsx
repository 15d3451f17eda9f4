import type { ReactNode } from 'react';
import { ConfirmDialog } from '#app/admin/confirm-dialog.tsx';

type LoseDialogProps = {
  open: boolean;
  title: string;
  /** What else it will do. */
  effects: string;
  /** Whether it can be undone. */
  undoable: boolean;
  busy: boolean;
  /** The form for the second factor, shown instead of the dialog's own content. */
  step: ReactNode;
  /** What has changed since it opened. */
  changeNotice: ReactNode;
  onClose: () => void;
  onLose: () => void;
};

/** A confirmation, because it may refund money. */
export function LoseDialog({
  effects,
  undoable,
  busy,
  changeNotice,
  onLose,
  ...rest
}: LoseDialogProps) {
  return (
    <ConfirmDialog
      {...rest}
      keep="Not lost"
      verb="Lost"
      busy={busy && 'Saving...'}
      onConfirm={onLose}
    >
      {changeNotice}
      <p>
        Nothing goes back into stock. {effects}{' '}
        {undoable ? 'If it is found, this can be undone.' : 'This cannot be undone.'}
      </p>
    </ConfirmDialog>
  );
}
