import type { CompiledQuery } from 'kysely';
import type { OrderAuditVerb } from '#contract/admin/audit-verbs.ts';
import type { OrderAction } from '#contract/admin/order-actions.ts';
import { AppError, type ErrorCode } from '#contract/errors.ts';
import type { Transaction } from '#server/database/database.ts';
import type { StaffAccess } from '#server/database/staff-database.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { type ActionResult, queueFollowUps } from '#server/orders/follow-up-jobs.ts';
import { lockOrder } from '#server/orders/step-queries.ts';
import { type StepRequest, takeStep } from '#server/orders/take-step.ts';
import { addStepNote, type Change } from './change-order.ts';
import { findStepFacts } from './queries.ts';
import { requireActionDone } from './require-action-done.ts';
import { changesByStaff } from './step-queries.ts';

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
  const request = requestOf(action);
  const { verb } = action;
  return staff.transact(async (tx) => {
    const sold = verb === 'undo_cancel' ? CANCELLED_AND_SOLD : RETURNED_AND_SOLD;
    const taken = await stepOfStaff(tx, id, request).catch((error) => explain(tx, id, error, sold));
    if ('note' in action && action.note && taken.event !== null)
      await addStepNote(tx, id, action.note, verb);
    await queueFollowUps(jobs, tx, id, verb, taken);
  });
}

/** A verb's parameters; `courier` is that of a hand-over. */
export type StaffRequest = StepRequest & { courier?: string | undefined };

/** Takes a step as the member of the staff of the transaction. @throws AppError as `applyVerb`, without the order. */
export async function stepOfStaff(
  tx: Pick<Transaction, 'rows'>,
  id: string,
  request: StaffRequest,
): Promise<ActionResult> {
  const [locked] = await tx.rows(lockOrder(id));
  const [facts] = locked ? await tx.rows(findStepFacts(id, request)) : [];
  if (!locked || !facts) throw new AppError('order_not_found');
  const order = { ...facts, ...locked, refundable_paise: locked.refundable_paise ?? 0 };
  const { step, ...taken } = await takeStep(tx, order, request);
  if (step === null || taken.event === null) return taken;
  try {
    for (const change of changesByStaff(order, step, request, taken.event)) await tx.rows(change);
  } catch (error) {
    const broken = error instanceof Error && 'constraint' in error ? String(error.constraint) : '';
    const code = TAKEN_MEANWHILE[broken];
    throw code ? new AppError(code, {}, error) : error;
  }
  return taken;
}

/** What others may take at the same time: the label's number, and pieces that were in stock again. */
const TAKEN_MEANWHILE: Record<string, ErrorCode> = {
  one_parcel_per_tracking_number: 'tracking_number_taken',
  products_stock_check: 'stock_changed',
};

/**
 * Makes another change of an order, with its refund and email, in one transaction; `text` becomes a note, unless the
 * change was made before.
 *
 * @throws AppError as the change does; order_changed and not_allowed_now with the current order.
 */
export function runChange(
  staff: StaffAccess,
  jobs: Jobs,
  id: string,
  name: OrderAuditVerb,
  change: Change,
  text?: string,
): Promise<void> {
  return staff.transact(async (tx) => {
    const changed = await change(tx).catch((error) => explain(tx, id, error));
    if (text && changed.event !== null) await addStepNote(tx, id, text, name);
    await queueFollowUps(jobs, tx, id, name, changed);
  });
}

/** A change that a function of the database makes. */
export const inDatabase =
  (id: string, query: CompiledQuery<Partial<ActionResult> & { outcome: string }>): Change =>
  async (tx) => {
    const [row] = await tx.rows(query);
    const { event = null, shopper = null } = await requireActionDone(tx, id, row);
    return { event, shopper };
  };

async function explain(tx: Pick<Transaction, 'rows'>, id: string, error: unknown, sold?: string) {
  if (!(error instanceof AppError)) throw error;
  return requireActionDone(tx, id, { outcome: error.code, event: null, shopper: null }, sold);
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
