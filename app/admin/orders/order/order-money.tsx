import { PAYMENT_TEXTS } from '#app/admin/orders/event-texts.ts';
import {
  DisputeWarning,
  RefundButton,
  useMayRefund,
} from '#app/admin/orders/refunds/refund-form.tsx';
import { ChargeRows } from '#app/shell/order/charge-rows.tsx';
import { ItemRow, SumRow } from '#app/ui/item-row.tsx';
import type { OrderDetail } from '#contract/admin/order-views.ts';
import type { RefundView } from '#contract/admin/refunds.ts';
import { DISPUTE_STATUS_TEXTS } from '#domain/dispute.ts';
import { formatRupees } from '#domain/money.ts';
import { paymentMethodName } from '#domain/order.ts';
import { hasCharges } from '#domain/price-order.ts';

/** The state of a refund, shown before its amount. */
export const REFUND_NAMES: Record<RefundView['status'], string> = {
  queued: 'Refund, not sent yet',
  pending: 'Refund on its way',
  processed: 'Refunded',
  failed: 'Refund that failed',
  done: 'Refunded by hand',
};

const CASH_TEXTS: Record<Exclude<Cash['state'], 'void'>, string> = {
  due: 'expected',
  remitted: 'received',
  short: 'expected, less received',
  disputed: 'disputed',
};

const rupees = (amount: number) => formatRupees(amount);

/** The items, the sum, the payment and the refunds. */
export function OrderMoney({ order }: { order: OrderDetail }) {
  const mayRefund = useMayRefund(order);
  const { refundable, total_amount } = order;
  const inCash = order.payment_method === 'cod';
  /** Of an online payment whose refund has failed. */
  const byHand = inCash ? 0 : (order.refundable_by_hand ?? 0);
  return (
    <section className="panel">
      <h2 className="text-lg">Items</h2>
      <ul className="mt-3 divide-y divide-border">
        {order.order_items.map((item) => (
          <ItemRow
            key={item.id}
            picture={item.product_image}
            name={item.product_name}
            badge={<Returned item={item} />}
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
      <dl className="grid gap-1 border-t border-border pt-3">
        {order.charges && hasCharges(order.charges) && (
          <ChargeRows charges={order.charges} format={rupees} />
        )}
        {total_amount !== null && (
          <SumRow name="Total" className="font-semibold text-foreground">
            {rupees(total_amount)}
          </SumRow>
        )}
        {total_amount !== null && order.paid_amount !== null && (
          <SumRow
            name={order.paid_amount < total_amount ? 'Paid, with an offer' : 'Paid, with the fee'}
          >
            {rupees(order.paid_amount)}
          </SumRow>
        )}
        <SumRow name={paymentMethodName(order.payment_method)}>{paymentText(order)}</SumRow>
        {order.cash && <SumRow name="Cash from the courier">{cashText(order.cash)}</SumRow>}
        {order.disputes.map((dispute) => (
          <SumRow key={dispute.id} name={`Dispute ${DISPUTE_STATUS_TEXTS[dispute.status]}`}>
            {dispute.deducted > 0 ? `−${rupees(dispute.deducted)}` : rupees(dispute.amount)}
          </SumRow>
        ))}
        {order.refunds.map((refund) => (
          <SumRow key={refund.id} name={REFUND_NAMES[refund.status]}>
            −{rupees(refund.amount)}
          </SumRow>
        ))}
      </dl>
      <div className="grid gap-3 not-empty:mt-4">
        <DisputeWarning disputes={order.disputes} />
      </div>
      {mayRefund && refundable !== null && refundable > 0 && (
        <div className="mt-4 flex flex-wrap gap-2">
          <RefundButton order={order} refundable={refundable} byHand={inCash} tone="secondary">
            Refund
          </RefundButton>
          {byHand > 0 && (
            <RefundButton order={order} refundable={byHand} byHand tone="quiet">
              Refunded by hand
            </RefundButton>
          )}
        </div>
      )}
    </section>
  );
}

/** '1 came back, 1 damaged', or nothing. */
function Returned({ item }: { item: OrderDetail['order_items'][number] }) {
  const { returned_good, returned_damaged } = item;
  if (returned_good + returned_damaged === 0) return null;
  return (
    <span className="block text-sm text-foreground">
      {returned_good + returned_damaged} came back
      {returned_damaged > 0 && `, ${returned_damaged} damaged`}
    </span>
  );
}

type Cash = NonNullable<OrderDetail['cash']>;

/** The cash that the courier collects: '₹499.00 received'; 'none expected' after an undone delivery. */
export function cashText({ state, amount }: Pick<Cash, 'state' | 'amount'>): string {
  return state === 'void' ? 'none expected' : `${formatRupees(amount)} ${CASH_TEXTS[state]}`;
}

/** '₹499.00 to collect', 'paid', 'partly refunded', or 'not paid' where no cash is to come any more. */
export function paymentText({
  to_collect,
  payment_status,
}: Pick<OrderDetail, 'to_collect' | 'payment_status'>): string {
  return to_collect === null
    ? PAYMENT_TEXTS[payment_status]
    : `${formatRupees(to_collect)} to collect`;
}
