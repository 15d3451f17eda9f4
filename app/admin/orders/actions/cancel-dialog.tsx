import { type ReactNode, useState } from 'react';
import { focusInvalid } from '#app/admin/focus-invalid.ts';
import { FormFields } from '#app/admin/form-fields.tsx';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { SelectField } from '#app/ui/field.tsx';
import { CANCEL_REASONS, type CancelReason } from '#domain/cancel-reasons.ts';
import { keysOf } from '#domain/keys-of.ts';
import { UNDO_SECONDS } from '#domain/order-verbs.ts';
import { ReasonButtons } from './reason-dialog.tsx';

const REASONS = keysOf(CANCEL_REASONS);

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

type CancelSeveralFormProps = {
  /** How many orders. */
  count: number;
  busy: boolean;
  onClose: () => void;
  onCancel: (reason: CancelReason) => void;
};

/** The reason, and a button that says how many orders it cancels: one tap on a reason must not cancel many. */
function CancelSeveralForm({ count, busy, onClose, onCancel }: CancelSeveralFormProps) {
  const [typed, setTyped] = useState('');
  const [missing, setMissing] = useState('');
  const reason = REASONS.find((each) => each === typed);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setMissing(reason ? '' : 'Choose a reason');
        if (reason) onCancel(reason);
        focusInvalid(event.currentTarget);
      }}
    >
      <FormFields saving={busy}>
        <SelectField
          label="Reason"
          className="mt-5"
          required
          value={typed}
          error={missing}
          onChange={(event) => setTyped(event.target.value)}
          options={[
            { value: '', label: 'Choose' },
            ...REASONS.map((value) => ({ value, label: CANCEL_REASONS[value] })),
          ]}
        />
      </FormFields>
      <div className="dialog-actions mt-6">
        <Button tone="quiet" onClick={onClose}>
          Keep the orders
        </Button>
        <Button type="submit" tone="danger" busy={busy && 'Cancelling...'}>
          Cancel {count} orders
        </Button>
      </div>
    </form>
  );
}
