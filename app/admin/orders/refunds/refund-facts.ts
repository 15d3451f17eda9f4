import { readRupees, typedRupees } from '#app/admin/read-rupees.ts';
import type { OrderDetail } from '#contract/admin/order-views.ts';
import type { MANUAL_WAYS, StaffRefundReason } from '#contract/admin/refunds.ts';
import { formatRupees } from '#domain/money.ts';

type ManualWay = (typeof MANUAL_WAYS)[number];

export const REFUND_REASONS: Record<StaffRefundReason, string> = {
  cancelled: 'The order was cancelled',
  returned: 'Came back, or was damaged',
  goodwill: 'Goodwill',
};

export const REFUND_REASON_OPTIONS = optionsOf(REFUND_REASONS);

/** The ways of paying a refund by hand. */
export const WAYS: Record<ManualWay, string> = {
  upi: 'UPI',
  bank: 'Bank transfer',
  cash: 'Cash',
};

export const WAY_OPTIONS = optionsOf(WAYS);

function optionsOf(names: Record<string, string>) {
  return Object.entries(names).map(([value, label]) => ({ value, label }));
}

/** The reason that an order's state suggests. */
export function suggestedReason({ fulfilment, refund_due }: OrderDetail): StaffRefundReason {
  if (refund_due) return 'returned';
  if (fulfilment === 'cancelled') return 'cancelled';
  return fulfilment === 'returned' || fulfilment === 'lost' ? 'returned' : 'goodwill';
}

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
