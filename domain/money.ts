/** An amount of money in whole paise (1 rupee = 100 paise). All arithmetic in the shop is done on these. */
export type Paise = number;

/** The largest amount that the tables' numeric(12,2) columns can hold: ten digits of rupees. */
const MAX_AMOUNT: Paise = 9_999_999_999_99;

/**
 * Converts rupees, as in the tables and the API, e.g. `499` or `499.5`.
 * @throws RangeError for anything else, see `isAmount`.
 */
export function toPaise(rupees: number): Paise {
  if (!isAmount(rupees)) throw new RangeError(`Not an amount in rupees and paise: ${rupees}`);
  return Math.round(rupees * 100);
}

/** Whether this is an amount in rupees with at most two decimals that the tables can hold. */
export function isAmount(rupees: number): boolean {
  const paise = Math.round(rupees * 100);
  return toRupees(paise) === rupees && Math.abs(paise) <= MAX_AMOUNT;
}

/** Converts paise to rupees, as in the tables and the API. */
export function toRupees(paise: Paise): number {
  return paise / 100;
}

/** `₹1,299`: a price limit, in whole rupees. */
export function formatWholeRupees(rupees: number): string {
  return `₹${rupees.toLocaleString('en-IN')}`;
}

const rupeeFormat = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  minimumFractionDigits: 2,
});

/** `₹1,299.00`: amounts are shown in rupees with two decimals, grouped as in India. */
export function formatPaise(paise: Paise): string {
  return rupeeFormat.format(toRupees(paise));
}

/** The same for rupees, as in the tables and the API. */
export function formatRupees(rupees: number): string {
  return formatPaise(toPaise(rupees));
}
