import type { Order, SharedTimeline } from '#contract/orders.ts';
import { statement } from '#server/database/tables.ts';
import type { Shopper } from '#server/shopper.ts';
import type { StoredEvent, StoredTimeline } from './timeline.ts';

/**
 * The data of an email about a step of an order. `email` is null for old orders, which have no stored address.
 * `refund_settled`: the refund that the step started is processed or has failed. `return_declined`: the owner refunds
 * nothing for this return.
 */
export type OrderUpdate = Pick<
  Order,
  | 'id'
  | 'order_number'
  | 'total_amount'
  | 'payment_method'
  | 'payment_status'
  | 'payment_mode'
  | 'shipping_address'
> & {
  email: string | null;
  events: StoredEvent[];
  refund_settled: boolean;
  return_declined: boolean;
};

export function findOrderUpdate(shopper: Pick<Shopper, 'userId'>, id: string, eventId: string) {
  return statement<OrderUpdate>`
    select id, order_number, total_amount, payment_method, payment_status, payment_mode, shipping_address,
      email, shown_events(id) as events,
      exists (
        select from order_events event
        -- The refund was inserted in the transaction of the step, so both have the same time.
        join refunds on refunds.created_at = event.at
        where event.id = ${eventId}::bigint and event.order_id = orders.id and event.user_id = orders.user_id
          and refunds.payment_id = orders.payment_id and refunds.user_id = orders.user_id
          and refunds.status in ('processed', 'failed')
      ) as refund_settled,
      return_declined(${eventId}::bigint) as return_declined
    from orders where id = ${id} and user_id = ${shopper.userId}`;
}

/** Records that the email about a step was sent; `orderUpdate` then does not send it again. */
export function noteEventMailed(eventId: string) {
  return statement`select note_event_mailed(${eventId}::bigint)`;
}

/** For anybody who has the link from an email: see order_timeline() in db/functions.sql. */
export function findTimeline(id: string) {
  return statement<StoredTimeline & Pick<SharedTimeline, 'order_number' | 'status' | 'refunded'>>`
    select order_number, status, payment_method, created_at, events, refunded from order_timeline(${id})`;
}
