import { type Paise, toPaise } from './money.ts';
import type { PaymentMethod } from './order.ts';

/** An order's amounts in rupees, and its refunds by the gateway. */
type RefundableOrder = {
  payment_method: PaymentMethod;
  total_amount: number;
  refunds: readonly { amount: number; status: string }[];
};

/** Whether all that was paid online was given back, or is on its way back. */
export function isRefundedWhole(order: RefundableOrder): boolean {
  return order.payment_method !== 'cod' && notRefunded(order) <= 0;
}

/** What was paid online and was neither given back nor is on its way back. */
export function notRefunded({
  total_amount,
  refunds,
}: Pick<RefundableOrder, 'total_amount' | 'refunds'>): Paise {
  return refunds
    .filter(({ status }) => status !== 'failed')
    .reduce((left, { amount }) => left - toPaise(amount), toPaise(total_amount));
}
