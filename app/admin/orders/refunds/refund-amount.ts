import { isAmount } from '#domain/money.ts';

/**
 * Reads a typed amount in rupees. @returns the amount, or the sentence that says what is wrong with it.
 *
 * @param max rupees that can be refunded.
 */
export function readAmount(typed: string, max: number): number | string {
  const amount = Number(typed.replace(/[₹,\s]/g, ''));
  if (typed.trim() === '' || !(amount > 0) || !isAmount(amount)) return 'Enter an amount in rupees';
  if (amount > max) return `You can refund at most ₹${max}`;
  return amount;
}
