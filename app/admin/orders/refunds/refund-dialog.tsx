import { Dialog } from '#app/ui/dialog.tsx';
import type { OrderDetail } from '#contract/admin/order-views.ts';
import { ManualRefundForm } from './manual-refund-form.tsx';
import { RefundForm } from './refund-form.tsx';

type RefundDialogProps = {
  order: OrderDetail;
  /** Rupees that can still be refunded. */
  refundable: number;
  open: boolean;
  onClose: () => void;
};

/** Refunds money: online payments through the gateway, cash by hand. */
export function RefundDialog({ order, refundable, open, onClose }: RefundDialogProps) {
  const Form = order.payment_method === 'cod' ? ManualRefundForm : RefundForm;
  return (
    <Dialog title={`Refund ${order.order_number}`} open={open} onClose={onClose}>
      <Form order={order} refundable={refundable} onDone={onClose} />
    </Dialog>
  );
}
