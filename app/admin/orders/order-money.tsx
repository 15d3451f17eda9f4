import { useState } from 'react';
import { useRole } from '#app/admin/staff/use-staff.ts';
import { Button } from '#app/ui/button.tsx';
import { ItemRow } from '#app/ui/item-row.tsx';
import { SumRow } from '#app/ui/sum-row.tsx';
import type { OrderDetail } from '#contract/admin/order-views.ts';
import { formatPaise, toPaise } from '#domain/money.ts';
import { paymentMethodName } from '#domain/order.ts';
import { RefundDialog } from './refund-dialog.tsx';

const rupees = (amount: number) => formatPaise(toPaise(amount));

/** What was ordered, what it costs, how it is paid, and what was given back. */
export function OrderMoney({ order }: { order: OrderDetail }) {
  const [refunding, setRefunding] = useState(false);
  const mayRefund = useRole(...(order.payment_method === 'cod' ? COD_ROLES : ONLINE_ROLES));
  const { refundable, to_collect, total_amount } = order;
  return (
    <section className="panel">
      <h2 className="text-lg">Items</h2>
      <ul className="mt-3 divide-y divide-line">
        {order.order_items.map((item) => (
          <ItemRow
            key={item.id}
            picture={item.product_image}
            name={item.product_name}
            quantity={
              item.price === null
                ? `${item.quantity} pcs`
                : `${item.quantity} × ${rupees(item.price)}`
            }
            amount={item.subtotal === null ? '' : rupees(item.subtotal)}
            className="py-3 first:pt-0"
          />
        ))}
      </ul>
      <dl className="grid gap-1 border-t border-line pt-3">
        {total_amount !== null && (
          <SumRow name="Total" className="font-semibold text-ink">
            {rupees(total_amount)}
          </SumRow>
        )}
        <SumRow name={paymentMethodName(order.payment_method)}>
          {to_collect === null
            ? order.payment_status.replaceAll('_', ' ')
            : `${rupees(to_collect)} to collect`}
        </SumRow>
        {order.cash && (
          <SumRow name="Cash from the courier">
            {rupees(order.cash.amount)} {order.cash.state}
          </SumRow>
        )}
        {order.refunds.map((refund) => (
          <SumRow key={refund.id} name={`Refund, ${refund.status}`}>
            −{rupees(refund.amount)}
          </SumRow>
        ))}
      </dl>
      {mayRefund && refundable !== null && refundable > 0 && (
        <>
          <Button tone="secondary" className="mt-4" onClick={() => setRefunding(true)}>
            Refund
          </Button>
          <RefundDialog
            order={order}
            refundable={refundable}
            open={refunding}
            onClose={() => setRefunding(false)}
          />
        </>
      )}
    </section>
  );
}

const COD_ROLES = ['owner', 'accountant'] as const;
const ONLINE_ROLES = ['owner'] as const;
