import { formatRupees } from './money.ts';
import type { PaymentMode } from './order.ts';

/** What a shopper reads of a refund of `amount` rupees that was started. */
export function refundStartedText(amount: number, paymentMode: PaymentMode | null): string {
  const returned = formatRupees(amount);
  return paymentMode === 'live'
    ? `We are returning ${returned} to the account you paid from. It usually arrives within 5 to 7 working days.`
    : `No real payment was taken: the refund of ${returned} is a test.`;
}
