import { useState } from 'react';
import { AdminForm } from '#app/admin/admin-form.tsx';
import { Button } from '#app/ui/button.tsx';
import { SelectField } from '#app/ui/field.tsx';
import { CANCEL_REASONS, type CancelReason } from '#domain/cancel-reasons.ts';
import { keysOf } from '#domain/keys-of.ts';
import { UNDO_SECONDS } from '#domain/order-verbs.ts';

const REASONS = keysOf(CANCEL_REASONS);

type CancelFormProps = {
  /** How many orders it cancels. */
  count: number;
  /** What cancelling will do. */
  effects: string;
  /** Whether it can be undone until shortly before the customer's email is sent. */
  undoable: boolean;
  busy: boolean;
  onClose: () => void;
  onCancel: (reason: CancelReason) => void;
};

/**
 * The content of the dialog that cancels orders: asks for the reason. For one order, pressing a reason cancels it; for
 * several a button says how many it cancels, because one tap on a reason must not cancel many.
 */
export function CancelForm({ count, effects, undoable, busy, onClose, onCancel }: CancelFormProps) {
  const [typed, setTyped] = useState('');
  const [missing, setMissing] = useState('');
  const reason = REASONS.find((each) => each === typed);
  const about = (
    <p>
      {effects}{' '}
      {undoable
        ? `This can be undone for ${UNDO_SECONDS} seconds. The email is sent after that.`
        : 'This cannot be undone.'}
    </p>
  );
  if (count === 1)
    return (
      <>
        {about}
        <p className="mt-5 mb-2 font-semibold text-foreground">Cancel, because:</p>
        <ReasonButtons reasons={CANCEL_REASONS} busy={busy} onChoose={onCancel} />
        <div className="dialog-actions mt-6">
          <Button tone="quiet" onClick={onClose}>
            Keep the order
          </Button>
        </div>
      </>
    );
  return (
    <AdminForm
      inDialog
      head={about}
      onSubmit={() => (reason ? onCancel(reason) : setMissing('Choose a reason'))}
      busy={busy}
      submit={`Cancel ${count} orders`}
      submitting="Cancelling..."
      tone="danger"
      cancel={{ label: 'Keep the orders', onClick: onClose }}
    >
      <SelectField
        label="Reason"
        required
        value={typed}
        error={reason ? '' : missing}
        onChange={(event) => setTyped(event.target.value)}
        options={[
          { value: '', label: 'Choose' },
          ...REASONS.map((value) => ({ value, label: CANCEL_REASONS[value] })),
        ]}
      />
    </AdminForm>
  );
}

type ReasonButtonsProps<Reason extends string> = {
  reasons: Record<Reason, string>;
  busy: boolean;
  onChoose: (reason: Reason) => void;
};

/** Some reasons, of which one is chosen by pressing it. */
export function ReasonButtons<Reason extends string>({
  reasons,
  busy,
  onChoose,
}: ReasonButtonsProps<Reason>) {
  return (
    <ul className="grid gap-2 sm:grid-cols-2">
      {keysOf(reasons).map((reason) => (
        <li key={reason} className="grid">
          <Button tone="secondary" disabled={busy} onClick={() => onChoose(reason)}>
            {reasons[reason]}
          </Button>
        </li>
      ))}
    </ul>
  );
}
