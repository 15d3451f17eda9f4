import { readRupees, typedRupees } from '#app/admin/read-rupees.ts';
import type { OrderDetail } from '#contract/admin/order-views.ts';
import { formatRupees } from '#domain/money.ts';

/**
 * The initial amount of a refund form: what is due for a return, else everything that can be refunded. Empty if the
 * order has returned pieces and their refund is settled, because then neither is likely.
 */
export function proposedAmount(
  order: Pick<OrderDetail, 'refund_due' | 'order_items'>,
  refundable: number,
): string {
  if (order.refund_due) return typedRupees(Math.min(order.refund_due, refundable));
  const isDecided = order.order_items.some(
    (item) => item.returned_good + item.returned_damaged > 0,
  );
  return isDecided ? '' : typedRupees(refundable);
}

/**
 * Parses a typed amount in rupees. @returns the amount, or the sentence that says what is wrong with it.
 *
 * @param max rupees that can be refunded.
 */
export function readRefundAmount(typed: string, max: number): number | string {
  const amount = readRupees(typed);
  if (!(amount > 0)) return 'Enter an amount in rupees';
  if (amount > max) return `You can refund at most ${formatRupees(max)}`;
  return amount;
}
