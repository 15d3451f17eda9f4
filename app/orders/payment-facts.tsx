import type { Order, OrderRefund } from '#contract/orders.ts';
import { formatDay } from '#domain/day.ts';
import { formatRupees } from '#domain/money.ts';

const REFUND_TEXTS: Record<OrderRefund['status'], string> = {
  queued: 'Refund started',
  pending: 'Refund started',
  processed: 'Refunded',
  failed: 'Refund not possible; we are looking into it',
};

/** Ids and refunds of an order's online payment. Nothing for cash. */
export function PaymentFacts({ order }: { order: Order }) {
  if (!order.payment_id) return null;
  return (
    <>
      <div>
        <dt className="text-sm text-muted">Payment ID</dt>
        <dd className="font-medium break-all text-foreground">{order.payment_id}</dd>
      </div>
      {typeof order.paid_amount === 'number' && (
        <div>
          <dt className="text-sm text-muted">You paid</dt>
          <dd className="font-medium text-foreground">
            {`${formatRupees(order.paid_amount)}, ${order.paid_amount < order.total_amount ? 'with an offer' : 'with the payment fee'}`}
          </dd>
        </div>
      )}
      {order.refunds.length > 0 && (
        <div>
          <dt className="text-sm text-muted">Refunds</dt>
          {order.refunds.map((refund) => (
            <dd key={refund.id} className="font-medium text-foreground">
              {formatRupees(refund.amount)}, {formatDay(refund.created_at)}:{' '}
              {REFUND_TEXTS[refund.status]}
            </dd>
          ))}
        </div>
      )}
    </>
  );
}
