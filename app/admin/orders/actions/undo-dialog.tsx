import type { ReactNode } from 'react';
import { ConfirmDialog } from '#app/admin/confirm-dialog.tsx';
import type { OrderDetail } from '#contract/admin/order-views.ts';
import { type Undo, VERB_NAMES } from '#domain/order-verbs.ts';
import { whatUndoDoes } from './sent-email.ts';

type UndoDialogProps = {
  order: OrderDetail;
  undo: Undo;
  open: boolean;
  busy: boolean;
  /** Shown instead: a second factor is asked for. */
  step: ReactNode;
  /** What has changed since it opened. */
  changeNotice: ReactNode;
  onClose: () => void;
  onUndo: () => void;
};

/** Asks once more before a step is taken back of which the customer has an email. */
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
      <p>{whatUndoDoes(order, undo)}</p>
    </ConfirmDialog>
  );
}
