import type { AdminProduct } from '#contract/admin/products.ts';
import { AppError } from '#contract/errors.ts';
import type { StaffAccess } from '#server/database/staff-database.ts';
import { aboveMrp, priceAboveMrp } from './check-schedule.ts';
import { lockPrices, replacePriceChange, resumePriceChange, updatePrice } from './queries.ts';
import { change, checkPrice } from './save-product.ts';
import { overlaps } from './schedule-price.ts';

type NewPrice = { version: number; price: number; mrp: number | null; resumes?: string };

/**
 * Changes a price at once. Another price ends a running scheduled one; a corrected MRP does not. `resumes` is the
 * scheduled price that a mistyped price has ended: it runs again until its end.
 *
 * @throws AppError product_not_found; product_changed, also if `resumes` cannot run again; invalid_input, naming the field,
 * also if a scheduled or returning price would be above the MRP.
 */
export function changePrice(
  staff: StaffAccess,
  id: string,
  { version, price, mrp, resumes }: NewPrice,
): Promise<AdminProduct> {
  checkPrice({ price, mrp });
  return change(staff, id, 'change_price', async (tx, { price: former }) => {
    await tx.rows(lockPrices(id));
    const changed = await tx.rows(updatePrice(id, version, price, mrp));
    if (changed.length === 0) return [];
    if (price !== former) await tx.rows(replacePriceChange(id));
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
