import type { OrderAction } from '#contract/admin/order-actions.ts';
import type { StaffAccess } from '#server/database/staff-database.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { type ActionData, actOnOrder } from '#server/orders/action-query.ts';
import { queueFollowUps } from '#server/orders/follow-up-jobs.ts';
import { addNote, addStepNote } from './queries.ts';
import { requireActionDone } from './require-action-done.ts';

/**
 * Applies one verb to one order, with its event, audit entry, stock, refund and email in one transaction. Its text
 * becomes a note. Customers and accountants cannot read notes, and packers only notes about steps that they may see.
 *
 * @throws AppError order_not_found; order_changed and not_allowed_now (both with the current order); not_permitted;
 * tracking_number_taken; not_found for an unknown courier; stock_changed if the pieces of a return or cancellation to undo
 * were sold; shopper_told if the email about a cancellation was sent or is about to be; order_refunded if the whole payment
 * was refunded; stale_factor if it refunds money.
 */
export function applyVerb(
  staff: StaffAccess,
  jobs: Jobs,
  id: string,
  action: OrderAction,
): Promise<void> {
  const { verb, version, data, note } = toActionParameters(action);
  const stockChanged = verb === 'undo_cancel' ? CANCELLED_AND_SOLD : RETURNED_AND_SOLD;
  return staff.transact(async (tx) => {
    const [row] = await tx.rows(actOnOrder(id, version, verb, data));
    const acted = await requireActionDone(tx, id, row, stockChanged);
    if (note) await tx.rows(addStepNote(id, note, verb));
    await queueFollowUps(jobs, tx, id, verb, acted);
  });
}

/** Writes a note for the staff, once per key. @throws AppError order_not_found, idempotency_key_reused. */
export function writeNote(
  staff: StaffAccess,
  id: string,
  text: string,
  key: string,
): Promise<void> {
  return staff.transact(async (tx) => {
    const [written] = await tx.rows(addNote(id, text, key));
    await requireActionDone(tx, id, written);
  });
}

/** Messages for an undo that fails because its pieces are no longer in stock. */
const RETURNED_AND_SOLD = 'The pieces that came back have been sold since, so the return stays.';
const CANCELLED_AND_SOLD = 'Its pieces have been sold since, so the order stays cancelled.';

type ActionParameters = {
  verb: string;
  version: number;
  data: ActionData;
  note?: string | undefined;
};

function toActionParameters(action: OrderAction): ActionParameters {
  switch (action.verb) {
    case 'receive_back': {
      const { verb, version, good, note } = action;
      const data = { good: Object.fromEntries(good.map(({ item, pieces }) => [item, pieces])) };
      return { verb, version, data, note };
    }
    case 'receive_return': {
      const { verb, version, returned, note } = action;
      const good = Object.fromEntries(returned.map((each) => [each.item, each.good]));
      const damaged = Object.fromEntries(returned.map((each) => [each.item, each.damaged]));
      return { verb, version, data: { good, damaged }, note };
    }
    case 'cancel': {
      const { verb, version, reason, note } = action;
      return { verb, version, data: { reason }, note };
    }
    default: {
      const { verb, version, ...data } = action;
      return { verb, version, data };
    }
  }
}
