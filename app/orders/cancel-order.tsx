import { useEffect, useEffectEvent, useState } from 'react';
import { hasErrorCode, messageOf } from '#app/shell/api/api-error.ts';
import { useWrite } from '#app/shell/use-write.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { SelectField } from '#app/ui/field.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import { showToast } from '#app/ui/toast.tsx';
import type { OrderWithTimeline } from '#contract/orders.ts';
import { CANCEL_REASONS, SHOPPER_CANCEL_REASONS } from '#domain/reasons.ts';
import { cancellationText } from './order-texts.ts';
import { cancelOrder, refreshOrders } from './use-orders.ts';

type CancelOrderProps = {
  order: OrderWithTimeline;
  /** Called when the order was cancelled, or can no longer be: this button is then removed, and the focus with it. */
  onDone: () => void;
};

/** The button 'Cancel order', while that is possible. Its dialog says what happens; the reason is optional. */
export function CancelOrder({ order, onDone }: CancelOrderProps) {
  const [open, setOpen] = useState(false);
  const [isDone, setDone] = useState(false);
  const notify = useEffectEvent(onDone);
  // Notifies once the page shows the new state, which changes the content above the button.
  const isOver = isDone && !order.can_cancel;
  useEffect(() => {
    if (isOver) notify();
  }, [isOver]);
  // While it is open the dialog is kept: it closes with an animation and returns the focus.
  if (!order.can_cancel && !open) return null;

  return (
    <div className="print:hidden">
      <Button tone="secondary" className="max-sm:w-full" onClick={() => setOpen(true)}>
        Cancel order
      </Button>
      <Dialog title="Cancel this order?" open={open} onClose={() => setOpen(false)}>
        <CancelForm
          order={order}
          onClose={() => setOpen(false)}
          onDone={() => {
            setOpen(false);
            setDone(true);
          }}
        />
      </Dialog>
    </div>
  );
}

function CancelForm({ order, onClose, onDone }: CancelOrderProps & { onClose: () => void }) {
  const [reason, setReason] = useState('');
  const { write, busy, failure } = useWrite({ explain: messageOf });

  async function cancel() {
    const known = SHOPPER_CANCEL_REASONS.find((code) => code === reason);
    try {
      await cancelOrder(order.id, known);
      showToast({ title: 'Order cancelled', description: `Order #${order.order_number}` });
    } catch (error) {
      if (!hasErrorCode(error, 'not_allowed_now')) throw error;
      await refreshOrders();
      showToast({ ...TOO_LATE, tone: 'destructive' });
    }
    onDone();
  }

  return (
    <>
      <p>{cancellationText(order)} This cannot be undone.</p>
      <SelectField
        label="Reason (optional)"
        className="mt-5"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        options={[
          { value: '', label: 'No reason given' },
          ...SHOPPER_CANCEL_REASONS.map((value) => ({ value, label: CANCEL_REASONS[value] })),
        ]}
      />
      {failure && (
        <div className="mt-4">
          <InlineAlert>{failure}</InlineAlert>
        </div>
      )}
      <div className="dialog-actions mt-6">
        <Button tone="secondary" onClick={onClose}>
          Keep order
        </Button>
        <Button tone="danger" busy={busy && 'Cancelling...'} onClick={() => void write(cancel)}>
          Cancel order
        </Button>
      </div>
    </>
  );
}

const TOO_LATE = {
  title: 'Too late to cancel',
  description:
    'Your parcel was handed to the courier a moment ago. You can refuse it at the door, or write to us.',
};
