/** An order's states in sequence, as shoppers see them. `order-verbs.ts` says from which it can be cancelled. */
export const ORDER_STATUSES = [
  'pending',
  'confirmed',
  'processing',
  'shipped',
  'delivered',
  'cancelled',
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** The states before the parcel is handed over. */
export const STATUSES_BEFORE_HAND_OVER: readonly OrderStatus[] = [
  'pending',
  'confirmed',
  'processing',
];

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

/** Modes of the payment gateway's keys. Only 'live' keys move money; orders paid with others are not packed. */
export const PAYMENT_MODES = ['sandbox', 'test', 'live'] as const;
export type PaymentMode = (typeof PAYMENT_MODES)[number];

const PAYMENT_METHOD_NAMES: Record<PaymentMethod, string> = {
  cod: 'Cash on Delivery (COD)',
  razorpay: 'Online Payment (Razorpay)',
};

/** A payment method's name for shoppers; 'Not specified' for an order without one. */
export function paymentMethodName(method: PaymentMethod | null): string {
  return method ? PAYMENT_METHOD_NAMES[method] : 'Not specified';
}

/** '1 item', '3 items'. */
export function itemCount(count: number): string {
  return `${count} ${count === 1 ? 'item' : 'items'}`;
}
