import type { AddressCorrection } from '#contract/admin/address-correction.ts';
import type { StaffAccess } from '#server/database/staff-database.ts';
import { statement } from '#server/database/tables.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { ActionResult } from '#server/orders/action-query.ts';
import { queueFollowUps } from '#server/orders/follow-up-jobs.ts';
import { requireActionDone } from './require-action-done.ts';

/**
 * Corrects the address that an order goes to, with its event, audit entry and email in one transaction. The shopper's
 * saved addresses do not change. A repeated request, or one with the address that the order has, changes nothing.
 *
 * @throws AppError order_not_found; order_changed; not_allowed_now once the parcel is handed over. The last two have the
 * current order.
 */
export function correctAddress(
  staff: StaffAccess,
  jobs: Jobs,
  id: string,
  { version, ...address }: AddressCorrection,
): Promise<void> {
  return staff.transact(async (tx) => {
    const [row] = await tx.rows(correctAddressQuery(id, version, address));
    await queueFollowUps(jobs, tx, id, 'correct_address', await requireActionDone(tx, id, row));
  });
}

/** See correct_order_address() in db/schema. */
function correctAddressQuery(id: string, version: number, address: object) {
  return statement<Pick<ActionResult, 'outcome' | 'event' | 'shopper'>>`
    select outcome, event::text, shopper
    from correct_order_address(${id}, ${version}, ${JSON.stringify(address)}::jsonb)`;
}
