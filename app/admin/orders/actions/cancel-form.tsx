import { Button } from '#app/ui/button.tsx';
import { CANCEL_REASONS, type CancelReason } from '#domain/cancel-reasons.ts';
import { keysOf } from '#domain/keys-of.ts';
import { UNDO_SECONDS } from '#domain/order-verbs.ts';

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

/** The content of the dialog that cancels orders: pressing a reason cancels them. */
export function CancelForm({ count, effects, undoable, busy, onClose, onCancel }: CancelFormProps) {
  return (
    <>
      <p>
        {effects}{' '}
        {undoable
          ? `This can be undone for ${UNDO_SECONDS} seconds. The email is sent after that.`
          : 'This cannot be undone.'}
      </p>
      <p className="mt-5 mb-2 font-semibold text-foreground">
        {count === 1 ? 'Cancel, because:' : `Cancel all ${count}, because:`}
      </p>
      <ReasonButtons reasons={CANCEL_REASONS} busy={busy} onChoose={onCancel} />
      <div className="dialog-actions mt-6">
        <Button tone="quiet" onClick={onClose}>
          {count === 1 ? 'Keep the order' : 'Keep the orders'}
        </Button>
      </div>
    </>
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
