import type { AdminProduct } from '#contract/admin/products.ts';
import { AppError } from '#contract/errors.ts';
import { formatPaise, toPaise } from '#domain/money.ts';
import type { StaffAccess } from '#server/database/staff-database.ts';
import { replacePriceChange, resumePriceChange, updatePrice } from './queries.ts';
import { change, checkPrice } from './save-product.ts';
import { overlaps } from './schedule-price.ts';

type NewPrice = { version: number; price: number; mrp: number | null; resumes?: string };

/**
 * Changes a price at once. Another price ends a scheduled one that is running; a corrected MRP does not. `resumes` is
 * the scheduled price that a mistyped one has ended: it runs again, and goes back at its end.
 *
 * @throws AppError product_not_found; product_changed, also where nothing can run again; invalid_input, naming the field.
 */
export function changePrice(
  staff: StaffAccess,
  id: string,
  { version, price, mrp, resumes }: NewPrice,
): Promise<AdminProduct> {
  checkPrice({ price, mrp });
  return change(staff, id, 'change_price', async (tx, { price: former, running }) => {
    const ends = price !== former;
    if (!ends && running) checkReturn(running.former_price, mrp);
    const changed = await tx.rows(updatePrice(id, version, price, mrp));
    if (changed.length > 0 && ends) await tx.rows(replacePriceChange(id));
    if (changed.length === 0 || resumes === undefined) return changed;
    return tx.rows(resumePriceChange(id, resumes, price));
  }).catch((error) => {
    // Another price was scheduled for that time meanwhile.
    throw overlaps(error) ? new AppError('product_changed', {}, error) : error;
  });
}

/** @throws AppError invalid_input where the price that comes back would be above the MRP. */
function checkReturn(price: number, mrp: number | null): void {
  if (mrp === null || price <= mrp) return;
  const message = `${formatPaise(toPaise(price))} comes back at the end: the MRP cannot be below it`;
  throw new AppError('invalid_input', { fields: { mrp: message } });
}
