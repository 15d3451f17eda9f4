import type { ReactNode } from 'react';
import { ConfirmDialog } from '#app/admin/confirm-dialog.tsx';
import type { OrderDetail } from '#contract/admin/order-views.ts';
import { type Undo, VERB_NAMES } from '#domain/order-verbs.ts';
import { undoText } from './sent-email.ts';

type UndoDialogProps = {
  order: OrderDetail;
  undo: Undo;
  open: boolean;
  busy: boolean;
  /** The form for the second factor, shown instead of the dialog's own content. */
  step: ReactNode;
  /** What has changed since it opened. */
  changeNotice: ReactNode;
  onClose: () => void;
  onUndo: () => void;
};

/** Confirms the undoing of a step about which the customer has an email. */
export function UndoDialog({ order, undo, busy, changeNotice, onUndo, ...rest }: UndoDialogProps) {
  return (
    <ConfirmDialog
      {...rest}
      title={`${order.order_number}: ${VERB_NAMES[undo].toLowerCase()}?`}
      keep="Leave as it is"
      verb={VERB_NAMES[undo]}
      busy={busy && 'Working...'}
      onConfirm={onUndo}
    >
      {changeNotice}
      <p>{undoText(order, undo)}</p>
    </ConfirmDialog>
  );
}
