import type { Order, SharedTimeline } from '#contract/orders.ts';
import { statement } from '#server/database/tables.ts';
import type { Shopper } from '#server/shopper.ts';
import type { StoredEvent, StoredTimeline } from './timeline.ts';

/**
 * What a mail about a step of an order needs. `email` is null for orders from before it was kept. `refund_settled`: what the
 * step decided to give back is no longer on its way. The gateway has given it back, or it failed: then another refund took
 * its place, or the shop is told to see to it. `return_declined`: the owner refunds nothing for this return.
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
        -- A step and its refund are of one transaction.
        join refunds on refunds.created_at = event.at
        where event.id = ${eventId}::bigint and event.order_id = orders.id and event.user_id = orders.user_id
          and refunds.payment_id = orders.payment_id and refunds.user_id = orders.user_id
          and refunds.status in ('processed', 'failed')
      ) as refund_settled,
      return_declined(${eventId}::bigint) as return_declined
    from orders where id = ${id} and user_id = ${shopper.userId}`;
}

/** Notes that the mail about a step was sent, for `orderUpdate`. */
export function noteEventMailed(eventId: string) {
  return statement`select note_event_mailed(${eventId}::bigint)`;
}

/** For whoever has the link: see order_timeline() in the migrations. */
export function findTimeline(id: string) {
  return statement<StoredTimeline & Pick<SharedTimeline, 'order_number' | 'status' | 'refunded'>>`
    select order_number, status, payment_method, created_at, events, refunded from order_timeline(${id})`;
}
