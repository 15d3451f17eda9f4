import type { AdminProduct } from '#contract/admin/products.ts';
import { AppError } from '#contract/errors.ts';
import type { StaffAccess } from '#server/database/staff-database.ts';
import { aboveMrp, priceAboveMrp } from './check-schedule.ts';
import { lockPrices, replacePriceChange, resumePriceChange, updatePrice } from './queries.ts';
import { changeProduct, checkPrice } from './save-product.ts';
import { overlaps } from './schedule-price.ts';

type NewPrice = {
  version: number;
  price: number;
  mrp: number;
  keeps?: string;
  resumes?: string;
};

/**
 * Changes a price at once. Another price ends a running scheduled one; a corrected MRP does not. `keeps` is the running
 * scheduled price that this one ends even if it is the same. `resumes` is the scheduled price that was ended by mistake:
 * it runs again until its end.
 *
 * @throws AppError product_not_found; product_changed, also if `keeps` does not run or `resumes` cannot run again;
 * invalid_input, naming the field, also if a scheduled or returning price would be above the MRP.
 */
export function changePrice(
  staff: StaffAccess,
  id: string,
  { version, price, mrp, keeps, resumes }: NewPrice,
): Promise<AdminProduct> {
  checkPrice({ price, mrp });
  return changeProduct(staff, id, 'change_price', async (tx, { price: former }) => {
    await tx.rows(lockPrices(id));
    const changed = await tx.rows(updatePrice(id, version, price, mrp));
    if (changed.length === 0) return [];
    if (price !== former || keeps !== undefined) {
      const replaced = await tx.rows(replacePriceChange(id));
      if (keeps !== undefined && replaced[0]?.id !== keeps) return [];
    }
    if (resumes !== undefined) {
      const resumed = await tx.rows(resumePriceChange(id, resumes, price));
      if (resumed.length === 0) return [];
    }
    const above = await priceAboveMrp(tx, id);
    if (above) throw aboveMrp('mrp', above);
    return changed;
  }).catch((error) => {
    // Another price was scheduled for that time in the meantime.
    throw overlaps(error) ? new AppError('product_changed', {}, error) : error;
  });
}
