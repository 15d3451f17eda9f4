import { DialogButton } from '#app/admin/confirm-dialog.tsx';
import { useRole } from '#app/admin/staff/use-staff.ts';
import type { OrderDetail } from '#contract/admin/order-views.ts';
import { formatRupees } from '#domain/money.ts';
import { RefundForm } from './refund-form.tsx';

/** Whether the user's role may refund this order. */
export function useMayRefund({ payment_method }: Pick<OrderDetail, 'payment_method'>): boolean {
  return useRole(...(payment_method === 'cod' ? COD_ROLES : ONLINE_ROLES));
}

const COD_ROLES = ['owner', 'accountant'] as const;
const ONLINE_ROLES = ['owner'] as const;

/** The refund that is due for returned pieces, as the next step. */
export function RefundDue({ order }: { order: OrderDetail }) {
  const mayRefund = useMayRefund(order);
  const { refund_due, refundable, order_number, payment_method } = order;
  if (!mayRefund || !refund_due || refundable === null) return null;
  const due = formatRupees(refund_due);
  return (
    <div className="grid justify-items-start gap-3">
      <p>Of what the customer sent back, {due} is still to be refunded.</p>
      <DialogButton button={{ children: `Refund ${due}` }} title={`Refund ${order_number}`}>
        {(close) => (
          <RefundForm
            order={order}
            refundable={refundable}
            byHand={payment_method === 'cod'}
            onDone={close}
          />
        )}
      </DialogButton>
    </div>
  );
}
