import { type RawBuilder, sql } from 'kysely';
import type { Order } from '#contract/orders.ts';
import type { SHOPPERS_FACTS } from '#domain/decide-step.ts';
import { inRupees } from '#server/database/money-sql.ts';
import { statement } from '#server/database/tables.ts';
import type { Shopper } from '#server/shopper.ts';
import { type OrderUpdate, SHOWN_EVENTS } from './order-update-query.ts';
import type { LockedOrder } from './take-step.ts';
import type { StoredOrder } from './timeline.ts';

/** An order that is older is not announced: the owner may retry a failed confirmation after weeks. */
const NEW_FOR_DAYS = 3;

/** Columns of the statement that reads the order: a separate statement would take another round trip. */
const NOTICE = sql`
  case when ${addressAt(sql`orders.created_at`)} is not null then ${addressAt(sql`'infinity'`)} end as notice_email,
  orders.created_at > now() - make_interval(days => ${NEW_FOR_DAYS}) as is_new`;

/** Whether the email asks the shopper to confirm the order: where the owner wants that, until somebody has confirmed it. */
const ASKS = sql`orders.fulfilment = 'pending' and coalesce((
    select (value ->> 'confirm')::boolean from shop_settings
    where key = 'cash_limits' order by shop_settings.id desc limit 1
  ), false)`;

/** `OrderCharges` of a row of `orders`. */
export const CHARGES = sql`jsonb_build_object(
    'coupon_code', coupon_code, 'coupon_discount', coupon_discount, 'online_discount', online_discount,
    'shipping_fee', shipping_fee, 'cash_fee', cash_fee
  )`;

/** An order's columns; refunds and items are JSON arrays, items in the order of the cart. */
const ORDER = sql`
  orders.id, orders.order_number, orders.total_amount, ${CHARGES} as charges, orders.paid_amount, orders.shipping_address_id, orders.shipping_address,
  orders.payment_method, orders.payment_status, orders.payment_id, orders.payment_mode,
  orders.status, orders.created_at, orders.expected_by::text,
  case when orders.payment_id is null then '[]' else (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', refund.id, 'amount', ${inRupees(sql`refund.amount_paise`)}, 'status', refund.status, 'created_at', refund.created_at
    ) order by refund.created_at, refund.id), '[]')
    from refunds refund
    where refund.payment_id = orders.payment_id and refund.user_id = orders.user_id
  ) end as refunds,
  (
    select jsonb_agg(jsonb_build_object(
      'id', item.id, 'product_id', item.product_id, 'product_name', item.product_name,
      'product_image', item.product_image, 'quantity', item.quantity, 'price', item.price,
      'subtotal', item.subtotal
    ) order by item.product_id)
    from order_items item where item.order_id = orders.id and item.user_id = orders.user_id
  ) as order_items`;

/** Up to `limit` orders, newest first; with `before`, only those older than that order. */
export function ordersOf(shopper: Shopper, before: string | undefined, limit: number) {
  return statement<Order>`
    select ${ORDER}
    from orders
    where user_id = ${shopper.userId}
      ${
        before
          ? sql`and (created_at, id) < (
              select created_at, id from orders where id = ${before} and user_id = ${shopper.userId}
            )`
          : sql``
      }
    order by created_at desc, id desc
    limit ${limit}`;
}

/** One order as an email about it needs it. */
export function findOrderForEmail(shopper: Shopper, id: string) {
  return statement<
    Order & NoticeColumns & Pick<OrderUpdate, 'email'> & { asks_to_confirm: boolean }
  >`
    select ${ORDER}, orders.email, ${NOTICE}, ${ASKS} as asks_to_confirm from orders where id = ${id} and user_id = ${shopper.userId}`;
}

/** One order with its events as `timelineOf` reads them. */
export function findOrder(shopper: Shopper, id: string) {
  return statement<StoredOrder>`
    select ${ORDER}, fulfilment, ${SHOWN_EVENTS} as events, exists (
        select from disputes where disputes.payment_id = orders.payment_id and disputes.status in ('open', 'under_review')
      ) as disputed
    from orders where id = ${id} and user_id = ${shopper.userId}`;
}

/** What decides about a step of a shopper's own order that is locked. */
export function findShoppersFacts(shopper: Shopper, id: string) {
  return statement<
    Omit<LockedOrder, keyof typeof SHOPPERS_FACTS | 'refundable_paise' | 'disputed'>
  >`
    select id, user_id, fulfilment, version, payment_method, payment_status, payment_id, (
      select jsonb_agg(jsonb_build_object('id', item.id, 'quantity', quantity, 'returned', 0))
      from order_items item where item.order_id = orders.id and item.user_id = orders.user_id
    ) as items
    from orders where id = ${id} and user_id = ${shopper.userId}`;
}

/**
 * `notice_email`: the address that gets an email about this new order; null if the owner has set none, or only after the
 * order was placed.
 */
type NoticeColumns = { notice_email: string | null; is_new: boolean };

/** The address that was set at this moment. */
function addressAt(moment: RawBuilder<unknown>) {
  return sql`(
    select value #>> '{}' from shop_settings
    where key = 'order_email' and valid_from <= ${moment}
    order by shop_settings.id desc limit 1
  )`;
}
