import { type RawBuilder, sql } from 'kysely';
import type { NewOrder, Order, PlacedOrder } from '#contract/orders.ts';
import type { SHOPPERS_FACTS } from '#domain/decide-step.ts';
import { cashBlock, IS_OPEN_CASH_ORDER } from '#server/checkout/conditions.ts';
import {
  type CheckoutFindings,
  FINDING_COLUMNS,
  pricedCart,
} from '#server/checkout/priced-cart.ts';
import { overUnpaidLimit, pendingPayments } from '#server/checkout/unpaid-sql.ts';
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

/** An order's columns; refunds and items are JSON arrays, items in the order of the cart. */
const ORDER = sql`
  orders.id, orders.order_number, orders.total_amount, orders.paid_amount, orders.shipping_address_id, orders.shipping_address,
  orders.payment_method, orders.payment_status, orders.payment_id, orders.payment_mode,
  orders.status, orders.created_at,
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
  return statement<Order & NoticeColumns & Pick<OrderUpdate, 'email'>>`
    select ${ORDER}, orders.email, ${NOTICE} from orders where id = ${id} and user_id = ${shopper.userId}`;
}

/** One order with its events as `timelineOf` reads them. */
export function findOrder(shopper: Shopper, id: string) {
  return statement<StoredOrder>`
    select ${ORDER}, fulfilment, ${SHOWN_EVENTS} as events, is_disputed(payment_id) as disputed
    from orders where id = ${id} and user_id = ${shopper.userId}`;
}

/** What decides about the cancellation of a shopper's own order that is locked. */
export function findCancellationFacts(shopper: Shopper, id: string) {
  return statement<
    Omit<LockedOrder, keyof typeof SHOPPERS_FACTS | 'refundable_paise' | 'disputed'>
  >`
    select id, user_id, fulfilment, version, payment_method, payment_status, payment_id, (
      select jsonb_agg(jsonb_build_object('id', item.id, 'quantity', quantity, 'returned', 0))
      from order_items item where item.order_id = orders.id and item.user_id = orders.user_id
    ) as items
    from orders where id = ${id} and user_id = ${shopper.userId}`;
}

/** The result of one attempt to place an order: the order placed now, or by this key before; or all null. */
export type Attempt = CheckoutFindings & (PlacedOrder | { [K in keyof PlacedOrder]: null });

/** `id`: the new order's, made by the caller, so that its email can be queued in the same batch. */
export type OrderRequest = NewOrder & { id: string; idempotencyKey: string; requestHash: string };

/**
 * Places an order in one statement, or changes only the cart and reports why it cannot; the caller then rolls back.
 *
 * Deletes the cart's rows first: the second of two concurrent submissions waits here and finds the cart empty. Reading
 * the cart before locking it would make two orders of one cart (measured: 401 orders for 205 shoppers). Also locks
 * products that were added to the cart since `lockCartProducts`.
 */
export function attemptOrder(shopper: Shopper, request: OrderRequest) {
  return statement<Attempt>`
    with earlier as (
      select id, order_number, total_amount, request_hash from orders
      where user_id = ${shopper.userId} and idempotency_key = ${request.idempotencyKey}
    ), cart as (
      delete from cart_items
      where user_id = ${shopper.userId} and not exists (select from earlier)
      returning product_id, quantity, price
    ), ${pricedCart(shopper, request.shipping_address_id)}, placed as (
      insert into orders (
        id, user_id, email, order_number, total_amount, shipping_address_id, shipping_address, payment_method,
        idempotency_key, request_hash
      )
      select ${request.id}, ${shopper.userId}, ${shopper.email}, generate_order_number(), total, address.id, address.copy,
        ${request.payment_method}, ${request.idempotencyKey}, ${request.requestHash}
      from address, sums
      where total = ${request.total_amount} and orderable
      returning id, order_number, total_amount
    ), item as (
      insert into order_items (
        order_id, user_id, product_id, product_name, product_image, quantity, price, mrp
      )
      select placed.id, ${shopper.userId}, line.id, line.name, line.image, line.quantity, line.price, line.mrp
      from placed, line
    ), sold as (
      update products set stock = products.stock - line.quantity
      from line, placed where products.id = line.id
    )
    select placed_or_earlier.*, ${FINDING_COLUMNS}
    from sums left join (
      select id, order_number, total_amount, null as earlier_request from placed
      union all select id, order_number, total_amount, request_hash from earlier
    ) placed_or_earlier on true`;
}

/** Limits of orders that are not paid yet; null: no limit. */
export type OrderLimits = { unpaidUnits: number | null; openOrders: number | null };

/**
 * Fails, and so rolls the transaction back, unless the order was placed in it, no online payment may still be paid, the
 * shop takes cash from the shopper and no limit is exceeded. Run after the order's statement.
 */
export function rollBackUnlessPlaced(
  shopper: Shopper,
  id: string,
  { unpaidUnits, openOrders }: OrderLimits,
) {
  return statement`
    select roll_back_unless(
      exists (select from orders where id = ${id} and user_id = ${shopper.userId})
      and not exists (${pendingPayments(shopper)})
      and not exists (${cashBlock(shopper.userId)})
      ${unpaidUnits === null ? sql`` : sql`and not exists (${overUnpaidLimit(shopper, unpaidUnits)})`}
      ${
        openOrders === null
          ? sql``
          : sql`and (
        select count(*) from orders where user_id = ${shopper.userId} and ${IS_OPEN_CASH_ORDER}
      ) <= ${openOrders}`
      }
    )`;
}

/** A row if the shop takes no cash from the shopper. */
export function findCashBlock({ userId }: Shopper) {
  return statement<{ user_id: string }>`${cashBlock(userId)}`;
}

/** How many unpaid cash orders of the shopper are not delivered yet. */
export function countOpenCashOrders(shopper: Shopper) {
  return statement<{ open: number }>`
    select count(*)::integer as open from orders
    where user_id = ${shopper.userId} and ${IS_OPEN_CASH_ORDER}`;
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
