import { formatRupees } from './money.ts';
import type { PaymentMode } from './order.ts';

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
