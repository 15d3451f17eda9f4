import type { OrderAuditVerb } from '#contract/admin/audit-verbs.ts';
import { AppError, type CurrentOrder, type ErrorCode } from '#contract/errors.ts';
import { keysOf } from '#domain/keys-of.ts';
import { writeAudit } from '#server/admin/audit/write-audit.ts';
import type { Transaction } from '#server/database/database.ts';
import type { StaffAccess } from '#server/database/staff-database.ts';
import { statement } from '#server/database/tables.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import { type ActionResult, queueFollowUps } from '#server/orders/follow-up-jobs.ts';
import { insertEvent, lockOrder } from '#server/orders/step-queries.ts';
import { findCurrentOrders } from './queries.ts';
import { takenMeanwhile } from './taken-meanwhile.ts';

export type Tx = Pick<Transaction, 'rows'>;

/** What changes an order in the transaction of a member of the staff; some need more of it than its statements. */
export type Change<T = Tx> = (tx: T) => Promise<ActionResult>;

/**
 * Changes an order, with the event, the audit entry, the refund and the email that come with it, in one transaction. A
 * note is written with it, unless the change was made before. Customers and accountants cannot read notes, and packers
 * only notes about steps that they may see.
 *
 * @throws AppError as the change does, and code_refused for an undo whose discount code was used up since.
 */
export function changeOrder(
  staff: StaffAccess,
  jobs: Jobs,
  id: string,
  change: Change<Transaction>,
  text?: string,
): Promise<void> {
  const work = async (tx: Transaction) => {
    const changed = await change(tx);
    if (text && changed.event !== null) {
      await tx.rows(insertNote(id, { text, verb: changed.kind }));
      await writeAudit(tx, 'note', ['order', id]);
    }
    await queueFollowUps(jobs, tx, id, changed);
  };
  // The use of a code is taken as the transaction ends.
  return staff.transact(work).catch((error) => takenMeanwhile(error));
}

/** A note of a member of the staff; with a key once. `verb`: the kind of the event that it was written with. */
export function insertNote(id: string, data: { text: string; verb?: string }, key?: string) {
  return statement<{ id: string }>`
    insert into order_events (order_id, user_id, kind, actor, staff_id, data, shown_to_shopper, idempotency_key)
    select id, user_id, 'note', 'staff', current_staff(), ${JSON.stringify(data)}::jsonb, false, ${key ?? null}
    from orders where id = ${id}
    on conflict (order_id, staff_id, idempotency_key) where idempotency_key is not null do nothing
    returning id::text`;
}

export type OrderToChange = CurrentOrder & {
  user_id: string;
  by: 'staff';
  /** What can still be refunded of an online payment; null for packers. */
  refundable_paise: number | null;
};

/** @throws AppError order_not_found, also for an order that the role may not see. */
export async function lockForChange(tx: Tx, id: string): Promise<OrderToChange> {
  const [locked] = await tx.rows(lockOrder(id));
  const [order] = await tx.rows(findCurrentOrders([id]));
  if (!locked || !order) throw new AppError('order_not_found');
  return { ...order, ...locked, by: 'staff' };
}

/** @throws AppError order_changed. */
export function requireVersion(order: CurrentOrder, seen: number): void {
  if (order.version !== seen) throw refusal('order_changed', order);
}

/** The error of a change that an order's present state explains: with the order. */
export function refusal(code: ErrorCode, order: CurrentOrder): AppError {
  const { id, order_number, version, fulfilment, last } = order;
  const explains = code === 'order_changed' || code === 'not_allowed_now';
  return new AppError(
    code,
    explains ? { order: { id, order_number, version, fulfilment, last } } : {},
  );
}

/**
 * Whether this was done before by the same key. Staff who change the amount after a lost response and send it again
 * would otherwise believe that the new amount was refunded.
 *
 * @throws AppError idempotency_key_reused if something else was.
 */
export function isRepeated<T extends object>(former: T | undefined, request: T): boolean {
  if (former === undefined) return false;
  if (keysOf(request).some((key) => former[key] !== request[key]))
    throw new AppError('idempotency_key_reused', { message: KEY_REUSED });
  return true;
}

const KEY_REUSED =
  'This was already sent with other details. Close the form and look at the order.';

type Noted = {
  kind: OrderAuditVerb;
  data: object;
  /** Whether the shopper reads of it; otherwise there is no email about it, either. */
  shown: boolean;
  refund?: string | undefined;
  audit: Parameters<typeof writeAudit>[3];
};

/** Writes the event and the audit entry of a change that is no step. */
export async function noteChange(
  tx: Tx,
  order: OrderToChange,
  { kind, data, shown, refund, audit }: Noted,
): Promise<ActionResult> {
  const [event] = await tx.rows(
    insertEvent(order, { kind, from: null, shown_to_shopper: shown, data }),
  );
  await writeAudit(tx, kind, ['order', order.id], audit);
  const { user_id: shopper } = order;
  return { kind, event: shown ? (event?.id ?? null) : null, refund: refund ?? null, shopper };
}

/** The result of a change that was made before, or changes nothing. */
export const unchanged = (
  kind: OrderAuditVerb,
  { user_id }: Pick<OrderToChange, 'user_id'>,
): ActionResult => ({
  kind,
  event: null,
  shopper: user_id,
});
