import type { BulkAction, BulkOutcome, OrderAction } from '#contract/admin/order-actions.ts';
import type { ManualRefundForm, RefundForm } from '#contract/admin/refunds.ts';
import { AppError, type ErrorCode } from '#contract/errors.ts';
import { toPaise } from '#domain/money.ts';
import type { Transaction } from '#server/database/database.ts';
import { errorCodeOf } from '#server/database/outcome.ts';
import type { StaffAccess } from '#server/database/staff-database.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { type Acted, type ActionData, actOnOrder } from '#server/orders/action-query.ts';
import { queueFollowUps } from '#server/orders/follow-up-jobs.ts';
import {
  addManualRefund,
  addNote,
  addStepNote,
  findCurrentOrders,
  itemPrices,
  refundOrder,
} from './queries.ts';

/**
 * Does one verb to one order, with its event, audit entry, stock, refund and mail in one transaction. What somebody wrote
 * with it becomes a note, which neither accountants nor the shopper may read, nor packers who do not see that step.
 *
 * @throws AppError order_not_found, order_changed and not_allowed_now (both say how it stands), not_permitted,
 * tracking_number_taken, not_found for an unknown courier, stock_changed where a return or a cancellation cannot be undone any
 * more, shopper_told where the mail about a cancellation has gone, order_refunded where nothing is left of what was paid,
 * stale_factor where it gives money back.
 */
export function act(
  staff: StaffAccess,
  jobs: Jobs,
  id: string,
  action: OrderAction,
): Promise<void> {
  const { verb, version, data, note } = toStatement(action);
  const sold = verb === 'undo_cancel' ? CANCELLED_AND_SOLD : RETURNED_AND_SOLD;
  return staff.transact(async (tx) => {
    const [row] = await tx.rows(actOnOrder(id, version, verb, data));
    const acted = await doneOrThrow(tx, id, row, sold);
    if (note) await tx.rows(addStepNote(id, note, verb));
    await queueFollowUps(jobs, tx, id, verb, acted);
  });
}

/** How long a request for several orders goes on, in milliseconds: proxies and browsers give up after that. */
const BULK_TIMEOUT_MS = 15_000;

/**
 * The same for several orders, one after the other. What fails for one leaves the others alone, also where the database
 * did not get to it in time, because somebody else has the order. What is not reached in 15 s is answered as not done.
 *
 * @throws AppError unavailable when the database did not get to any of them.
 */
export async function actOnSeveral(
  staff: StaffAccess,
  jobs: Jobs,
  action: BulkAction,
): Promise<BulkOutcome[]> {
  await staff.check(); // who may not get in is told once, and not for each order
  const end = performance.now() + BULK_TIMEOUT_MS;
  const done: Pick<BulkOutcome, 'id' | 'refused'>[] = [];
  for (const { id, single } of eachOf(action)) {
    const late = performance.now() > end;
    const refused = late
      ? NOT_REACHED
      : await act(staff, jobs, id, single)
          .then(() => null)
          .catch(expected);
    done.push({ id, refused });
  }
  if (done.every(({ refused }) => refused?.code === 'unavailable'))
    throw new AppError('unavailable');
  const orders = await staff.rows(findCurrentOrders(done.map(({ id }) => id)));
  const present = new Map(orders.map((order) => [order.id, order]));
  return done.map(({ id, refused }) => {
    const { order_number = null, version = null, fulfilment = null, last = null } =
      present.get(id) ?? {};
    return { id, order_number, refused, version, fulfilment, last };
  });
}

/**
 * Gives back an amount, or the price of some pieces, of an online payment. A note is written as in `act`, and not again for a
 * repeated request. @throws as `act`, and refund_too_large.
 */
export function refund(
  staff: StaffAccess,
  jobs: Jobs,
  id: string,
  { version, amount, items = [], reason, note }: RefundForm,
  key: string,
): Promise<void> {
  return staff.transact(async (tx) => {
    const paise = amount === undefined ? await priceOf(tx, id, items) : toPaise(amount);
    const [row] = await tx.rows(refundOrder(id, version, { paise, reason, key }));
    const acted = await doneOrThrow(tx, id, row);
    if (note && acted.event !== null) await tx.rows(addStepNote(id, note, 'refund'));
    await queueFollowUps(jobs, tx, id, 'refund', acted);
  });
}

/** Records a refund by hand. @throws as `refund`. */
export function recordManualRefund(
  staff: StaffAccess,
  jobs: Jobs,
  id: string,
  { version, ...form }: ManualRefundForm,
  key: string,
): Promise<void> {
  return staff.transact(async (tx) => {
    const [acted] = await tx.rows(addManualRefund(id, version, { ...form, key }));
    await queueFollowUps(jobs, tx, id, 'manual_refund', await doneOrThrow(tx, id, acted));
  });
}

/** Writes a note for the staff, once for each key. @throws AppError order_not_found, idempotency_key_reused. */
export function note(staff: StaffAccess, id: string, text: string, key: string): Promise<void> {
  return staff.transact(async (tx) => {
    const [written] = await tx.rows(addNote(id, text, key));
    await doneOrThrow(tx, id, written);
  });
}

/** Passes on what was done. Turns an outcome other than 'done' into its error, with how the order stands where that explains it. */
export async function doneOrThrow<A extends Pick<Acted, 'outcome'>>(
  tx: Transaction,
  id: string,
  acted: A | undefined,
  sold = '',
): Promise<A> {
  if (acted?.outcome === 'done') return acted;
  const code = errorCodeOf(acted?.outcome);
  if (code === 'idempotency_key_reused') throw new AppError(code, { message: SENT_BEFORE });
  if (code === 'stock_changed') throw new AppError(code, { message: sold });
  const [order] = STALE.includes(code) ? await tx.rows(findCurrentOrders([id])) : [];
  throw new AppError(code, order ? { order } : {});
}

/** Whoever lost an answer, changed the sum and sent again would else believe that the new one was given back. */
const SENT_BEFORE =
  'This was already sent with other details. Close the form and look at the order.';

/** The pieces of what would be undone are not in the stock any more. */
const RETURNED_AND_SOLD = 'The pieces that came back have been sold since, so the return stays.';
const CANCELLED_AND_SOLD = 'Its pieces have been sold since, so the order stays cancelled.';

const STALE: readonly ErrorCode[] = ['order_changed', 'not_allowed_now'];

const NOT_REACHED: BulkOutcome['refused'] = {
  code: 'unavailable',
  message: 'Not reached in time. Please try this one again.',
};

function expected(error: unknown): BulkOutcome['refused'] {
  if (!(error instanceof AppError)) throw error;
  return { code: error.code, message: error.message };
}

async function priceOf(tx: Transaction, id: string, items: { item: string; pieces: number }[]) {
  const prices = new Map((await tx.rows(itemPrices(id))).map((each) => [each.id, each]));
  return items.reduce((sum, { item, pieces }) => {
    const sold = prices.get(item);
    if (!sold || pieces > sold.quantity) throw new AppError('refund_too_large');
    return sum + toPaise(sold.price) * pieces;
  }, 0);
}

type Step = { verb: string; version: number; data: ActionData; note?: string | undefined };

function toStatement(action: OrderAction): Step {
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

function eachOf(action: BulkAction): { id: string; single: OrderAction }[] {
  switch (action.verb) {
    case 'hand_over': {
      const { verb, courier, items } = action;
      return items.map(({ id, ...item }) => ({ id, single: { verb, courier, ...item } }));
    }
    case 'attempt_failed': {
      const { verb, reason, items } = action;
      return items.map(({ id, version }) => ({ id, single: { verb, reason, version } }));
    }
    case 'cancel': {
      const { verb, reason, note, items } = action;
      return items.map(({ id, version }) => ({
        id,
        single: { verb, reason, version, ...(note !== undefined && { note }) },
      }));
    }
    default: {
      const { verb, items } = action;
      return items.map(({ id, version }) => ({ id, single: { verb, version } }));
    }
  }
}
