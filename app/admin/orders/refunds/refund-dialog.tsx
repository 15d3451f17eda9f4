import { useState } from 'react';
import { useRole } from '#app/admin/staff/use-staff.ts';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import type { OrderDetail } from '#contract/admin/order-views.ts';
import { formatRupees } from '#domain/money.ts';
import { ManualRefundForm, RefundForm } from './refund-form.tsx';

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

/** Whether the user's role may refund this order. */
export function useMayRefund({ payment_method }: Pick<OrderDetail, 'payment_method'>): boolean {
  return useRole(...(payment_method === 'cod' ? COD_ROLES : ONLINE_ROLES));
}

const COD_ROLES = ['owner', 'accountant'] as const;
const ONLINE_ROLES = ['owner'] as const;

/** The refund that is due for returned pieces, as the next step. */
export function RefundDue({ order }: { order: OrderDetail }) {
  const [open, setOpen] = useState(false);
  const mayRefund = useMayRefund(order);
  const { refund_due, refundable } = order;
  if (!mayRefund || !refund_due || refundable === null) return null;
  const due = formatRupees(refund_due);
  return (
    <div className="grid justify-items-start gap-3">
      <p>Of what the customer sent back, {due} is still to be refunded.</p>
      <Button onClick={() => setOpen(true)}>Refund {due}</Button>
      <RefundDialog
        order={order}
        refundable={refundable}
        open={open}
        onClose={() => setOpen(false)}
      />
    </div>
  );
}
