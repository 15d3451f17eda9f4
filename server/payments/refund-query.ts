import { sql } from 'kysely';
import { tables } from '../platform/database/tables.ts';
import type { GatewayRefund } from './gateway-answers.ts';
import type { Owned } from './intent.ts';

export type Refund = {
  id: string;
  payment_id: string;
  amount: number;
  reason: string;
  idempotency_key: string;
  gateway_refund_id: string | null;
  status: 'queued' | 'pending' | 'processed' | 'failed';
  attempts: number;
  key_id: string;
  email: string;
  order_number: string;
};

export function findRefund({ id, user_id }: Owned) {
  return sql<Refund>`
    select refunds.id, payment_id, refunds.amount_paise::float8 as amount, reason, refunds.idempotency_key,
      gateway_refund_id, refunds.status, attempts, key_id, email, order_number
    from refunds
    join payments on payments.id = payment_id
    join payment_intents intent on intent.id = payments.intent_id
    where refunds.id = ${id} and refunds.user_id = ${user_id}`.compile(tables);
}

/** The payment's row is the lock for everything about its refunds. */
export function lockPayment(userId: string, paymentId: string) {
  return sql<{ id: string; email: string; order_number: string }>`
    select payments.id, email, order_number
    from payments join payment_intents intent on intent.id = intent_id
    where payments.id = ${paymentId} and payments.user_id = ${userId}
    for no key update of payments`.compile(tables);
}

/**
 * Ours, found by the key we sent with it; a refund only moves forward. `moved` is false where nothing changed.
 * No row: it is not one of ours.
 */
export function noteOwnRefund(userId: string, refund: GatewayRefund, key: string) {
  return sql<{ id: string; moved: boolean }>`
    with before as (
      select id, status from refunds
      where idempotency_key = ${key} and payment_id = ${refund.payment_id} and user_id = ${userId}
    ), moved as (
      update refunds set
        gateway_refund_id = ${refund.id}, status = ${refund.status},
        next_attempt_at = case when ${refund.status} = 'pending' then now() + interval '10 minutes' end
      from before
      where refunds.id = before.id and before.status in ('queued', 'pending', 'failed')
        and before.status <> ${refund.status}
      returning refunds.id
    )
    select id, exists (select from moved) as moved from before`.compile(tables);
}

/** One that somebody made at the gateway's own desk. */
export function noteForeignRefund(userId: string, refund: GatewayRefund) {
  return sql<{ id: string; moved: boolean }>`
    with before as (
      select status from refunds where gateway_refund_id = ${refund.id}
    ), noted as (
      insert into refunds (
        payment_id, user_id, amount_paise, reason, idempotency_key, gateway_refund_id, status, next_attempt_at
      )
      values (
        ${refund.payment_id}, ${userId}, ${refund.amount}, 'gateway', ${`from-${refund.id}`}, ${refund.id},
        ${refund.status}, null
      )
      on conflict (gateway_refund_id) do update set status = case
        when refunds.status = 'pending' then excluded.status else refunds.status
      end
      returning id, status
    )
    select id, status is distinct from (select status from before) as moved from noted`.compile(
    tables,
  );
}

/** What we meant to give back and somebody else has given back meanwhile. */
export function dropOvertakenRefund(userId: string, paymentId: string, givenElsewhere: number) {
  return sql`
    update refunds set status = 'failed', next_attempt_at = null
    from payments
    where refunds.payment_id = ${paymentId} and refunds.user_id = ${userId} and refunds.status = 'queued'
      and payments.id = refunds.payment_id
      and refunds.amount_paise + ${givenElsewhere} > payments.amount_paise`.compile(tables);
}

export function planRefund({ id, user_id }: Owned, seconds: number | null, failed: boolean) {
  return sql`
    update refunds set
      next_attempt_at = now() + make_interval(secs => ${seconds}::float8),
      status = case when ${failed} then 'failed' else status end
    where id = ${id} and user_id = ${user_id} and status in ('queued', 'pending')`.compile(tables);
}

/** The order says what of its money has gone back. Once any has, it is never simply paid again. */
export function updatePaymentStatus(userId: string, paymentId: string) {
  return sql`
    with sums as (
      select
        coalesce(sum(amount_paise) filter (where status = 'processed'), 0) as given,
        count(*) filter (where status in ('queued', 'pending')) as under_way
      from refunds where payment_id = ${paymentId} and user_id = ${userId}
    )
    update orders set payment_status = case
      when given >= total_paise then 'refunded'
      when under_way > 0 then 'refund_pending'
      when given > 0 then 'partially_refunded'
      else payment_status
    end
    from sums
    where payment_id = ${paymentId} and user_id = ${userId} and payment_status <> 'refunded'`.compile(
    tables,
  );
}
