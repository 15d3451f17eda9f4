import { useState } from 'react';
import { Button } from '#app/ui/button.tsx';
import type { OrderDetail } from '#contract/admin/order-views.ts';
import { formatRupees } from '#domain/money.ts';
import { RefundDialog } from './refund-dialog.tsx';
import { useMayRefund } from './use-may-refund.ts';

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
