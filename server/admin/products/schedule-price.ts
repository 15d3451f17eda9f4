import { violates } from '@aparajita/postgres/error-codes';
import type { NewPriceChange } from '#contract/admin/product-prices.ts';
import type { AdminProduct } from '#contract/admin/products.ts';
import { DAY_MS } from '#domain/day.ts';
import { writeAudit } from '#server/admin/audit/write-audit.ts';
import type { Transaction } from '#server/database/database.ts';
import { requireRow } from '#server/database/require-row.ts';
import type { StaffAccess } from '#server/database/staff-database.ts';
import { invalidField } from '#server/http/invalid-field.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { cancelPriceChange, insertPriceChange, sameScheduled } from './queries.ts';
import { checkPrice, readProduct } from './save-product.ts';

/** The maximum time by which a price can be scheduled ahead, in milliseconds. */
const MAX_AHEAD_MS = 366 * DAY_MS;

/**
 * Schedules a price: a job sets it at its start, and another sets the former price at its end. Repeating a request whose
 * answer was lost changes nothing.
 *
 * @throws AppError product_not_found; invalid_input if it overlaps another one, or is above its MRP.
 */
export async function schedulePrice(
  staff: StaffAccess,
  jobs: Jobs,
  id: string,
  form: NewPriceChange,
): Promise<AdminProduct> {
  const { starts_at, ends_at } = form;
  const now = Date.now();
  /** The product, if the same price is scheduled already; else null. */
  const findScheduledBefore = (tx: Transaction) =>
    tx.rows(sameScheduled(id, form)).then(([same]) => (same ? readProduct(tx, id) : null));
  return staff
    .transact(async (tx) => {
      await readProduct(tx, id);
      const before = await findScheduledBefore(tx);
      if (before) return before;
      checkTime(form, now);
      checkPrice(form);
      await tx.rows(insertPriceChange(id, form));
      await writeAudit(tx, 'schedule_price', ['product', id], { after: form });
      for (const at of [starts_at, ends_at]) {
        const wait = at === null ? null : Math.max(0, Math.ceil((Date.parse(at) - now) / 1000));
        if (wait !== null) await jobs.send(tx, 'price-changes', {}, { after: wait });
      }
      return readProduct(tx, id);
    })
    .catch(async (error) => {
      if (!overlaps(error)) throw error;
      const same = await staff.transact(findScheduledBefore); // two identical requests at once
      if (same) return same;
      throw invalidField('starts_at', 'Another price is scheduled for this time');
    });
}

/** @throws AppError invalid_input, naming the field. */
function checkTime({ starts_at, ends_at }: NewPriceChange, now: number): void {
  // A start up to a minute ago is accepted, because filling in the form takes time; the price then starts at once.
  if (Date.parse(starts_at) < now - 60_000)
    throw invalidField('starts_at', 'Choose a time in the future');
  if (Date.parse(ends_at ?? starts_at) > now + MAX_AHEAD_MS) {
    throw invalidField(ends_at ? 'ends_at' : 'starts_at', 'At most a year ahead');
  }
  if (ends_at !== null && Date.parse(ends_at) <= Date.parse(starts_at)) {
    throw invalidField('ends_at', 'It must end after it starts');
  }
}

/** Withdraws a scheduled price. @throws AppError not_found if it has begun or was withdrawn. */
export function withdrawPrice(staff: StaffAccess, id: string): Promise<void> {
  return staff.transact(async (tx) => {
    const { product_id, ...before } = requireRow(await tx.rows(cancelPriceChange(id)));
    await writeAudit(tx, 'withdraw_price', ['product', product_id], { before });
  });
}

/** Whether PostgreSQL refused two prices of a product at one time. */
export function overlaps(error: unknown): boolean {
  return violates(error, 'one_change_at_a_time');
}
