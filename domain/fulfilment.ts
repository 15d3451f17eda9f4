import type { PaymentMode } from './order.ts';

/** What has happened to an order's goods. `orders.status`, the specification's six words, is derived from it. */
export const FULFILMENTS = [
  'pending',
  'confirmed',
  'packed',
  'shipped',
  'returning',
  'delivered',
  'returned',
  'lost',
  'cancelled',
] as const;
export type Fulfilment = (typeof FULFILMENTS)[number];

export const FULFILMENT_NAMES: Record<Fulfilment, string> = {
  pending: 'To confirm',
  confirmed: 'To pack',
  packed: 'To hand over',
  shipped: 'On the way',
  returning: 'Coming back',
  delivered: 'Delivered',
  returned: 'Returned',
  lost: 'Lost',
  cancelled: 'Cancelled',
};

export type FulfilmentFacts = { fulfilment: Fulfilment; payment_mode: PaymentMode | null };

/** Whether the order would be packed next, but never is, because it was paid with test money (decision 037). */
export function isUnpackable({ fulfilment, payment_mode }: FulfilmentFacts): boolean {
  return fulfilment === 'confirmed' && isTestPayment(payment_mode);
}

/** An order's state as staff see it: 'To pack', or 'Test payment' for one that is never packed. */
export function fulfilmentName(order: FulfilmentFacts): string {
  return isUnpackable(order) ? 'Test payment' : FULFILMENT_NAMES[order.fulfilment];
}

/** Whether a payment moved no money. False for cash. */
export function isTestPayment(mode: PaymentMode | null): boolean {
  return mode !== null && mode !== 'live';
}
