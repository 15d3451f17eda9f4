import { readRupees } from '#app/admin/read-rupees.ts';
import { formatRupees } from '#domain/money.ts';

/**
 * Parses a typed amount in rupees. @returns the amount, or the sentence that says what is wrong with it.
 *
 * @param max rupees that can be refunded.
 */
export function readRefundAmount(typed: string, max: number): number | string {
  const amount = readRupees(typed);
  if (!(amount > 0)) return 'Enter an amount in rupees';
  if (amount > max) return `You can refund at most ${formatRupees(max)}`;
  return amount;
}
