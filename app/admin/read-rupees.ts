import { isAmount } from '#domain/money.ts';
import { codeText } from '#domain/text.ts';

/** Rupees as the text of a field, as somebody would type them: '499', '449.50'. */
export function typedRupees(rupees: number): string {
  return Number.isInteger(rupees) ? String(rupees) : rupees.toFixed(2);
}

/** Parses typed rupees: '499', '₹1,299.50'. NaN for anything else. */
export function readRupees(typed: string): number {
  const plain = codeText(typed).replace(/[₹, ]/g, '');
  const rupees = /^\d{1,9}(\.\d{1,2})?$/.test(plain) ? Number(plain) : Number.NaN;
  return isAmount(rupees) ? rupees : Number.NaN;
}

/** Parses a typed number of pieces; NaN for anything but a whole number of at most six digits. */
export function readCount(typed: string): number {
  const digits = codeText(typed);
  return /^\d{1,6}$/.test(digits) ? Number(digits) : Number.NaN;
}
