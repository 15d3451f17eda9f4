import { sql } from 'kysely';

/** The columns of `orders` that lists and details share. */
export const ORDER_COLUMNS = sql`
  orders.id, orders.order_number, orders.created_at, orders.version, orders.fulfilment, orders.status,
  orders.payment_method, orders.payment_status, orders.payment_mode, orders.payment_id, orders.total_amount, orders.paid_amount,
  orders.cancel_reason, orders.shipping_address,
  coalesce(orders.payment_method = 'cod'
    and (orders.fulfilment = 'lost' or orders.fulfilment = 'cancelled' and coalesce(mail_waits(orders.closed_at), false))
    and may_reopen(orders.id), false) as reopenable,
  orders.fulfilment in ('pending', 'confirmed', 'packed') and orders.payment_id is not null
    and wholly_refunded(orders.payment_id) as wholly_refunded,
  orders.fulfilment = 'cancelled' and orders.packed_at is not null as to_take_out`;

/** A condition on `cod_collections`: the courier has paid, or the cash is disputed. */
export const CASH_SETTLED = sql`state in ('remitted', 'short', 'disputed')`;

/**
 * Joins for a statement over `orders`: `cash`, the order's row of cod_collections; `parcel`, the last one that was handed
 * over; `returned`, the pieces that came back after the delivery (null if none did).
 */
export const CASH_PARCEL_RETURNS = sql`
  left join cod_collections cash on cash.order_id = orders.id
  left join lateral (
    select courier, tracking_number, failed_attempts from shipments
    where shipments.order_id = orders.id and state <> 'taken_back'
    order by handed_over_at desc, id limit 1
  ) parcel on true
  left join lateral (
    select sum(good + damaged) as pieces from returned_items
    where orders.fulfilment = 'delivered' and order_id = orders.id and user_id = orders.user_id
  ) returned on true`;

/** The columns of `VerbFacts` that `ORDER_COLUMNS` does not have, over these joins; without `sold_pieces`. */
export const VERB_FACTS = sql`
  coalesce(cash.${CASH_SETTLED}, false)
    or exists (select from manual_refunds where order_id = orders.id) as cash_settled,
  coalesce(parcel.failed_attempts, 0) as failed_attempts,
  coalesce(returned.pieces, 0)::integer as returned_pieces,
  returned.pieces is not null and undoable_return(orders.id) is not null as return_undoable,
  returned.pieces is not null and may_decline_refund(orders.id) as refund_declinable,
  returned.pieces is not null and undoable_decline(orders.id) is not null as decline_undoable`;
