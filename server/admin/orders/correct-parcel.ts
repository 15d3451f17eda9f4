import type { ParcelCorrection } from '#contract/admin/parcel-correction.ts';
import type { StaffAccess } from '#server/database/staff-database.ts';
import { statement } from '#server/database/tables.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { ActionResult } from '#server/orders/action-query.ts';
import { queueFollowUps } from '#server/orders/follow-up-jobs.ts';
import { requireActionDone } from './require-action-done.ts';

/**
 * Corrects the courier or the tracking number of a parcel that was handed over, with its event, audit entry and email in
 * one transaction. The shopper gets an email if the parcel is on its way and the former number was emailed. A
 * repeated request, or one without a difference, changes nothing.
 *
 * @throws AppError order_not_found; order_changed; not_allowed_now before the hand-over, once the parcel is back or lost,
 * and for another courier once the cash was paid; not_found for an unknown courier; invalid_input; tracking_number_taken.
 */
export function correctParcel(
  staff: StaffAccess,
  jobs: Jobs,
  id: string,
  correction: ParcelCorrection,
): Promise<void> {
  return staff.transact(async (tx) => {
    const [row] = await tx.rows(correctParcelQuery(id, correction));
    await queueFollowUps(jobs, tx, id, 'correct_parcel', await requireActionDone(tx, id, row));
  });
}

/** See correct_parcel() in db/schema. */
function correctParcelQuery(id: string, { version, courier, tracking_number }: ParcelCorrection) {
  return statement<Pick<ActionResult, 'outcome' | 'event' | 'shopper'>>`
    select outcome, event::text, shopper
    from correct_parcel(${id}, ${version}, ${courier}, ${tracking_number ?? null})`;
}
