import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { hasErrorCode, messageOf } from '#app/shell/api/api-error.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { SelectField } from '#app/ui/field.tsx';
import { InlineAlert } from '#app/ui/inline-alert.tsx';
import { showToast } from '#app/ui/toast.tsx';
import type { OrderWithTimeline } from '#contract/orders.ts';
import { CANCEL_REASONS, SHOPPER_CANCEL_REASONS } from '#domain/cancel-reasons.ts';
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
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const [isDone, setDone] = useState(false);
  const isDialogOpen = useRef(false);
  const notify = useEffectEvent(onDone);
  // Notifies once the page shows the new state, which changes the content above the button.
  const isOver = isDone && !order.can_cancel;
  useEffect(() => {
    if (isOver) notify();
  }, [isOver]);
  // While it is open the dialog is kept: it closes with an animation and returns the focus.
  if (!order.can_cancel && !open) return null;

  function setDialogOpen(isOpen: boolean) {
    isDialogOpen.current = isOpen;
    setFailure('');
    setOpen(isOpen);
  }

  async function cancel() {
    setBusy(true);
    setFailure('');
    try {
      await cancelOrder(
        order.id,
        SHOPPER_CANCEL_REASONS.find((known) => known === reason),
      );
      setDialogOpen(false);
      setDone(true);
      showToast({ title: 'Order cancelled', description: `Order #${order.order_number}` });
    } catch (error) {
      if (hasErrorCode(error, 'not_allowed_now')) {
        await refreshOrders();
        setDialogOpen(false);
        setDone(true);
        showToast({ ...TOO_LATE, tone: 'destructive' });
      } else if (isDialogOpen.current) {
        setFailure(messageOf(error));
      } else {
        showToast({ title: 'Not cancelled', description: messageOf(error), tone: 'destructive' });
      }
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="print:hidden">
      <Button tone="secondary" className="max-sm:w-full" onClick={() => setDialogOpen(true)}>
        Cancel order
      </Button>
      <Dialog title="Cancel this order?" open={open} onClose={() => setDialogOpen(false)}>
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
          <Button tone="secondary" onClick={() => setDialogOpen(false)}>
            Keep order
          </Button>
          <Button tone="danger" busy={busy && 'Cancelling...'} onClick={() => void cancel()}>
            Cancel order
          </Button>
        </div>
      </Dialog>
    </div>
  );
}

const TOO_LATE = {
  title: 'Too late to cancel',
  description:
    'Your parcel was handed to the courier a moment ago. You can refuse it at the door, or write to us.',
};
