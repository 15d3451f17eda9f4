import type { GatewayDispute } from '@aparajita/razorpay';
import { type RawBuilder, sql } from 'kysely';
import { DISPUTE_PHASES, type DisputeStatus } from '#domain/dispute.ts';
import { statement } from '#server/database/tables.ts';
import type { OwnedRow } from '#server/jobs/queues.ts';
import type { PaymentContext } from '#server/payments/context.ts';
import { onBehalfOf } from '#server/shopper.ts';

/**
 * Saves a dispute as the gateway's API returns it, and emails the shop if it has changed. Any number of times and in any
 * order: events and the reconciliation call this. Does nothing if it is not about a payment of this shopper.
 */
export function recordDispute(
  { systemDatabase, jobs }: PaymentContext,
  userId: string,
  dispute: GatewayDispute,
): Promise<void> {
  return systemDatabase.transact(onBehalfOf(userId), async (tx) => {
    const [saved] = await tx.rows(saveDispute(userId, dispute));
    // 'under_review' follows what the shop itself has sent to the bank.
    if (!saved || saved.status === 'under_review') return;
    await jobs.send(tx, 'dispute-notice', { id: dispute.id, user_id: userId });
  });
}

/** A dispute for the email about it; amounts in paise. */
export type Dispute = {
  id: string;
  payment_id: string;
  order_id: string | null;
  order_number: string;
  status: DisputeStatus;
  phase: string;
  reason: string;
  amount: number;
  deducted: number;
  respond_by: string | null;
  changed_at: string;
};

/**
 * Saves a dispute of the shopper's payment, or what has changed in it. It only moves forward: it never returns to an
 * earlier phase, and a decided one becomes undecided again only in a later one. A row only if something changed. The
 * table's trigger adds it to the order's history. Locks the payment, as whoever refunds it does.
 */
export function saveDispute(userId: string, dispute: GatewayDispute) {
  return statement<{ status: DisputeStatus }>`
    insert into disputes as saved (
      id, payment_id, user_id, amount_paise, deducted_paise, reason, phase, status, respond_by, created_at
    )
    select ${dispute.id}, id, user_id, ${dispute.amount}, ${dispute.amount_deducted}, ${dispute.reason_code ?? ''},
      ${dispute.phase}, ${dispute.status}, to_timestamp(${dispute.respond_by ?? null}::float8),
      to_timestamp(${dispute.created_at}::float8)
    from payments where id = ${dispute.payment_id} and user_id = ${userId}
    for no key update
    on conflict (id) do update set amount_paise = excluded.amount_paise, deducted_paise = excluded.deducted_paise,
      reason = excluded.reason, phase = excluded.phase, status = excluded.status, respond_by = excluded.respond_by,
      changed_at = now()
    where case sign(${rankOf(sql`excluded.phase`)} - ${rankOf(sql`saved.phase`)})
        when 1 then true
        when -1 then false
        else saved.status in ('open', 'under_review') or excluded.status not in ('open', 'under_review')
      end
      and (saved.amount_paise, saved.deducted_paise, saved.reason, saved.phase, saved.status, saved.respond_by)
        is distinct from (excluded.amount_paise, excluded.deducted_paise, excluded.reason, excluded.phase, excluded.status,
          excluded.respond_by)
    returning status`;
}

/** A phase's place in their order; null if it is not one that we know. */
function rankOf(phase: RawBuilder<unknown>) {
  return sql`array_position(${DISPUTE_PHASES}::text[], ${phase})`;
}

export function findDispute({ id, user_id }: OwnedRow) {
  return statement<Dispute>`
    select disputes.id, disputes.payment_id, orders.id as order_id, intent.order_number, disputes.status, phase, reason,
      disputes.amount_paise::float8 as amount, deducted_paise::float8 as deducted, respond_by, changed_at
    from disputes
    join payments on payments.id = disputes.payment_id
    join payment_intents intent on intent.id = payments.intent_id
    left join orders on orders.payment_id = disputes.payment_id and orders.user_id = disputes.user_id
    where disputes.id = ${id} and disputes.user_id = ${user_id}`;
}
