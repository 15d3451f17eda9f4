import { type ReactNode, useRef } from 'react';
import { ChargeRows } from '#app/shell/order/charge-rows.tsx';
import { Card } from '#app/ui/card.tsx';
import { ItemRow, SumRow } from '#app/ui/item-row.tsx';
import { Link } from '#app/ui/link.js';
import { OrderNumber } from '#app/ui/order-number.tsx';
import { scrollToAndFocus } from '#app/ui/scroll-to-and-focus.ts';
import type { Order, OrderRefund, OrderWithTimeline } from '#contract/orders.ts';
import { addressLines } from '#domain/address.ts';
import { cartTotal } from '#domain/cart.ts';
import { formatDay } from '#domain/day.ts';
import { formatPaise, formatRupees } from '#domain/money.ts';
import { paymentMethodName } from '#domain/order.ts';
import { hasCharges } from '#domain/price-order.ts';
import { isFullyRefunded } from '#domain/refunds.ts';
import { CancelOrder } from './cancel-order.tsx';
import { OrderStatusBadge, statusLabel } from './order-status.tsx';
import { cashText, statusText } from './order-texts.ts';
import { OrderTimeline } from './order-timeline.tsx';

const REFUND_TEXTS: Record<OrderRefund['status'], string> = {
  queued: 'Refund started',
  pending: 'Refund started',
  processed: 'Refunded',
  failed: 'Refund not possible; we are looking into it',
};

/** All details of one order. */
export function OrderDetail({ order }: { order: OrderWithTimeline }) {
  const address = order.shipping_address;
  const cash = cashText(order);
  const refunded = isFullyRefunded(order);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <div className="grid grid-cols-1 gap-6 print:gap-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div>
          <h2 ref={heading} tabIndex={-1} className="text-2xl outline-none">
            Order <OrderNumber number={order.order_number} />
          </h2>
          <p className="mt-1 text-muted">Placed on {formatDay(order.created_at)}</p>
        </div>
        <OrderStatusBadge status={order.status} />
        <p className="w-full">{statusText({ ...order, refunded })}</p>
      </div>

      <Card className="print:hidden">
        <h3 className="mb-4 text-xl">Where your order is</h3>
        <OrderTimeline
          events={order.events}
          refunded={refunded}
          expected_by={order.expected_by}
          paymentMode={order.payment_mode}
        />
      </Card>

      <Card>
        <dl className="grid gap-4 sm:grid-cols-2 print:grid-cols-4">
          <Fact name="Payment Method">{paymentMethodName(order.payment_method)}</Fact>
          <Fact name="Payment Status">
            {statusLabel(order.payment_status)}
            {cash && <p className="text-sm font-normal text-muted">{cash}</p>}
          </Fact>
          <PaymentFacts order={order} />
        </dl>
      </Card>

      <Card>
        <h3 className="text-xl">Items</h3>
        <ul className="mt-4 divide-y divide-border">
          {order.order_items.map((item) => (
            <ItemRow
              key={item.id}
              picture={item.product_image}
              name={item.product_name}
              quantity={`Qty: ${item.quantity} × ${formatRupees(item.price)}`}
              amount={formatRupees(item.subtotal)}
              className="py-4 first:pt-0 print:py-1"
            />
          ))}
        </ul>
        <dl className="grid gap-y-2 border-t border-border pt-4">
          <OrderCharges order={order} />
          <SumRow name="Total" className="text-lg font-semibold text-foreground">
            {formatRupees(order.total_amount)}
          </SumRow>
        </dl>
      </Card>

      <Card>
        <h3 className="text-xl">Shipping Address</h3>
        <p className="mt-3 font-medium text-foreground">{address.full_name}</p>
        <p className="text-sm text-muted">{address.phone}</p>
        <address className="mt-2 text-sm whitespace-pre-line not-italic">
          {addressLines(address).join('\n')}
        </address>
      </Card>

      {HANDED_OVER.includes(order.status) && (
        <Link
          to={`/contact#order=${order.order_number}`}
          className="inline-flex min-h-11 items-center justify-self-start text-sm text-primary underline underline-offset-4 print:hidden"
        >
          Something wrong with this order?
        </Link>
      )}

      <CancelOrder order={order} onDone={() => scrollToAndFocus(heading.current)} />
    </div>
  );
}

/** What was added to the items and taken off. Nothing where the total is their sum. */
function OrderCharges({ order }: { order: Pick<Order, 'charges' | 'order_items'> }) {
  const { charges, order_items } = order;
  if (!charges || !hasCharges(charges)) return null;
  return (
    <>
      <SumRow name="Subtotal">{formatPaise(cartTotal(order_items))}</SumRow>
      <ChargeRows charges={charges} format={formatRupees} />
    </>
  );
}

/** Statuses in which a shopper may want to report that a parcel is late, damaged or incomplete. */
const HANDED_OVER: readonly OrderWithTimeline['status'][] = ['shipped', 'delivered'];

/** Ids and refunds of an order's online payment. Nothing for cash. */
function PaymentFacts({ order }: { order: Order }) {
  if (!order.payment_id) return null;
  return (
    <>
      <Fact name="Payment ID">
        <span className="break-all">{order.payment_id}</span>
      </Fact>
      {typeof order.paid_amount === 'number' && (
        <Fact name="You paid">
          {`${formatRupees(order.paid_amount)}, ${order.paid_amount < order.total_amount ? 'with an offer' : 'with the payment fee'}`}
        </Fact>
      )}
      {order.refunds.length > 0 && (
        <Fact name="Refunds">
          {order.refunds.map((refund) => (
            <p key={refund.id}>
              {formatRupees(refund.amount)}, {formatDay(refund.created_at)}:{' '}
              {REFUND_TEXTS[refund.status]}
            </p>
          ))}
        </Fact>
      )}
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="font-medium text-foreground">{children}</dd>
    </div>
  );
}
