import { formatDateTime } from '#domain/day.ts';
import { formatRupees } from '#domain/money.ts';
import { firstAboveMrp, type PriceAboveMrp } from '#domain/price-schedule.ts';
import type { Transaction } from '#server/database/database.ts';
import { requireRow } from '#server/database/require-row.ts';
import { invalidField } from '#server/http/invalid-field.ts';
import { findPriceSchedule } from './queries.ts';

/**
 * The first scheduled price that would be above the product's MRP after the changes of this transaction; null if none.
 *
 * @throws AppError product_not_found.
 */
export async function priceAboveMrp(
  tx: Transaction,
  product: string,
): Promise<PriceAboveMrp | null> {
  const { planned, ...now } = requireRow(
    await tx.rows(findPriceSchedule(product)),
    'product_not_found',
  );
  return firstAboveMrp(now, planned);
}

/** The error of a field whose value a scheduled price does not allow; the message names that price. */
export function aboveMrp(field: 'mrp' | 'price', above: PriceAboveMrp) {
  const message = `${describePlannedPrice(above)}: the MRP cannot be below it`;
  return invalidField(field, message);
}

/** '₹549.00 is scheduled for Nov 24, 2026, 12:00 AM' */
export function describePlannedPrice({ price, at, back }: PriceAboveMrp): string {
  return `${formatRupees(price)} ${back ? 'comes back at the end,' : 'is scheduled for'} ${formatDateTime(at)}`;
}
