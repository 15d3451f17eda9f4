import { type RawBuilder, sql } from 'kysely';
import { UNDO_SECONDS } from '#domain/order-verbs.ts';
import { inRupees } from '#server/database/money-sql.ts';

/** A condition: whether the email about a step of that moment has still not been sent, less what a transaction takes. */
export const emailWaits = (at: RawBuilder<unknown>) =>
  sql`coalesce(${at} > now() - ${UNDO_SECONDS} * interval '1 second', false)`;

/**
 * A condition on `orders`: given up, and nothing stands against taking that back. It is in cash, staff did it and the step
 * says what it led away from, no money was given back by hand, and the parcel was not taken out. A cancellation, whose
 * pieces are on sale again, only until its email may leave.
 */
const REOPENABLE = sql`
  orders.payment_method = 'cod'
  and (orders.fulfilment = 'lost' or orders.fulfilment = 'cancelled' and ${emailWaits(sql`orders.closed_at`)})
  and exists (
    select from (
      select kind, actor, from_state from order_events
      where order_id = orders.id and kind in ('cancel', 'lose') order by id desc limit 1
    ) step
    where actor = 'staff' and from_state is not null
      and kind = case orders.fulfilment when 'cancelled' then 'cancel' else 'lose' end
  )
  and orders.taken_out_at is null
  and not exists (select from order_events where order_id = orders.id and kind = 'manual_refund')`;

/** The columns of `orders` that lists and details share. */
export const ORDER_COLUMNS = sql`
  orders.id, orders.order_number, orders.created_at, orders.version, orders.fulfilment, orders.status,
  orders.payment_method, orders.payment_status, orders.payment_mode, orders.payment_id, orders.total_amount, orders.paid_amount,
  orders.cancel_reason, orders.shipping_address,
  ${REOPENABLE} as reopenable,
  orders.fulfilment in ('pending', 'confirmed', 'packed') and orders.payment_id is not null
    and wholly_refunded(orders.payment_id) as wholly_refunded,
  orders.fulfilment = 'cancelled' and orders.packed_at is not null and orders.taken_out_at is null as to_take_out,
  orders.taken_out_at is not null as taken_out`;

/** A condition on `cod_collections`: the courier has paid, or the cash is disputed. */
export const CASH_SETTLED = sql`state in ('remitted', 'short', 'disputed')`;

/**
 * The columns of `VerbFacts` about an order of which pieces came back. What was done last about a return is undone with its
 * rows; a refund for the return, which is not undone, decides about all that came before it.
 */
const RETURN_FACTS = sql`
  (
    select case when kind in ('receive_return', 'decline_refund') then kind end from order_events event
    where order_id = orders.id and (
      kind = 'receive_return' and exists (select from returned_items where event_id = event.id)
      or kind = 'decline_refund' and exists (select from returned_items where declined_by = event.id)
      or kind in ('refund', 'manual_refund') and data ->> 'reason' = 'returned'
    )
    order by id desc limit 1
  ) as last_of_return,
  exists (select from returned_items where order_id = orders.id and not settled) and refund_due(orders.id) > 0
    as refund_declinable`;

/** The last parcel of the order that was handed over. */
export const LAST_PARCEL = sql`(
  select id, courier, tracking_number, failed_attempts from shipments
  where shipments.order_id = orders.id and state <> 'taken_back' order by handed_over_at desc, id limit 1
)`;

/**
 * Joins for a statement over `orders`: `cash`, the order's row of cod_collections; `parcel`, the last one that was handed
 * over; `returned`, the pieces that came back after the delivery (null if none did).
 */
export const CASH_PARCEL_RETURNS = sql`
  left join cod_collections cash on cash.order_id = orders.id
  left join lateral ${LAST_PARCEL} parcel on true
  left join lateral (
    select sum(good + damaged) as pieces from returned_items
    where orders.fulfilment = 'delivered' and order_id = orders.id and user_id = orders.user_id
  ) returned on true
  left join lateral (select ${RETURN_FACTS}) about_return on returned.pieces is not null`;

/** The columns of `VerbFacts` that `ORDER_COLUMNS` does not have, over these joins; without `sold_pieces`. */
export const VERB_FACTS = sql`
  coalesce(cash.${CASH_SETTLED}, false)
    or exists (select from manual_refunds where order_id = orders.id) as cash_settled,
  coalesce(parcel.failed_attempts, 0) as failed_attempts,
  coalesce(returned.pieces, 0)::integer as returned_pieces, about_return.last_of_return,
  coalesce(about_return.refund_declinable, false) as refund_declinable`;

const DISPUTED = sql`(
    select ${inRupees(sql`coalesce(sum(deducted_paise), 0)`)} from disputes where payment_id = own.payment_id
  )`;

/**
 * An SQL expression: the amount paid for an order, in rupees, minus refunds made or under way and lost disputes. Cash counts once it is
 * collected, test payments only in demo mode. The statement must name the row of `orders` `own`.
 */
export const PAID_AMOUNT = sql`
  case
    when own.payment_mode <> 'live' and not counts_test_money() then 0
    when own.payment_status = 'paid' then coalesce(own.paid_amount, own.total_amount) - ${DISPUTED}
    when own.payment_status in ('refund_pending', 'partially_refunded', 'refunded')
      then coalesce(own.paid_amount, own.total_amount) - ${DISPUTED}
      - (
        select ${inRupees(sql`coalesce(sum(amount_paise), 0)`)} from refunds
        where payment_id = own.payment_id and status <> 'failed'
      )
      - (select coalesce(sum(amount), 0) from manual_refunds where order_id = own.id)
    else 0
  end`;
