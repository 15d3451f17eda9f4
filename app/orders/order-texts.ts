import type { Order } from '#contract/orders.ts';
import type { OrderStatus } from '#domain/order.ts';

/** What each order status means, for the shopper. */
export const STATUS_TEXTS: Record<OrderStatus, string> = {
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
