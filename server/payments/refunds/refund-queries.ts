import type { GatewayPayment, GatewayRefund } from '@aparajita/razorpay';
import { sql } from 'kysely';
import type { PaymentMode } from '#domain/order.ts';
import type { RefundReason } from '#domain/payment.ts';
import { statement } from '#server/database/tables.ts';
import type { OwnedRow } from '#server/jobs/queues.ts';

export type Refund = {
  id: string;
  payment_id: string;
  amount: number;
  reason: string;
  idempotency_key: string;
  status: 'queued' | 'pending' | 'processed' | 'failed';
  key_id: string;
  email: string;
  order_number: string;
};

export function findRefund({ id, user_id }: OwnedRow) {
  return statement<Refund>`
    select refunds.id, payment_id, refunds.amount_paise::float8 as amount, reason, refunds.idempotency_key,
      refunds.status, key_id, email, order_number
    from refunds
    join payments on payments.id = payment_id
    join payment_intents intent on intent.id = payments.intent_id
    where refunds.id = ${id} and refunds.user_id = ${user_id}`;
}

/** The payment's row is the lock for everything about its refunds. */
export function lockPayment(userId: string, paymentId: string) {
  return statement<{ id: string; email: string; order_number: string; mode: PaymentMode }>`
    select payments.id, email, order_number, intent.mode
    from payments join payment_intents intent on intent.id = intent_id
    where payments.id = ${paymentId} and payments.user_id = ${userId}
    for no key update of payments`;
}

/**
 * Inserts a refund of the rest of a payment; no row if one was inserted before or nothing remains. The payment must be
 * locked by an earlier statement. Subtracts the amount that the gateway reports as refunded, even if we do not know all
 * of those refunds.
 */
export function insertRefund(userId: string, payment: GatewayPayment, reason: RefundReason) {
  return statement<{ id: string; amount: number }>`
    insert into refunds (payment_id, user_id, amount_paise, reason, idempotency_key)
    select id, user_id, remaining, ${reason}, 'auto-' || id
    from (
      select id, user_id, amount_paise - greatest(${payment.amount_refunded}, (
        select sum(amount_paise) from refunds where payment_id = payments.id and status <> 'failed'
      )) as remaining
      from payments where id = ${payment.id} and user_id = ${userId}
    ) as payment
    where remaining > 0
    on conflict do nothing
    returning id, amount_paise::float8 as amount`;
}

/**
 * Updates a refund of ours, found by the idempotency key that we sent; its status only moves forward.
 * `status_changed` is false if the status is the same as before. No row if the refund is not ours.
 */
export function updateOwnRefund(userId: string, refund: GatewayRefund, key: string) {
  return statement<{ id: string; status_changed: boolean }>`
    with before as (
      select id, status from refunds
      where idempotency_key = ${key} and payment_id = ${refund.payment_id} and user_id = ${userId}
    ), updated as (
      update refunds set gateway_refund_id = ${refund.id}, status = ${refund.status}
      from before
      where refunds.id = before.id and before.status in ('queued', 'pending', 'failed')
        and before.status <> ${refund.status}
      returning refunds.id
    )
    select id, exists (select from updated) as status_changed from before`;
}

/**
 * Saves a refund that somebody made in the gateway's dashboard. `status_changed` is true for a new one, and false if its
 * status is the same as before.
 */
export function saveDashboardRefund(userId: string, refund: GatewayRefund) {
  return statement<{ id: string; status_changed: boolean }>`
    with before as (
      select id, status from refunds
      where gateway_refund_id = ${refund.id} and payment_id = ${refund.payment_id} and user_id = ${userId}
    ), updated as (
      update refunds set status = ${refund.status}
      from before
      where refunds.id = before.id and before.status = 'pending' and ${refund.status} <> 'pending'
      returning refunds.id
    ), inserted as (
      insert into refunds (
        payment_id, user_id, amount_paise, reason, idempotency_key, gateway_refund_id, status
      )
      select ${refund.payment_id}, ${userId}, ${refund.amount}, 'gateway', ${`from-${refund.id}`}, ${refund.id},
        ${refund.status}
      where not exists (select from before)
      returning id
    )
    select id, exists (select from updated) as status_changed from before
    union all select id, true from inserted`;
}

/**
 * Cancels those of our queued refunds that, together with the refunds that the gateway reports, those by hand and the
 * older queued ones, exceed the payment. `remaining` is the part of the payment that is not refunded, in paise.
 */
export function cancelExcessRefunds(userId: string, paymentId: string, reported: GatewayRefund[]) {
  const list = reported.map(({ id, amount, status, notes }) => ({
    id,
    amount,
    status,
    key: notes.refund,
  }));
  return statement<{ id: string; remaining: number }>`
    with reported as (
      select * from jsonb_to_recordset(${JSON.stringify(list)}::jsonb)
        as refund (id text, amount bigint, status text, key text)
    ), own as (
      select * from refunds where payment_id = ${paymentId} and user_id = ${userId}
    ), sums as (
      select
        (select coalesce(sum(amount), 0) from reported where status <> 'failed') + (
          select coalesce(sum(amount_paise), 0) from own
          where status in ('pending', 'processed') and gateway_refund_id not in (select id from reported)
        ) + ${paiseByHand(userId, paymentId)} as refunded
    ), queued as (
      select id, sum(amount_paise) over (order by created_at, id) as queued_so_far from own
      where status = 'queued' and not exists (select from reported where key = own.idempotency_key)
    )
    update refunds set status = 'failed'
    from payments, sums, queued
    where refunds.id = queued.id and payments.id = refunds.payment_id
      and refunded + queued_so_far > payments.amount_paise
    returning refunds.id, (payments.amount_paise - refunded)::float8 as remaining`;
}

/** The refunds by hand of a payment's order, summed in paise. The lock on the payment's row covers these, too. */
function paiseByHand(userId: string, paymentId: string) {
  return sql`coalesce((
    select sum(by_hand.amount) * 100 from orders paid join manual_refunds by_hand on by_hand.order_id = paid.id
    where paid.payment_id = ${paymentId} and paid.user_id = ${userId} and by_hand.user_id = ${userId}
  ), 0)`;
}

/** Sets a queued refund to failed. No row if the gateway has accepted it, or if it has failed already. */
export function failRefund({ id, user_id }: OwnedRow) {
  return statement<{ id: string }>`
    update refunds set status = 'failed'
    where id = ${id} and user_id = ${user_id} and status = 'queued'
    returning id`;
}

/**
 * Sets the order's payment status from its refunds, also those by hand, and from what decided disputes have taken back.
 * A status of 'refund_pending' becomes 'paid' again if all refunds have failed.
 */
export function updatePaymentStatus(userId: string, paymentId: string) {
  return statement`
    with sums as (
      select
        coalesce(sum(amount_paise) filter (where status = 'processed'), 0) as processed,
        count(*) filter (where status in ('queued', 'pending')) as under_way,
        ${paiseByHand(userId, paymentId)} as by_hand,
        (
          select coalesce(sum(deducted_paise), 0) from disputes
          where payment_id = ${paymentId} and user_id = ${userId} and status not in ('open', 'under_review')
        ) as taken_back
      from refunds where payment_id = ${paymentId} and user_id = ${userId}
    )
    update orders set payment_status = case
      when processed + by_hand > 0 and processed + by_hand + taken_back >= paid_paise then 'refunded'
      when under_way > 0 then 'refund_pending'
      when processed + by_hand > 0 then 'partially_refunded'
      when payment_status = 'refund_pending' then 'paid'
      else payment_status
    end
    from sums
    where payment_id = ${paymentId} and user_id = ${userId} and payment_status <> 'refunded'`;
}
