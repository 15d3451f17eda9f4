import { type Paise, toPaise } from './money.ts';
import type { PaymentMethod } from './order.ts';

/** The payment of an order, in rupees, and its refunds through the gateway. */
type RefundableOrder = {
  payment_method: PaymentMethod;
  total_amount: number;
  /** What was paid instead, with an offer or a fee of the gateway. */
  paid_amount?: number | null | undefined;
  refunds: readonly { amount: number; status: string }[];
};

/** Whether everything paid online was refunded, or is being refunded. False for cash. */
export function isFullyRefunded(order: RefundableOrder): boolean {
  return order.payment_method !== 'cod' && unrefundedPaise(order) <= 0;
}

/** The part of an online payment that was neither refunded nor is being refunded, in paise. */
export function unrefundedPaise({
  total_amount,
  paid_amount,
  refunds,
}: Pick<RefundableOrder, 'total_amount' | 'paid_amount' | 'refunds'>): Paise {
  return refunds
    .filter(({ status }) => status !== 'failed')
    .reduce((left, { amount }) => left - toPaise(amount), toPaise(paid_amount ?? total_amount));
}
