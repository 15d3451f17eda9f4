/**
 * The message that says why these prices cannot be saved; null if they can. A price must not be above the MRP. Rupees;
 * NaN for what is not a number.
 */
export function priceError(price: number, mrp: number | null): string | null {
  if (!(price > 0)) return 'Enter a price in rupees, for example 499';
  if (mrp !== null && !(mrp > 0)) return 'Enter the MRP in rupees, or leave it empty';
  if (mrp !== null && price > mrp) return 'The price cannot be above the MRP';
  return null;
}
