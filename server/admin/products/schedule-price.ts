import { violates } from '@aparajita/postgres/error-codes';
import type { AdminProduct, NewPriceChange } from '#contract/admin/products.ts';
import { AppError } from '#contract/errors.ts';
import { insertAudit } from '#server/admin/audit/queries.ts';
import type { Transaction } from '#server/database/database.ts';
import { found } from '#server/database/found.ts';
import type { StaffAccess } from '#server/database/staff-database.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { aboveMrp, priceAboveMrp, sayPrice } from './check-schedule.ts';
import {
  cancelPriceChange,
  findScheduled,
  insertPriceChange,
  lockPrices,
  sameScheduled,
} from './queries.ts';
import { checkPrice, readProduct } from './save-product.ts';

/** The furthest that a price can be scheduled ahead, in milliseconds. */
const MAX_AHEAD_MS = 366 * 24 * 60 * 60 * 1000;

/**
 * Schedules a price: a job changes it at its instant, and another changes it back. The same price for the same time once
 * more, after an answer that was lost, changes nothing.
 *
 * @throws AppError product_not_found; invalid_input where it overlaps another, or where it or a later one would be above the MRP.
 */
export async function schedulePrice(
  staff: StaffAccess,
  jobs: Jobs,
  id: string,
  form: NewPriceChange,
): Promise<AdminProduct> {
  const { price, mrp, starts_at, ends_at } = form;
  const now = Date.now();
  /** As it is, where this was scheduled before. */
  const scheduled = (tx: Transaction) =>
    tx.rows(sameScheduled(id, form)).then(([same]) => (same ? readProduct(tx, id) : null));
  return staff
    .transact(async (tx) => {
      await readProduct(tx, id);
      await tx.rows(lockPrices(id));
      const before = await scheduled(tx);
      if (before) return before;
      checkTime(form, now);
      checkPrice({ price, mrp });
      const [added] = await tx.rows(insertPriceChange(id, form));
      const above = await priceAboveMrp(tx, id);
      if (above && above.id === added?.id) {
        throw wrong('price', 'The price cannot be above the MRP of that time');
      }
      if (above) throw aboveMrp('mrp', above);
      await tx.rows(
        insertAudit({
          verb: 'schedule_price',
          subject_type: 'product',
          subject_id: id,
          after: form,
        }),
      );
      for (const at of [starts_at, ends_at]) {
        const wait = at === null ? null : Math.max(0, Math.ceil((Date.parse(at) - now) / 1000));
        if (wait !== null) await jobs.send(tx, 'price-changes', {}, { after: wait });
      }
      return readProduct(tx, id);
    })
    .catch(async (error) => {
      if (!overlaps(error)) throw error;
      const same = await staff.transact(scheduled); // sent twice at one instant
      if (same) return same;
      throw wrong('starts_at', 'Another price is scheduled for this time');
    });
}

/** @throws AppError invalid_input, naming the field. */
function checkTime({ starts_at, ends_at }: NewPriceChange, now: number): void {
  // A minute's grace for what was typed slowly; it starts at once.
  if (Date.parse(starts_at) < now - 60_000) throw wrong('starts_at', 'Choose a time to come');
  if (Date.parse(ends_at ?? starts_at) > now + MAX_AHEAD_MS) {
    throw wrong(ends_at ? 'ends_at' : 'starts_at', 'At most a year ahead');
  }
  if (ends_at !== null && Date.parse(ends_at) <= Date.parse(starts_at)) {
    throw wrong('ends_at', 'It must end after it starts');
  }
}

const wrong = (field: string, message: string) =>
  new AppError('invalid_input', { fields: { [field]: message } });

/**
 * @throws AppError not_found where it has begun or is withdrawn already; changed_meanwhile where a later price needs its MRP.
 */
export function withdrawPrice(staff: StaffAccess, id: string): Promise<void> {
  return staff.transact(async (tx) => {
    const { product_id: product } = found(await tx.rows(findScheduled(id)));
    await tx.rows(lockPrices(product));
    const before = await priceAboveMrp(tx, product);
    const { price, starts_at } = found(await tx.rows(cancelPriceChange(id)));
    const above = await priceAboveMrp(tx, product);
    // What was above its MRP already, by a server of the previous version, is put right by withdrawing.
    if (above && !before) {
      const message = `${sayPrice(above)}, and needs the MRP that comes before it: withdraw it first.`;
      throw new AppError('changed_meanwhile', { message });
    }
    await tx.rows(
      insertAudit({
        verb: 'withdraw_price',
        subject_type: 'product',
        subject_id: product,
        before: { price, starts_at },
      }),
    );
  });
}

/** Whether PostgreSQL refused two prices of a product at one time. */
export function overlaps(error: unknown): boolean {
  return violates(error, 'one_change_at_a_time');
}
