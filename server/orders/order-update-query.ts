import { sql } from 'kysely';
import type { Order } from '#contract/orders.ts';
import { tables } from '#server/database/tables.ts';
import type { Shopper } from '#server/shopper.ts';
import type { StoredEvent } from './timeline.ts';

/** What a mail about a step of an order needs. `email` is null for orders from before it was kept. */
export type OrderUpdate = Pick<
  Order,
  'id' | 'order_number' | 'total_amount' | 'payment_method' | 'payment_status' | 'payment_mode'
> & { email: string | null; events: StoredEvent[] };

export function findOrderNews(shopper: Pick<Shopper, 'userId'>, id: string) {
  return sql<OrderUpdate>`
    select id, order_number, total_amount, payment_method, payment_status, payment_mode, email,
      shown_events(id) as events
    from orders where id = ${id} and user_id = ${shopper.userId}`.compile(tables);
}

/** For whoever has the link: see order_timeline() in the migrations. */
export function findTimeline(id: string) {
  return sql<Pick<Order, 'order_number' | 'status' | 'created_at'> & { events: StoredEvent[] }>`
    select order_number, status, created_at, events from order_timeline(${id})`.compile(tables);
}
