import { callAdmin } from '#app/admin/call-admin.ts';
import { productChanged } from '#app/admin/products/product-queries.ts';
import { showSnackbar } from '#app/admin/snackbar/snackbar-store.ts';
import type { ListedProduct } from '#contract/admin/products.ts';
import { formatDateTime } from '#domain/day.ts';
import { formatRupees } from '#domain/money.ts';
import { ABOVE_MRP, isAboveMrp, type Priced } from '#domain/mrp.ts';

export type PricedProduct = Pick<
  ListedProduct,
  'id' | 'name' | 'price' | 'mrp' | 'version' | 'running'
>;
type NewPrice = { price: number; mrp: number; keeps?: string };

/**
 * Changes a price at once and offers to undo it; undoing also resumes the scheduled price that the change has ended.
 * `keeps`: the id of the running scheduled price that becomes permanent. Throws as `callAdmin`.
 */
export async function savePrice(product: PricedProduct, next: NewPrice): Promise<void> {
  const { id, name, price, mrp, version, running } = product;
  const endsScheduled = next.price !== price || next.keeps !== undefined;
  const endedPrice = endsScheduled ? running : null;
  const set = async (body: NewPrice & { version: number; resumes?: string }) => {
    const changed = await callAdmin('PATCH /admin/products/{id}/price', { params: { id }, body });
    productChanged(changed);
    return changed;
  };
  const changed = await set({ version, ...next });
  const until = !endsScheduled && running ? ` until ${formatDateTime(running.ends_at)}` : '';
  showSnackbar({
    text: `${name}: ${formatRupees(next.price)}${endedPrice ? ', and the scheduled price has ended' : until}`,
    undo: async () => {
      await set({
        version: changed.version,
        price,
        mrp,
        ...(endedPrice && { resumes: endedPrice.id }),
      });
    },
  });
}

/** Why these prices cannot be saved, by field; empty if they can. Rupees; NaN for what is not a number. */
export function priceErrors(priced: Priced): { price?: string; mrp?: string } {
  return {
    ...(!(priced.price > 0) && { price: 'Enter a price in rupees, for example 499' }),
    ...(!(priced.mrp > 0) && { mrp: 'Enter the MRP that is printed on the packs' }),
    ...(isAboveMrp(priced) && { mrp: ABOVE_MRP }),
  };
}
