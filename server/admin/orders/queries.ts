import { sql } from 'kysely';
import type { CurrentOrder } from '#contract/errors.ts';
import { inRupees } from '#server/database/money-sql.ts';
import { statement } from '#server/database/tables.ts';
import { CHARGES } from '#server/orders/queries.ts';
import type { LockedOrder } from '#server/orders/take-step.ts';
import type { StaffRequest } from './apply-verb.ts';
import {
  CASH_PARCEL_RETURNS,
  emailWaits,
  ORDER_COLUMNS,
  PAID_AMOUNT,
  VERB_FACTS,
} from './order-sql.ts';
import type { StoredDetail } from './order-view.ts';

/** Orders with their items, parcels, refunds and events, in the order of the ids. */
export function findOrderDetails(ids: string[]) {
  return statement<StoredDetail>`
    select ${ORDER_COLUMNS}, ${CHARGES} as charges, current_staff_role() as role, orders.email,
      ${VERB_FACTS},
      case when returned.pieces is not null then refund_due(orders.id) else 0 end as refund_due,
      ${inRupees(sql`refundable_by_hand(orders)`)} as refundable_by_hand,
      (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', item.id, 'product_id', item.product_id, 'product_name', item.product_name,
          'product_image', item.product_image, 'quantity', item.quantity, 'price', item.price, 'subtotal', item.subtotal,
          'mrp', item.mrp,
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
          'id', id, 'status', status, 'phase', phase, 'reason', reason, 'amount', ${inRupees(sql`amount_paise`)},
          'deducted', ${inRupees(sql`deducted_paise`)}, 'respond_by', respond_by
        ) order by created_at, id), '[]')
        from disputes where payment_id = orders.payment_id
      ) as disputes,
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
          'cancelled', count(*) filter (where own.status = 'cancelled' or own.fulfilment = 'returning'),
          'spent', coalesce(sum(${PAID_AMOUNT}), 0),
          'first_order_at', min(own.created_at))
        from (
          select id, status, fulfilment, payment_id, payment_mode, payment_status, total_amount, paid_amount, created_at
          from orders mine
          where mine.user_id = orders.user_id order by created_at desc limit 1000
        ) own
      ) end as customer
    from unnest(${ids}::uuid[]) with ordinality as listed (id, place)
    join orders on orders.id = listed.id
    ${CASH_PARCEL_RETURNS}
    order by listed.place`;
}

/** What decides about a step of an order that is locked. */
export function findStepFacts(id: string, { verb, courier, tracking_number }: StaffRequest) {
  return statement<Omit<LockedOrder, 'refundable_paise' | 'disputed'> & CurrentOrder>`
    select ${ORDER_COLUMNS}, ${VERB_FACTS}, ${LAST_EVENT}, current_staff_role() as by, orders.user_id,
      staff_factor_is_fresh() as factor_is_recent, orders.packed_at is not null as is_packed,
      coalesce(cash.state = 'due', false) as cash_is_due, ${emailWaits(sql`orders.closed_at`)} as email_waits,
      (
        select coalesce(jsonb_agg(jsonb_build_object('id', id::text, 'kind', kind, 'from', from_state, 'data', data)
          order by id), '[]')
        from order_events where order_id = orders.id and ${verb === 'undo'}
      ) as events,
      items.*, (
        select jsonb_build_object('id', id, 'name', name, 'active', active, 'numbered', numbered, 'has_parcel', exists (
          select from shipments
          where order_id = orders.id and courier = couriers.id and state <> 'taken_back'
            and (not numbered or tracking_number = ${tracking_number ?? null})
        ))
        from couriers where id = ${courier ?? null}
      ) as courier,
      ${
        verb === 'decline_refund'
          ? // Without what is owed of refunds that failed: those are not declined.
            sql`least(refund_due(orders.id), (
              select round(sum((item.subtotal - item.discount) / item.quantity * (good + damaged)) * least(1, orders.paid_amount / nullif(orders.total_amount, 0)), 2)
              from returned_items join order_items item on item.id = order_item_id
              where returned_items.order_id = orders.id and not settled
            ))::float8`
          : sql`0`
      } as declined_amount
    from orders
    ${CASH_PARCEL_RETURNS}
    cross join lateral (
      select sum(quantity)::integer as sold_pieces, jsonb_agg(jsonb_build_object('id', id, 'quantity', quantity,
        'returned', coalesce((select sum(good + damaged) from returned_items where order_item_id = item.id), 0)
      )) as items
      from order_items item where item.order_id = orders.id
    ) items
    where orders.id = ${id}`;
}

/** Notes, emails sent again and disputes do not count as the last event, because they do not change the version. */
const LAST_EVENT = sql`(
    select jsonb_build_object('kind', kind, 'at', at, 'actor', actor) from order_events
    where order_id = orders.id and kind not in ('note', 'send_email_again', 'dispute') order by id desc limit 1
  ) as last`;

/** The orders' current state, for clients that sent an older version. */
export function findCurrentOrders(ids: string[]) {
  return statement<CurrentOrder & { user_id: string }>`
    select id, user_id, order_number, version, fulfilment, ${LAST_EVENT}
    from orders where id = any(${ids}::uuid[])`;
}
