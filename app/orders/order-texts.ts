import type { Order, SharedTimeline } from '#contract/orders.ts';
import { formatRupees } from '#domain/money.ts';
import type { OrderStatus } from '#domain/order.ts';

/** What an order's status means, for the shopper. */
export function statusText({ status, events }: SharedTimeline): string {
  const text = events.findLast(({ kind }) => kind in OFF_THE_USUAL_WAY)?.kind;
  return (text && OFF_THE_USUAL_WAY[text]) || STATUS_TEXTS[status];
}

/** Of the six words, 'shipped' and 'cancelled' also cover these. */
const OFF_THE_USUAL_WAY: Record<string, string> = {
  return_to_origin: 'The courier could not deliver your order and is bringing it back to us.',
  receive_back: 'Your order was returned to us and is now cancelled.',
  lose: 'Your order was lost on its way and is now cancelled. We are sorry.',
};

const STATUS_TEXTS: Record<OrderStatus, string> = {
  pending: 'We have received your order and are getting it ready.',
  confirmed: 'Your order is confirmed, and we are getting it ready.',
  processing: 'We are packing your order.',
  shipped: 'Your order is on its way to you.',
  delivered: 'Your order has been delivered.',
  cancelled: 'This order was cancelled. Nothing will be sent.',
};

/** What to pay in cash, and when; null when it does not apply. */
export function cashText({ payment_method, payment_status, status }: Order): string | null {
  if (payment_method !== 'cod' || payment_status !== 'pending' || status === 'delivered')
    return null;
  return status === 'cancelled' ? 'There is nothing to pay.' : 'You pay in cash when it arrives.';
}

/** What cancelling does, said beforehand. */
export function cancellationWords({ payment_method, payment_mode, total_amount }: Order): string {
  if (payment_method === 'cod') return 'Nothing will be sent, and there is nothing to pay.';
  if (payment_mode !== 'live') return 'Nothing will be sent. No real payment was taken.';
  return `Nothing will be sent. We return ${formatRupees(total_amount)} to the account you paid from; it usually arrives within 5 to 7 working days.`;
}
