import { sql } from 'kysely';
import type { Order, SharedTimeline } from '#contract/orders.ts';
import { statement } from '#server/database/tables.ts';
import type { Shopper } from '#server/shopper.ts';
import type { StoredEvent, StoredTimeline } from './timeline.ts';

/**
 * The data of an email about a step of an order. `email` is null for old orders, which have no stored address. No job
 * emails customers who were deleted (server/job-handlers.ts).
 * `refund_statuses`: of the refunds that steps started, by the step's id. One that failed has another in its place, or the
 * shop is notified. `return_declined`: the owner refunds nothing for this return.
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
  refund_statuses: Record<string, Order['refunds'][number]['status']>;
  return_declined: boolean;
};

/** The events of an order that its shopper may see: see the view shown_events in db/schema. */
export const SHOWN_EVENTS = sql`
  coalesce((select shown.events from shown_events shown where shown.order_id = orders.id), '[]')`;

/** The columns of an order's update, except whether a return was declined. */
export const UPDATE_COLUMNS = sql`
  orders.id, orders.order_number, orders.total_amount, orders.payment_method, orders.payment_status, orders.payment_mode,
  orders.shipping_address, orders.email, ${SHOWN_EVENTS} as events,
  (
    select coalesce(jsonb_object_agg(event.id, refund.status), '{}')
    from refunds refund
    -- The refund was inserted in the transaction of the step, so both have the same time.
    join order_events event on event.at = refund.created_at
    where refund.payment_id = orders.payment_id and refund.user_id = orders.user_id
      and event.order_id = orders.id and event.user_id = orders.user_id
  ) as refund_statuses`;

export function findOrderUpdate(shopper: Pick<Shopper, 'userId'>, id: string, eventId: string) {
  return statement<OrderUpdate>`
    select ${UPDATE_COLUMNS}, exists (
        select from returned_items where event_id = ${eventId}::bigint and declined_by is not null
      ) as return_declined
    from orders where id = ${id} and user_id = ${shopper.userId}`;
}

/** What `lastEmail` needs of an order. */
export type LastUpdate = OrderUpdate & Pick<Order, 'status'> & { customer_deleted: boolean };

/** Records that the email about a step was sent; `orderUpdate` then does not send it again. */
export function noteEventEmailed(shopper: Pick<Shopper, 'userId'>, eventId: string) {
  return statement`
    update order_events set mailed_at = now()
    where id = ${eventId} and user_id = ${shopper.userId} and shown_to_shopper and mailed_at is null`;
}

/** For anybody who has the link from an email: see order_timeline() in db/schema. */
export function findTimeline(id: string) {
  return statement<StoredTimeline & Omit<SharedTimeline, 'events'>>`
    select order_number, status, payment_method, total_amount, created_at, events, refunded,
      order_expected_by(${id})::text as expected_by
    from order_timeline(${id})`;
}
