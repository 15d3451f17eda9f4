import { AppError } from '#contract/errors.ts';
import { formatDateTime } from '#domain/day.ts';
import { formatRupees } from '#domain/money.ts';
import { firstAboveMrp, type PriceAboveMrp } from '#domain/price-schedule.ts';
import type { Transaction } from '#server/database/database.ts';
import { found } from '#server/database/found.ts';
import { findPriceSchedule } from './queries.ts';

/**
 * The first price to come that would be above the product's MRP, as the transaction has left them; null when there is none.
 *
 * @throws AppError product_not_found.
 */
export async function priceAboveMrp(
  tx: Transaction,
  product: string,
): Promise<PriceAboveMrp | null> {
  const { planned, ...now } = found(await tx.rows(findPriceSchedule(product)), 'product_not_found');
  return firstAboveMrp(now, planned);
}

/** Says by the field which price stands in the way. */
export function aboveMrp(field: 'mrp' | 'price', above: PriceAboveMrp): AppError {
  const message = `${sayPrice(above)}: the MRP cannot be below it`;
  return new AppError('invalid_input', { fields: { [field]: message } });
}

/** '₹549.00 is scheduled for Nov 24, 2026, 12:00 AM' */
export function sayPrice({ price, at, back }: PriceAboveMrp): string {
  return `${formatRupees(price)} ${back ? 'comes back at the end,' : 'is scheduled for'} ${formatDateTime(at)}`;
}
