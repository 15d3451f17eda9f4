import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { AddressCorrection } from '#contract/admin/address-correction.ts';
import type { OrderAuditVerb } from '#contract/admin/audit-verbs.ts';
import type { ManualRefundForm, RefundForm } from '#contract/admin/refunds.ts';
import { AppError } from '#contract/errors.ts';
import type { ShippingAddress } from '#contract/orders.ts';
import type { Fulfilment } from '#domain/fulfilment.ts';
import { keysOf } from '#domain/keys-of.ts';
import { toPaise } from '#domain/money.ts';
import { isAddressFinal } from '#domain/order-verbs.ts';
import { writeAudit } from '#server/admin/audit/write-audit.ts';
import type { Transaction } from '#server/database/database.ts';
import { inRupees } from '#server/database/money-sql.ts';
import { statement } from '#server/database/tables.ts';
import type { ActionResult } from '#server/orders/follow-up-jobs.ts';
import { insertEvent, insertRefund, lockOrder } from '#server/orders/step-queries.ts';

/** What changes an order in the transaction of a member of the staff. */
export type Change = (tx: Tx) => Promise<ActionResult>;

type Tx = Pick<Transaction, 'rows'>;

type OrderToChange = {
  id: string;
  user_id: string;
  version: number;
  fulfilment: Fulfilment;
  payment_id: string | null;
  payment_status: string;
  shipping_address: ShippingAddress;
};

/**
 * Refunds a part of an online payment, once per key.
 *
 * @throws AppError order_not_found, order_changed, not_allowed_now for cash, idempotency_key_reused, refund_too_large.
 */
export function refundOrder(id: string, form: RefundForm, key: string): Change {
  const { amount, reason } = form;
  return async (tx) => {
    const order = await lock(tx, id);
    const idempotencyKey = `staff-${createHash('md5').update(`${id}:${key}`).digest('hex')}`;
    const [former] = await tx.rows(statement<Pick<RefundForm, 'amount' | 'reason'>>`
      select ${inRupees(sql`amount_paise`)} as amount, reason from refunds
      where idempotency_key = ${idempotencyKey}`);
    if (isRepeated(former, { amount, reason })) return { event: null, shopper: order.user_id };
    requireVersion(order, form.version);
    if (order.payment_id === null) throw new AppError('not_allowed_now');
    if ((order.refundable_paise ?? 0) < toPaise(amount)) throw new AppError('refund_too_large');
    const [given] = await tx.rows(statement<{ refunded: number }>`
      select ${inRupees(sql`coalesce(sum(amount_paise), 0)`)} as refunded from refunds
      where payment_id = ${order.payment_id} and status <> 'failed'`);
    const { refunded = 0 } = given ?? {};
    const [refund] = await tx.rows(
      insertRefund(order, order.payment_id, { paise: toPaise(amount), reason }, idempotencyKey),
    );
    await tx.rows(statement`
      update orders set version = version + 1, payment_status = 'refund_pending' where id = ${id}`);
    return note(tx, order, 'refund', { amount, reason }, refund?.id, {
      before: { payment_status: order.payment_status, refunded },
      after: { amount, refund: refund?.id, refunded: refunded + amount },
      reason,
    });
  };
}

/**
 * Records money that was given back by hand, for an order paid in cash or one whose online refund has failed; once per
 * key. @throws AppError as `refundOrder`; not_allowed_now where nothing is left.
 */
export function addManualRefund(id: string, form: ManualRefundForm, key: string): Change {
  const { version, ...given } = form;
  const { amount, way, reference, reason } = given;
  return async (tx) => {
    const order = await lock(tx, id);
    const [former] = await tx.rows(statement<typeof given>`
      select amount, way, reference, reason from manual_refunds where order_id = ${id} and idempotency_key = ${key}`);
    if (isRepeated(former, given)) return { event: null, shopper: order.user_id };
    requireVersion(order, version);
    const [found] = await tx.rows(statement<{ left: number; refunded: number; queued: boolean }>`
      select refundable_by_hand(orders)::float8 as left,
        (select coalesce(sum(amount), 0) from manual_refunds where order_id = orders.id) as refunded,
        exists (select from refunds where payment_id = orders.payment_id and status in ('queued', 'pending')) as queued
      from orders where id = ${id}`);
    const { left = 0, refunded = 0, queued = false } = found ?? {};
    if (left <= 0) throw new AppError('not_allowed_now');
    if (toPaise(amount) > left) throw new AppError('refund_too_large');
    const rest = (order.refundable_paise ?? left) - toPaise(amount);
    const status = rest <= 0 ? 'refunded' : 'partially_refunded';
    await tx.rows(statement`
      insert into manual_refunds (order_id, user_id, amount, way, reference, reason, staff_id, idempotency_key)
      values (${id}, ${order.user_id}, ${amount}, ${way}, ${reference}, ${reason}, current_staff(), ${key})`);
    await tx.rows(statement`
      update orders set version = version + 1, payment_status = ${queued ? order.payment_status : status}
      where id = ${id}`);
    return note(tx, order, 'manual_refund', { amount, way, reason }, undefined, {
      before: { payment_status: order.payment_status, refunded },
      after: { amount, way, reference, refunded: refunded + amount },
      reason,
    });
  };
}

/**
 * Corrects the address that an order goes to; the shopper's saved addresses do not change. A repeated request, or one
 * with the address that the order has, changes nothing.
 *
 * @throws AppError order_not_found; order_changed; not_allowed_now once the parcel is handed over.
 */
export function correctAddress(id: string, { version, ...form }: AddressCorrection): Change {
  return async (tx) => {
    const order = await lock(tx, id);
    const former = order.shipping_address;
    const address = { ...form, address_line2: form.address_line2 || null };
    const fields = keysOf(address).filter((field) => address[field] !== (former[field] ?? null));
    if (fields.length === 0) return { event: null, shopper: order.user_id };
    requireVersion(order, version);
    if (isAddressFinal(order.fulfilment)) throw new AppError('not_allowed_now');
    await tx.rows(statement`
      update orders set shipping_address = ${JSON.stringify(address)}, version = version + 1 where id = ${id}`);
    const changed = (of: object) =>
      Object.fromEntries(Object.entries(of).filter(([field]) => fields.some((f) => f === field)));
    // Which fields, and not what stands in them: accountants and the shopper's timeline see events as well.
    return note(tx, order, 'correct_address', { fields: fields.sort() }, undefined, {
      before: changed(former),
      after: changed(address),
    });
  };
}

/** A note for the staff without a step, once per key. @throws AppError order_not_found, idempotency_key_reused. */
export function addNote(id: string, text: string, key: string): Change {
  return async (tx) => {
    const [written] = await tx.rows(statement<{ id: string }>`
      insert into order_events (order_id, user_id, kind, actor, staff_id, data, shown_to_shopper, idempotency_key)
      select id, user_id, 'note', 'staff', current_staff(), ${JSON.stringify({ text })}::jsonb, false, ${key}
      from orders where id = ${id}
      on conflict (order_id, staff_id, idempotency_key) where idempotency_key is not null do nothing
      returning id::text`);
    if (written) {
      await writeAudit(tx, 'note', ['order', id]);
      return { event: null, shopper: null };
    }
    const [former] = await tx.rows(statement<{ text: string }>`
      select data ->> 'text' as text from order_events
      where order_id = ${id} and staff_id = current_staff() and idempotency_key = ${key}`);
    if (!former) throw new AppError('order_not_found');
    if (!isRepeated(former, { text })) throw new AppError('idempotency_key_reused');
    return { event: null, shopper: null };
  };
}

/** A note written with a step. Roles that may not see the step's verb cannot read it. */
export async function addStepNote(tx: Tx, id: string, text: string, verb: string): Promise<void> {
  await tx.rows(statement`
    insert into order_events (order_id, user_id, kind, actor, staff_id, data, shown_to_shopper)
    select id, user_id, 'note', 'staff', current_staff(), ${JSON.stringify({ text, verb })}::jsonb, false
    from orders where id = ${id}`);
  await writeAudit(tx, 'note', ['order', id]);
}

async function lock(tx: Tx, id: string) {
  const [locked] = await tx.rows(lockOrder(id));
  const [order] = await tx.rows(statement<OrderToChange>`
    select id, user_id, version, fulfilment, payment_id, payment_status, shipping_address from orders where id = ${id}`);
  if (!locked || !order) throw new AppError('order_not_found');
  return { ...order, ...locked, by: 'staff' };
}

function requireVersion(order: OrderToChange, seen: number): void {
  if (order.version !== seen) throw new AppError('order_changed');
}

/** Whether this was done before by the same key. @throws AppError idempotency_key_reused if something else was. */
function isRepeated<T extends object>(former: T | undefined, request: T): boolean {
  if (former === undefined) return false;
  if (keysOf(request).some((key) => former[key] !== request[key]))
    throw new AppError('idempotency_key_reused');
  return true;
}

/** Writes the event and the audit entry of a change. */
async function note(
  tx: Tx,
  order: OrderToChange & { by: string },
  kind: OrderAuditVerb,
  data: object,
  refund: string | undefined,
  audit: Parameters<typeof writeAudit>[3],
): Promise<ActionResult> {
  const [event] = await tx.rows(
    insertEvent(order, { kind, from: null, shown_to_shopper: true, data }),
  );
  await writeAudit(tx, kind, ['order', order.id], audit);
  return { event: event?.id ?? null, refund: refund ?? null, shopper: order.user_id };
}
