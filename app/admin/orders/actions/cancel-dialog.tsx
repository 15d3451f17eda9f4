import type { ReactNode } from 'react';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { CANCEL_REASONS, type CancelReason } from '#domain/cancel-reasons.ts';
import { UNDO_SECONDS } from '#domain/order-verbs.ts';
import { CancelSeveralForm } from './cancel-several-form.tsx';
import { ReasonButtons } from './reason-dialog.tsx';

type CancelDialogProps = {
  open: boolean;
  title: string;
  /** How many orders it cancels. */
  count?: number;
  /** What cancelling will do. */
  effects: string;
  /** Whether it can be undone until shortly before the customer's email is sent. */
  undoable: boolean;
  busy: boolean;
  /** The form for the second factor, shown instead of the dialog's own content. */
  step: ReactNode;
  /** What has changed since it opened. */
  changeNotice?: ReactNode;
  onClose: () => void;
  onCancel: (reason: CancelReason) => void;
};

/** Asks for the reason. For one order, pressing a reason cancels it; for several there is a button. */
export function CancelDialog({
  open,
  title,
  count = 1,
  effects,
  undoable,
  busy,
  step,
  changeNotice,
  onClose,
  onCancel,
}: CancelDialogProps) {
  return (
    <Dialog title={title} open={open} onClose={onClose}>
      {step || (
        <>
          {changeNotice}
          <p>
            {effects}{' '}
            {undoable
              ? `This can be undone for ${UNDO_SECONDS} seconds. The email is sent after that.`
              : 'This cannot be undone.'}
          </p>
          {count > 1 ? (
            <CancelSeveralForm count={count} busy={busy} onClose={onClose} onCancel={onCancel} />
          ) : (
            <>
              <p className="mt-5 mb-2 font-semibold text-foreground">Cancel, because:</p>
              <ReasonButtons reasons={CANCEL_REASONS} busy={busy} onChoose={onCancel} />
              <div className="dialog-actions mt-6">
                <Button tone="quiet" onClick={onClose}>
                  Keep the order
                </Button>
              </div>
            </>
          )}
        </>
      )}
    </Dialog>
  );
}
