import { formatRupees, type Paise, toPaise } from './money.ts';
import type { PaymentMethod, PaymentMode } from './order.ts';

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

/** The sentence for the shopper about a refund of `amount` rupees that was started or has arrived. */
export function refundStartedText(amount: number, paymentMode: PaymentMode | null): string {
  const returned = formatRupees(amount);
  return paymentMode === 'live'
    ? `${returned} goes back to the account you paid from. A refund usually arrives within 5 to 7 working days.`
    : `No real payment was taken: the refund of ${returned} is a test.`;
}

/** What an email says once the gateway has made that refund. */
export function refundDoneText(amount: number, paymentMode: PaymentMode | null): string {
  return paymentMode === 'live'
    ? `${formatRupees(amount)} has been refunded to the account you paid from. Your bank may need a few days to show it.`
    : refundStartedText(amount, paymentMode);
}

/** The sentence after the gateway has refused the refund. The owner is notified and takes care of it. */
export function refundFailedText(amount: number, paymentMode: PaymentMode | null): string {
  return paymentMode === 'live'
    ? `The refund of ${formatRupees(amount)} was not possible so far; we are looking into it.`
    : refundStartedText(amount, paymentMode);
}
