import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { ManualRefundForm, RefundForm } from '#contract/admin/refunds.ts';
import { AppError } from '#contract/errors.ts';
import { toPaise } from '#domain/money.ts';
import { inRupees } from '#server/database/money-sql.ts';
import { requireRow } from '#server/database/require-row.ts';
import { statement } from '#server/database/tables.ts';
import { insertRefund } from '#server/orders/step-queries.ts';
import {
  type Change,
  isRepeated,
  lockForChange,
  noteChange,
  refusal,
  requireVersion,
  type Tx,
  unchanged,
} from './change-order.ts';

/** What a refund's rules and its entry in the log need of an order; amounts in rupees, but for `left` in paise. */
type MoneyFacts = {
  payment_id: string | null;
  payment_status: string;
  /** Given back by the gateway, and by hand. */
  refunded: number;
  by_hand: number;
  /** What may be recorded as refunded by hand. */
  left: number;
  /** Whether a refund by the gateway is under way. */
  queued: boolean;
};

async function moneyOf(tx: Tx, id: string): Promise<MoneyFacts> {
  return requireRow(
    await tx.rows(statement<MoneyFacts>`
      select payment_id, payment_status, refundable_by_hand(orders)::float8 as left,
        (select ${inRupees(sql`coalesce(sum(amount_paise), 0)`)} from refunds
          where payment_id = orders.payment_id and status <> 'failed') as refunded,
        (select coalesce(sum(amount), 0) from manual_refunds where order_id = orders.id) as by_hand,
        exists (select from refunds where payment_id = orders.payment_id and status in ('queued', 'pending')) as queued
      from orders where id = ${id}`),
  );
}

/**
 * Refunds a part of an online payment, once per key.
 *
 * @throws AppError order_not_found, order_changed, not_allowed_now for cash, idempotency_key_reused, refund_too_large.
 */
export function refundOrder(id: string, form: RefundForm, key: string): Change {
  const { amount, reason } = form;
  return async (tx) => {
    const order = await lockForChange(tx, id);
    const idempotencyKey = `staff-${createHash('md5').update(`${id}:${key}`).digest('hex')}`;
    const [former] = await tx.rows(statement<Pick<RefundForm, 'amount' | 'reason'>>`
      select ${inRupees(sql`amount_paise`)} as amount, reason from refunds
      where idempotency_key = ${idempotencyKey}`);
    if (isRepeated(former, { amount, reason })) return unchanged('refund', order);
    requireVersion(order, form.version);
    const { payment_id, payment_status, refunded } = await moneyOf(tx, id);
    if (payment_id === null) throw refusal('not_allowed_now', order);
    const paise = toPaise(amount);
    if ((order.refundable_paise ?? 0) < paise) throw new AppError('refund_too_large');
    const [refund] = await tx.rows(
      insertRefund(order, payment_id, { paise, reason }, idempotencyKey),
    );
    await tx.rows(statement`
      update orders set version = version + 1, payment_status = 'refund_pending' where id = ${id}`);
    return noteChange(tx, order, {
      kind: 'refund',
      data: { amount, reason },
      shown: true,
      refund: refund?.id,
      audit: {
        before: { payment_status, refunded },
        after: { amount, refund: refund?.id, refunded: refunded + amount },
        reason,
      },
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
    const order = await lockForChange(tx, id);
    const [former] = await tx.rows(statement<typeof given>`
      select amount, way, reference, reason from manual_refunds where order_id = ${id} and idempotency_key = ${key}`);
    if (isRepeated(former, given)) return unchanged('manual_refund', order);
    requireVersion(order, version);
    const { payment_status, left, by_hand, queued } = await moneyOf(tx, id);
    if (left <= 0) throw refusal('not_allowed_now', order);
    if (toPaise(amount) > left) throw new AppError('refund_too_large');
    const rest = (order.refundable_paise ?? left) - toPaise(amount);
    const status = rest <= 0 ? 'refunded' : 'partially_refunded';
    await tx.rows(statement`
      insert into manual_refunds (order_id, user_id, amount, way, reference, reason, staff_id, idempotency_key)
      values (${id}, ${order.user_id}, ${amount}, ${way}, ${reference}, ${reason}, current_staff(), ${key})`);
    await tx.rows(statement`
      update orders set version = version + 1, payment_status = ${queued ? payment_status : status}
      where id = ${id}`);
    return noteChange(tx, order, {
      kind: 'manual_refund',
      data: { amount, way, reason },
      shown: true,
      audit: {
        before: { payment_status, refunded: by_hand },
        after: { amount, way, reference, refunded: by_hand + amount },
        reason,
      },
    });
  };
}
