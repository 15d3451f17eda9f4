/** Every state an order can be in, in the order it passes through them; cancelled ends it from any. */
export const ORDER_STATUSES = [
  'pending',
  'confirmed',
  'processing',
  'shipped',
  'delivered',
  'cancelled',
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

export const PAYMENT_METHODS = ['cod', 'razorpay'] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export const PAYMENT_STATUSES = [
  'pending',
  'paid',
  'failed',
  'refund_pending',
  'partially_refunded',
  'refunded',
] as const;

/** Kinds of the payment gateway's keys. Only with 'live' ones money moves; an order paid with others is not packed. */
export const PAYMENT_MODES = ['sandbox', 'test', 'live'] as const;
export type PaymentMode = (typeof PAYMENT_MODES)[number];

const PAYMENT_METHOD_NAMES: Record<PaymentMethod, string> = {
  cod: 'Cash on Delivery (COD)',
  razorpay: 'Online Payment (Razorpay)',
};

/** The words a shopper reads for a payment method; an order without one is 'Not specified'. */
export function paymentMethodName(method: PaymentMethod | null): string {
  return method ? PAYMENT_METHOD_NAMES[method] : 'Not specified';
}

/** How many thumbnails an order's card shows before '+N'. */
export const THUMBNAILS_SHOWN = 3;

/** '1 item', '3 items'. */
export function itemCount(count: number): string {
  return `${count} ${count === 1 ? 'item' : 'items'}`;
}
