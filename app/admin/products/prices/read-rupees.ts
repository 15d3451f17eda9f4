import { isAmount } from '#domain/money.ts';

/** Rupees as they are typed: '499', '₹1,299.50'. NaN for anything else. */
export function readRupees(typed: string): number {
  const plain = typed.replace(/[₹,\s]/g, '');
  const rupees = /^\d{1,9}(\.\d{1,2})?$/.test(plain) ? Number(plain) : Number.NaN;
  return isAmount(rupees) ? rupees : Number.NaN;
}

/** As `readRupees`; null where nothing is typed. */
export function readOptionalRupees(typed: string): number | null {
  return typed.trim() === '' ? null : readRupees(typed);
}

/** Why this price cannot be saved, or null. The price is never above the MRP. */
export function priceFault(price: number, mrp: number | null): string | null {
  if (!(price > 0)) return 'Enter a price in rupees, for example 499';
  if (mrp !== null && !(mrp > 0)) return 'Enter the MRP in rupees, or leave it empty';
  if (mrp !== null && price > mrp) return 'The price cannot be above the MRP';
  return null;
}
