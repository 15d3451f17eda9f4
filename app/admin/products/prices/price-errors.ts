import { ABOVE_MRP, isAboveMrp, type Priced } from '#domain/mrp.ts';

/** Why these prices cannot be saved, by field; empty if they can. Rupees; NaN for what is not a number. */
export function priceErrors(priced: Priced): { price?: string; mrp?: string } {
  return {
    ...(!(priced.price > 0) && { price: 'Enter a price in rupees, for example 499' }),
    ...(!(priced.mrp > 0) && { mrp: 'Enter the MRP that is printed on the packs' }),
    ...(isAboveMrp(priced) && { mrp: ABOVE_MRP }),
  };
}
