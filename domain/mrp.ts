/** A price and the maximum retail price (MRP) printed on the pack, each in rupees inclusive of all taxes. */
export type Priced = { price: number; mrp: number };

/**
 * Whether a price breaks the law: nothing is sold above the MRP of its pack (Legal Metrology (Packaged Commodities)
 * Rules, 2011, rule 18(2)). PostgreSQL guards it as `price_within_mrp`.
 */
export function isAboveMrp({ price, mrp }: Priced): boolean {
  return price > mrp;
}

/** The MRP that is shown, struck through, beside a lower price; null where the price is the MRP. */
export function mrpBeside({ price, mrp }: Priced): number | null {
  return mrp > price ? mrp : null;
}

/** Says what is missing when a price is raised above the MRP: whoever raises it states the new one. */
export const ABOVE_MRP = 'The price is above this MRP. Enter the MRP that is printed on the packs';
