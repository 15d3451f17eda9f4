import type { CompiledQuery } from 'kysely';
import type { OrderAction } from '#contract/admin/order-actions.ts';
import type { StaffAccess } from '#server/database/staff-database.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { type ActionData, type ActionResult, actOnOrder } from '#server/orders/action-query.ts';
import { queueFollowUps } from '#server/orders/follow-up-jobs.ts';
import { addStepNote } from './queries.ts';
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
  const { verb, version } = action;
  const note = 'note' in action ? action.note : undefined;
  return takeStep(staff, jobs, id, verb, actOnOrder(id, version, verb, dataOf(action)), note);
}

/** A step: its name, the call of the function of the database that takes it, and the text that becomes a note. */
export type Step = [
  verb: string,
  query: CompiledQuery<Partial<ActionResult> & Pick<ActionResult, 'outcome'>>,
  note?: string | undefined,
];

/**
 * Takes a step with its note, refund and email in one transaction. A repeated request does not write the note again.
 *
 * @throws AppError for any other outcome than 'done'.
 */
export function takeStep(
  staff: StaffAccess,
  jobs: Jobs,
  id: string,
  ...[verb, query, note]: Step
): Promise<void> {
  const stockChanged = verb === 'undo_cancel' ? CANCELLED_AND_SOLD : RETURNED_AND_SOLD;
  return staff.transact(async (tx) => {
    const [row] = await tx.rows(query);
    const acted = await requireActionDone(tx, id, row, stockChanged);
    const { event = null, shopper = null, refund = null } = acted;
    if (note && event !== null) await tx.rows(addStepNote(id, note, verb));
    await queueFollowUps(jobs, tx, id, verb, { event, shopper, refund });
  });
}

/** Messages for an undo that fails because its pieces are no longer in stock. */
const RETURNED_AND_SOLD = 'The pieces that came back have been sold since, so the return stays.';
const CANCELLED_AND_SOLD = 'Its pieces have been sold since, so the order stays cancelled.';

function dataOf(action: OrderAction): ActionData {
  switch (action.verb) {
    case 'hand_over':
      return { courier: action.courier, tracking_number: action.tracking_number };
    case 'receive_back':
      return { good: Object.fromEntries(action.good.map(({ item, pieces }) => [item, pieces])) };
    case 'receive_return': {
      const by = (state: 'good' | 'damaged') =>
        Object.fromEntries(action.returned.map((each) => [each.item, each[state]]));
      return { good: by('good'), damaged: by('damaged') };
    }
    default:
      return 'reason' in action ? { reason: action.reason } : {};
  }
}
