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

/** A scheduled price and what the product had before it, in rupees; null where it was not kept. */
type Scheduled = {
  price: number;
  mrp: number | null;
  former_price: number;
  former_mrp: number | null;
};

/** What a product has when a scheduled price begins. Without an MRP of its own, it keeps the product's. */
export function whenBegun(
  { price, mrp }: Pick<Scheduled, 'price' | 'mrp'>,
  product: Priced,
): Priced {
  return { price, mrp: mrp ?? Math.max(product.mrp, price) };
}

/** What a product has when a scheduled price ends. An MRP that somebody corrected meanwhile stays. */
export function whenEnded(scheduled: Scheduled, product: Priced): Priced {
  const { former_price: price, former_mrp } = scheduled;
  const begun = scheduled.mrp ?? Math.max(former_mrp ?? 0, scheduled.price);
  const stays = product.mrp !== begun && product.mrp >= price;
  return { price, mrp: stays ? product.mrp : (former_mrp ?? Math.max(product.mrp, price)) };
}
