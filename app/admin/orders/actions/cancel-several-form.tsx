import { useState } from 'react';
import { focusInvalid } from '#app/admin/focus-invalid.ts';
import { FormFields } from '#app/admin/form-fields.tsx';
import { Button } from '#app/ui/button.tsx';
import { SelectField } from '#app/ui/field.tsx';
import { CANCEL_REASONS, type CancelReason } from '#domain/cancel-reasons.ts';
import { keysOf } from '#domain/keys-of.ts';

type CancelSeveralFormProps = {
  /** How many orders. */
  count: number;
  busy: boolean;
  onClose: () => void;
  onCancel: (reason: CancelReason) => void;
};

const REASONS = keysOf(CANCEL_REASONS);

/** The reason, and a button that says how many orders it cancels: one tap on a reason must not cancel many. */
export function CancelSeveralForm({ count, busy, onClose, onCancel }: CancelSeveralFormProps) {
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
