import { readRupees } from '#app/admin/read-rupees.ts';
import type { OrderDetail } from '#contract/admin/order-views.ts';
import { formatRupees } from '#domain/money.ts';

/**
 * The amount with which a refund's form begins: what is due for a return, else all that can be refunded. It begins empty
 * where the owner has decided about all returned pieces: then neither of these was meant.
 */
export function proposedAmount(
  order: Pick<OrderDetail, 'refund_due' | 'order_items'>,
  refundable: number,
): string {
  if (order.refund_due) return String(Math.min(order.refund_due, refundable));
  const isDecided = order.order_items.some(
    (item) => item.returned_good + item.returned_damaged > 0,
  );
  return isDecided ? '' : String(refundable);
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
