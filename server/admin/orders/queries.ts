import { type RawBuilder, sql } from 'kysely';
import type { OrderListQuery, Queue } from '#contract/admin/orders.ts';
import type { CurrentOrder } from '#contract/errors.ts';
import type { Fulfilment } from '#domain/fulfilment.ts';
import { PAYMENT_METHODS } from '#domain/order.ts';
import { PAID_AMOUNT } from '#server/admin/orders/paid-amount.ts';
import { inRupees } from '#server/database/money-sql.ts';
import { statement } from '#server/database/tables.ts';
import type { ActionResult } from '#server/orders/action-query.ts';
import type { SearchTerms } from './search-terms.ts';
import type { StoredDetail } from './stored-order.ts';

/** The filters of find_orders() for each queue. */
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
  unsent: { filters: ['unsent'] },
};

/** The columns of `orders` that lists and details share. */
export const ORDER_COLUMNS = sql`
  orders.id, orders.order_number, orders.created_at, orders.version, orders.fulfilment, orders.status,
  orders.payment_method, orders.payment_status, orders.payment_mode, orders.payment_id, orders.total_amount,
  orders.cancel_reason, orders.shipping_address,
  coalesce(orders.payment_method = 'cod'
    and (orders.fulfilment = 'lost' or orders.fulfilment = 'cancelled' and coalesce(mail_waits(orders.closed_at), false))
    and may_reopen(orders.id), false) as reopenable,
  orders.fulfilment in ('pending', 'confirmed', 'packed')
    and orders.payment_status in ('refund_pending', 'partially_refunded', 'refunded')
    and wholly_refunded(orders.payment_id) as wholly_refunded`;

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

/**
 * A call of find_orders(), or, with a list of order numbers, of find_listed_orders(): the ids of up to `limit` orders, in
 * the queue's order.
 */
export function findOrderIds(query: OrderListQuery, terms: SearchTerms | null, limit: number) {
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
  const filtered = sql`
    ${filters}::text[], ${queue.fulfilment ?? null}, ${method}, ${method ? null : (query.payment ?? null)},
    ${query.courier ?? null}::uuid, ${query.product ?? null}, india_midnight(${query.from ?? null}::date),
    india_midnight(${query.to ?? null}::date + 1), ${query.after ?? null}::uuid`;
  const oldestFirst = queue.oldestFirst ?? false;
  if (terms?.numbers) {
    return sql`find_listed_orders(${filtered}, ${terms.numbers}::text[], ${oldestFirst}, ${limit})`;
  }
  return sql`
    find_orders(
      ${filtered},
      ${terms?.words ?? null}::tsquery, ${terms?.tracking ?? null},
      ${terms?.products ? productsNamed(terms.products) : sql`'{}'`},
      ${oldestFirst}, ${limit}
    )`;
}

function productsNamed(words: string) {
  // Active and hidden products have an index each.
  const matches = (which: RawBuilder<unknown>) =>
    sql`(select id from products where search_name @@ ${words}::tsquery and ${which} limit 20)`;
  return sql`array(${matches(sql`active`)} union all ${matches(sql`not active`)})`;
}

/** Orders with their items, parcels, refunds and events, in the order of the ids. */
export function findOrderDetails(ids: string[]) {
  return statement<StoredDetail>`
    select ${ORDER_COLUMNS}, current_staff_role() as role, orders.email, orders.user_id,
      coalesce(cash.${CASH_SETTLED}, false)
        or exists (select from manual_refunds where order_id = orders.id) as cash_settled,
      coalesce(parcel.failed_attempts, 0) as failed_attempts,
      coalesce(returned.pieces, 0)::integer as returned_pieces,
      returned.pieces is not null and undoable_return(orders.id) is not null as return_undoable,
      returned.pieces is not null and may_decline_refund(orders.id) as refund_declinable,
      returned.pieces is not null and undoable_decline(orders.id) is not null as decline_undoable,
      orders.fulfilment = 'cancelled' and orders.packed_at is not null as to_take_out,
      case when returned.pieces is not null then refund_due(orders.id) else 0 end as refund_due,
      ${inRupees(sql`refundable_by_hand(orders)`)} as refundable_by_hand,
      (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', item.id, 'product_id', item.product_id, 'product_name', item.product_name,
          'product_image', item.product_image, 'quantity', item.quantity, 'price', item.price, 'subtotal', item.subtotal,
          'returned_good', coalesce(returned_of_item.good, 0), 'returned_damaged', coalesce(returned_of_item.damaged, 0)
        ) order by item.product_id), '[]')
        from order_items item
        left join lateral (
          select sum(good) as good, sum(damaged) as damaged from returned_items where order_item_id = item.id
        ) returned_of_item on true
        where item.order_id = orders.id and item.user_id = orders.user_id
      ) as order_items,
      (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', shipment.id, 'courier_id', courier, 'courier', couriers.name, 'tracking_number', tracking_number,
          'tracking_url', replace(tracking_url, '{number}', tracking_number), 'state', state,
          'failed_attempts', shipment.failed_attempts, 'handed_over_at', handed_over_at
        ) order by handed_over_at, shipment.id), '[]')
        from shipments shipment join couriers on couriers.id = courier where shipment.order_id = orders.id
      ) as shipments,
      (
        select coalesce(jsonb_agg(refund order by refund ->> 'created_at'), '[]') from (
          select jsonb_build_object('id', id, 'amount', ${inRupees(sql`amount_paise`)}, 'reason', reason, 'status', status,
            'way', 'gateway', 'reference', gateway_refund_id, 'created_at', created_at) as refund
          from refunds where payment_id = orders.payment_id
          union all
          select jsonb_build_object('id', id, 'amount', amount, 'reason', reason, 'status', 'done', 'way', way,
            'reference', reference, 'created_at', created_at)
          from manual_refunds where order_id = orders.id
        ) order_refunds
      ) as refunds,
      (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', event.id::text, 'kind', kind, 'at', at, 'actor', actor, 'staff', staff.email, 'data', data,
          'shown_to_shopper', shown_to_shopper
        ) order by event.id), '[]')
        from order_events event left join staff on staff.user_id = event.staff_id
        where event.order_id = orders.id
      ) as events,
      case when cash.order_id is not null then
        jsonb_build_object('state', cash.state, 'amount', cash.amount, 'due_at', cash.due_at)
      end as cash,
      case when current_staff_role() = 'owner' then (
        select jsonb_build_object('user_id', orders.user_id, 'orders', count(*),
          'delivered', count(*) filter (where own.status = 'delivered'),
          'cancelled', count(*) filter (where own.status = 'cancelled'),
          'spent', coalesce(sum(${PAID_AMOUNT}), 0),
          'first_order_at', min(own.created_at))
        from (
          select id, status, payment_id, payment_mode, payment_status, total_amount, created_at from orders mine
          where mine.user_id = orders.user_id order by created_at desc limit 1000
        ) own
      ) end as customer
    from unnest(${ids}::uuid[]) with ordinality as listed (id, place)
    join orders on orders.id = listed.id
    ${CASH_PARCEL_RETURNS}
    order by listed.place`;
}

/**
 * The orders' current state, for clients that sent an older version. Notes and emails sent again do not count as the last
 * event, because they do not change the version.
 */
export function findCurrentOrders(ids: string[]) {
  return statement<CurrentOrder>`
    select id, order_number, version, fulfilment, (
      select jsonb_build_object('kind', kind, 'at', at, 'actor', actor) from order_events
      where order_id = orders.id and kind not in ('note', 'send_email_again') order by id desc limit 1
    ) as last
    from orders where id = any(${ids}::uuid[])`;
}

/** The prices of an order's items, for a refund of some pieces. */
export function itemPrices(order: string) {
  return statement<{ id: string; price: number; quantity: number }>`
    select item.id, item.price, item.quantity from order_items item
    join orders on orders.id = item.order_id and orders.user_id = item.user_id
    where orders.id = ${order}`;
}

export function refundOrder(
  id: string,
  version: number,
  { paise, reason, key }: { paise: number; reason: string; key: string },
) {
  return statement<Omit<ActionResult, 'refund_paise'>>`
    select outcome, event::text, refund, shopper
    from refund_order(${id}, ${version}, ${paise}, ${reason}, null, ${key})`;
}

export function addManualRefund(
  id: string,
  version: number,
  refund: { amount: number; way: string; reference: string; reason: string; key: string },
) {
  const { amount, way, reference, reason, key } = refund;
  return statement<Pick<ActionResult, 'outcome' | 'event' | 'shopper'>>`
    select outcome, event::text, shopper
    from note_manual_refund(${id}, ${version}, ${amount}, ${way}, ${reference}, ${reason}, ${key})`;
}

/** A note without a step. Outcomes: done, or a code of the contract's errors. */
export function addNote(id: string, text: string, key: string) {
  return statement<{ outcome: string }>`select write_note(${id}, ${text}, ${key}) as outcome`;
}

/** A note written with a step. Roles that may not see the step's verb cannot read it. */
export function addStepNote(id: string, text: string, verb: string) {
  return statement<{ noted: boolean }>`select note_order(${id}, ${text}, ${verb}) as noted`;
}
