import { type RawBuilder, sql } from 'kysely';
import type { OrderListQuery, Queue } from '#contract/admin/order-list.ts';
import type { Fulfilment } from '#domain/fulfilment.ts';
import { parseNumberList } from '#domain/number-list.ts';
import { PAYMENT_METHODS } from '#domain/order.ts';
import { statement } from '#server/database/tables.ts';
import { CASH_PARCEL_RETURNS, ORDER_COLUMNS, VERB_FACTS } from './order-sql.ts';
import type { StoredRow } from './order-view.ts';

/** Up to `limit` orders of a list, in the queue's order. */
export function findOrderRows(query: OrderListQuery, limit: number) {
  return statement<StoredRow>`
    select ${ORDER_COLUMNS}, ${VERB_FACTS}, current_staff_role() as role, couriers.name as courier, parcel.tracking_number,
      coalesce(case orders.fulfilment
        when 'confirmed' then confirmed_at when 'packed' then packed_at
        when 'shipped' then shipped_at when 'returning' then shipped_at
        when 'delivered' then delivered_at when 'pending' then orders.created_at else closed_at
      end, orders.created_at) as since,
      (
        select coalesce(jsonb_agg(jsonb_build_object(
          'product_id', product_id, 'product_name', product_name, 'quantity', quantity
        ) order by product_id), '[]')
        from order_items item where item.order_id = orders.id and item.user_id = orders.user_id
      ) as items
    from ${findOrderIds(query, limit)} with ordinality as found (id, place)
    join orders on orders.id = found.id
    ${CASH_PARCEL_RETURNS}
    left join couriers on couriers.id = parcel.courier
    order by found.place`;
}

/** The filters of list_orders() for each queue. */
const QUEUE_FILTERS: Record<
  Queue,
  { filters: string[]; fulfilment?: Fulfilment; oldestFirst?: true }
> = {
  all: { filters: [] },
  to_confirm: { filters: ['fulfilment'], fulfilment: 'pending', oldestFirst: true },
  to_pack: { filters: ['fulfilment', 'real_money'], fulfilment: 'confirmed', oldestFirst: true },
  to_hand_over: { filters: ['fulfilment'], fulfilment: 'packed', oldestFirst: true },
  on_the_way: { filters: ['fulfilment'], fulfilment: 'shipped' },
  late: { filters: ['late'], oldestFirst: true },
  coming_back: { filters: ['fulfilment'], fulfilment: 'returning', oldestFirst: true },
  delivered: { filters: ['fulfilment'], fulfilment: 'delivered' },
  closed: { filters: ['closed'] },
  refunds: { filters: ['refunding'] },
  refunds_failed: { filters: ['refund_failed'], oldestFirst: true },
  to_take_out: { filters: ['to_take_out'], oldestFirst: true },
  return_to_refund: { filters: ['return_to_refund'], oldestFirst: true },
  unsent: { filters: ['unsent'] },
};

/**
 * A call of list_orders(): the ids of up to `limit` orders, in the queue's order.
 */
export function findOrderIds(query: OrderListQuery, limit: number) {
  const queue = QUEUE_FILTERS[query.queue];
  const method = PAYMENT_METHODS.find((each) => each === query.payment) ?? null;
  const filters = [
    ...queue.filters,
    ...(query.payment ? [method ? 'payment_method' : 'payment_status'] : []),
    ...(query.courier ? ['courier'] : []),
    ...(query.product ? ['product'] : []),
    ...(query.from ? ['from'] : []),
    ...(query.to ? ['to'] : []),
  ];
  const typed = query.q ?? '';
  const numbers = parseNumberList(typed);
  const searched =
    typed === '' || numbers
      ? sql`null, null, '{}'`
      : sql`staff_query(${typed}), ${trackingPattern(typed)}, ${productsNamed(typed)}`;
  return sql`
    list_orders(
      ${filters}::text[], ${queue.fulfilment ?? null}, ${method}, ${method ? null : (query.payment ?? null)},
      ${query.courier ?? null}::uuid, ${query.product ?? null}, india_midnight(${query.from ?? null}::date),
      india_midnight(${query.to ?? null}::date + 1), ${query.after ?? null}::uuid, ${searched}, ${numbers}::text[],
      ${queue.oldestFirst ?? false}, ${limit}
    )`;
}

/** A LIKE pattern for tracking numbers that begin with the typed letters and digits; null if none can. */
function trackingPattern(typed: string) {
  return sql`(
    select number || '%' from upper(translate(without_labels(${typed}), ' -_#.:()[]', '')) number where number ~ '^[0-9A-Z]{4,40}$'
  )`;
}

/** Telephone numbers and a letter or two are not looked for in names. */
function productsNamed(typed: string) {
  if (typed.length < 3 || !/\p{L}/u.test(typed)) return sql`'{}'`;
  // Active and hidden products have an index each.
  const matches = (which: RawBuilder<unknown>) =>
    sql`(select id from products where search_name @@ staff_query(${typed}) and ${which} limit 20)`;
  return sql`array(${matches(sql`active`)} union all ${matches(sql`not active`)})`;
}
