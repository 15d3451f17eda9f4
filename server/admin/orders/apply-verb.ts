import type { OrderAction } from '#contract/admin/order-actions.ts';
import { AppError } from '#contract/errors.ts';
import { decideStep, type Step, type StepInput } from '#domain/decide-step.ts';
import type { Verb } from '#domain/order-verbs.ts';
import { writeAudit } from '#server/admin/audit/write-audit.ts';
import type { StaffAccess } from '#server/database/staff-database.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { lockOrder } from '#server/orders/step-queries.ts';
import { type LockedOrder, takeStep } from '#server/orders/take-step.ts';
import { type Change, changeOrder, refusal } from './change-order.ts';
import { findStepFacts } from './queries.ts';
import { changesByStaff } from './step-queries.ts';
import { takenMeanwhile } from './taken-meanwhile.ts';

/**
 * Applies one verb to one order, with its event, audit entry, stock, refund and email in one transaction. Its text becomes
 * a note.
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
  const text = 'note' in action ? action.note : undefined;
  return changeOrder(staff, jobs, id, stepOfStaff(id, requestOf(action)), text);
}

/** A verb with its parameters; `courier` is that of a hand-over. */
export type StaffRequest = StepInput & { verb: Verb; courier?: string | undefined };

/** A step as the member of the staff of the transaction. @throws AppError as `applyVerb`. */
export function stepOfStaff(id: string, { verb, courier, ...input }: StaffRequest): Change {
  return async (tx) => {
    const [locked] = await tx.rows(lockOrder(id));
    const [facts] = locked ? await tx.rows(findStepFacts(id, { verb, courier, ...input })) : [];
    if (!locked || !facts) throw new AppError('order_not_found');
    const order = { ...facts, ...locked, refundable_paise: locked.refundable_paise ?? 0 };
    const decision = decideStep(verb, order, input);
    if ('repeated' in decision) return { kind: verb, event: null, shopper: order.user_id };
    if ('refused' in decision) throw refusal(decision.refused, facts);
    const { step } = decision;
    const taken = await takeStep(tx, order, step, input);
    await writeAudit(tx, step.event.kind, ['order', id], auditOf(order, step, input));
    const sold = step.event.kind === 'undo_cancel' ? CANCELLED_AND_SOLD : RETURNED_AND_SOLD;
    for (const change of changesByStaff(order, step, input, taken.event))
      await tx.rows(change).catch((error) => takenMeanwhile(error, sold));
    return taken;
  };
}

function auditOf({ version, payment_status }: LockedOrder, step: Step, { reason }: StepInput) {
  const { reason: _, ...data } = step.event.data;
  return {
    before: { fulfilment: step.from, payment_status, version },
    after: { fulfilment: step.to, version: version + 1, ...data },
    ...(reason && { reason }),
  };
}

/** Messages for an undo that fails because its pieces are no longer in stock. */
const RETURNED_AND_SOLD = 'The pieces that came back have been sold since, so the return stays.';
const CANCELLED_AND_SOLD = 'Its pieces have been sold since, so the order stays cancelled.';

function requestOf(action: OrderAction): StaffRequest {
  const { verb, version } = action;
  switch (verb) {
    case 'hand_over':
      return { verb, version, courier: action.courier, tracking_number: action.tracking_number };
    case 'receive_back': {
      const good = Object.fromEntries(action.good.map(({ item, pieces }) => [item, pieces]));
      return { verb, version, good };
    }
    case 'receive_return': {
      const by = (state: 'good' | 'damaged') =>
        Object.fromEntries(action.returned.map((each) => [each.item, each[state]]));
      return { verb, version, good: by('good'), damaged: by('damaged') };
    }
    default:
      return { verb, version, reason: 'reason' in action ? action.reason : undefined };
  }
}
