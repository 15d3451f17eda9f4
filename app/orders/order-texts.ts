import type { Order, TimelineEvent } from '#contract/orders.ts';
import { formatPaise } from '#domain/money.ts';
import { type OrderStatus, STATUSES_BEFORE_HAND_OVER } from '#domain/order.ts';
import { unrefundedPaise } from '#domain/refunded.ts';

/** What an order's status means, as a sentence for the shopper. */
export function statusText({ status, events, refunded }: Progress): string {
  // A fully refunded order can no longer be sent, only cancelled.
  if (refunded && STATUSES_BEFORE_HAND_OVER.includes(status)) return FULLY_REFUNDED_TEXT;
  const exceptions = EXCEPTION_TEXTS[status];
  const text = events
    .map(({ kind }) => exceptions?.[kind])
    .findLast((found) => found !== undefined);
  return text ?? STATUS_TEXTS[status];
}

type Progress = {
  status: OrderStatus;
  events: readonly Pick<TimelineEvent, 'kind'>[];
  /** Whether all that was paid was given back, or is on its way back. */
  refunded: boolean;
};

const FULLY_REFUNDED_TEXT = 'All that you paid for this order is refunded. Nothing will be sent.';

/**
 * Texts by the kind of the latest event, for states that share one of the six statuses. They apply only while that
 * status lasts: a parcel on its way back may still be delivered.
 */
const EXCEPTION_TEXTS: Partial<Record<OrderStatus, Record<string, string>>> = {
  shipped: {
    return_to_origin: 'The courier could not deliver your order and is bringing it back to us.',
  },
  cancelled: {
    receive_back: 'Your order was returned to us and is now cancelled.',
    lose: 'Your order was lost on its way and is now cancelled. We are sorry.',
  },
};

const STATUS_TEXTS: Record<OrderStatus, string> = {
  pending: 'We have received your order and are getting it ready.',
  confirmed: 'Your order is confirmed, and we are getting it ready.',
  processing: 'We are packing your order.',
  shipped: 'Your order is on its way to you.',
  delivered: 'Your order has been delivered.',
  cancelled: 'This order was cancelled. Nothing will be sent.',
};

/** What is to be paid in cash, and when; null for online orders, and when the cash is already collected. */
export function cashText({ payment_method, payment_status, status }: Order): string | null {
  if (payment_method !== 'cod' || payment_status !== 'pending' || status === 'delivered')
    return null;
  return status === 'cancelled' ? 'There is nothing to pay.' : 'You pay in cash when it arrives.';
}

/** What cancelling will do; its refund is what was paid online and not refunded before. */
export function cancellationText(order: PaidOrder): string {
  if (order.payment_method === 'cod') return 'Nothing will be sent, and there is nothing to pay.';
  if (order.payment_mode !== 'live') return 'Nothing will be sent. No real payment was taken.';
  const left = unrefundedPaise(order);
  if (left <= 0) return 'Nothing will be sent.';
  return `Nothing will be sent. We return ${formatPaise(left)} to the account you paid from; it usually arrives within 5 to 7 working days.`;
}

type PaidOrder = Pick<
  Order,
  'payment_method' | 'payment_mode' | 'total_amount' | 'paid_amount' | 'refunds'
>;
