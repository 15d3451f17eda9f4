import { Dialog } from '#app/ui/dialog.tsx';
import type { OrderDetail } from '#contract/admin/order-views.ts';
import { ManualRefundForm } from './manual-refund-form.tsx';
import { RefundForm } from './refund-form.tsx';

type RefundDialogProps = {
  order: OrderDetail;
  /** Rupees that can still be refunded. */
  refundable: number;
  /** Whether the money was sent by hand: cash always is, an online payment where its refund has failed. */
  byHand?: boolean;
  open: boolean;
  onClose: () => void;
};

/** Refunds money through the gateway, or records a refund by hand. */
export function RefundDialog({
  order,
  refundable,
  byHand = order.payment_method === 'cod',
  open,
  onClose,
}: RefundDialogProps) {
  const Form = byHand ? ManualRefundForm : RefundForm;
  return (
    <Dialog title={`Refund ${order.order_number}`} open={open} onClose={onClose}>
      <Form order={order} refundable={refundable} onDone={onClose} />
    </Dialog>
  );
}
