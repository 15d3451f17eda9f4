import { requireDone } from '#server/database/outcome.ts';
import type { StaffAccess } from '#server/database/staff-database.ts';
import { removeProduct } from './queries.ts';

/**
 * Removes a hidden product that nobody has ordered, with its prices and the history of its stock.
 *
 * @throws AppError product_not_found; product_changed; product_sold, also for one that is not hidden.
 */
export function removeUnsoldProduct(
  staff: StaffAccess,
  id: string,
  version: number,
): Promise<void> {
  return staff.transact(async (tx) => {
    const [removed] = await tx.rows(removeProduct(id, version));
    requireDone(removed?.outcome);
  });
}
