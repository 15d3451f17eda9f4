import { sql } from 'kysely';
import type { NewOrder, Order, PlacedOrder } from '#contract/orders.ts';
import type { RefusedLine } from '#contract/refusals.ts';
import { tables } from '#server/database/tables.ts';
import type { Shopper } from '#server/shopper.ts';

/** An order with its items; order_items come as one JSON array, in the order they were in the cart. */
const ORDER = sql`
  orders.id, orders.order_number, orders.total_amount, orders.shipping_address_id, orders.shipping_address,
  orders.payment_method, orders.payment_status, orders.payment_id, orders.payment_mode,
  orders.status, orders.created_at,
  case when orders.payment_id is null then '[]' else (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', refund.id, 'amount', refund.amount_paise / 100.0, 'status', refund.status, 'created_at', refund.created_at
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

/** Up to `limit` orders, newest first, those after the order `before` when it is given. */
export function ordersOf(shopper: Shopper, before: string | undefined, limit: number) {
  return sql<Order>`
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
    limit ${limit}`.compile(tables);
}

export function findOrder(shopper: Shopper, id: string) {
  return sql<Order>`
    select ${ORDER} from orders where id = ${id} and user_id = ${shopper.userId}`.compile(tables);
}

/** What one attempt to place an order found and did. */
export type Attempt = {
  /** The order placed now, or the one this key placed before; null when there is none. */
  placed: PlacedOrder | null;
  /** The body's hash of the order this key placed before; null when the key is new. */
  earlier_request: string | null;
  lines: number;
  address_found: boolean;
  /** The cart's lines that cannot be ordered as they stand. */
  problems: (RefusedLine & { available: boolean })[];
};

export type OrderRequest = NewOrder & { idempotencyKey: string; requestHash: string };

/**
 * Locks the products in the shopper's cart, in one order for everybody, and NO KEY, so that carts can still be
 * filled. A statement of its own, before `attemptOrder`: within one statement the lock is on a product's newest
 * version, but the update begins at the one the statement first saw, where another order may be waiting for this
 * very lock: a deadlock (measured with 8 shoppers and six products: one in a hundred orders, each a wait of a second).
 */
export function lockCartProducts(shopper: Shopper) {
  return sql`
    select from products
    where id in (select product_id from cart_items where user_id = ${shopper.userId})
    order by id
    for no key update of products`.compile(tables);
}

/**
 * Places an order in one statement, or changes nothing but the cart and says why; the caller then rolls back.
 *
 * The cart is taken first: of two submissions at once the second waits here and finds it empty. Reading it
 * before locking would make two orders of one cart (measured: 401 orders for 205 shoppers). What came into the
 * cart since `lockCartProducts` is locked here.
 *
 * Payments nobody made in time are given up with it (see `latePayments`): one that comes now would order the cart twice.
 */
export function attemptOrder(shopper: Shopper, request: OrderRequest) {
  return sql<Attempt>`
    with earlier as (
      select id, order_number, total_amount, request_hash from orders
      where user_id = ${shopper.userId} and idempotency_key = ${request.idempotencyKey}
    ), cart as (
      delete from cart_items
      where user_id = ${shopper.userId} and not exists (select from earlier)
      returning product_id, quantity, price
    ), line as (
      select product.id, product.name, product.image, product.price, product.stock, product.active,
        cart.quantity, cart.price as shown_price
      from cart join products product on product.id = cart.product_id
      order by product.id
      for no key update of product
    ), sums as (
      select sum(price * quantity) as total from line
    ), problem as (
      select * from line where not active or quantity > stock or price <> shown_price
    ), address as (
      select id, jsonb_build_object(
        'full_name', full_name, 'phone', phone, 'address_line1', address_line1,
        'address_line2', address_line2, 'city', city, 'state', state, 'postal_code', postal_code,
        'country', country
      ) as copy
      from addresses where id = ${request.shipping_address_id} and user_id = ${shopper.userId}
      for key share -- it must still be there when the order names it
    ), placed as (
      insert into orders (
        user_id, order_number, total_amount, shipping_address_id, shipping_address, payment_method,
        idempotency_key, request_hash
      )
      select ${shopper.userId}, generate_order_number(), total, address.id, address.copy,
        ${request.payment_method}, ${request.idempotencyKey}, ${request.requestHash}
      from address, sums
      where total = ${request.total_amount} and not exists (select from problem)
      returning id, order_number, total_amount
    ), item as (
      insert into order_items (
        order_id, user_id, product_id, product_name, product_image, quantity, price
      )
      select placed.id, ${shopper.userId}, line.id, line.name, line.image, line.quantity, line.price
      from placed, line
    ), sold as (
      update products set stock = products.stock - line.quantity
      from line, placed where products.id = line.id
    ), late as (
      ${latePayments(shopper)} and exists (select from placed)
      for no key update skip locked
    ), given_up as (
      update payment_intents set state = 'superseded' from late where payment_intents.id = late.id
    )
    select
      (
        select jsonb_build_object('id', id, 'order_number', order_number, 'total_amount', total_amount)
        from (
          select id, order_number, total_amount from placed
          union all select id, order_number, total_amount from earlier
        ) as either
      ) as placed,
      (select request_hash from earlier) as earlier_request,
      (select count(*)::integer from line) as lines,
      exists (select from address) as address_found,
      coalesce((
        select jsonb_agg(jsonb_build_object(
          'product_id', id, 'product_name', name, 'quantity', quantity, 'stock', least(stock, 999),
          'price', shown_price, 'current_price', price, 'available', active
        ))
        from problem
      ), '[]') as problems`.compile(tables);
}

/**
 * The shopper's payments that are over unless they still come late, for an order or a payment that takes their place.
 * What holds goods again or was handed over is under way and not among them. Take them with `skip locked`: whoever
 * looks at one just now may be waiting for products that are locked here, and `findPaymentsUnderWay` tells of it.
 */
export function latePayments(shopper: Shopper) {
  return sql`
    select id from payment_intents
    where user_id = ${shopper.userId} and state = 'expired' and not holds_stock and not handed_over`;
}

/** What the shopper has begun to pay online and may still be paid. Asked after an order, it sees what that has left. */
export function findPaymentsUnderWay(shopper: Shopper) {
  return sql<{ id: string }>`
    select id from payment_intents
    where user_id = ${shopper.userId} and state in ('open', 'expired')`.compile(tables);
}

/**
 * A product of which the shopper has more than so many in cash orders on their way and in what is kept for a payment of
 * theirs. Asked after an order or the beginning of a payment, it counts that too.
 */
export function findBeyondUnpaid(shopper: Shopper, limit: number) {
  return sql<{ product_name: string }>`
    select max(product_name) as product_name
    from (
      select item.product_id, item.product_name, item.quantity
      from orders join order_items item on item.order_id = orders.id and item.user_id = orders.user_id
      where orders.user_id = ${shopper.userId} and payment_method = 'cod'
        and status in ('pending', 'confirmed', 'processing', 'shipped')
      union all
      select item.product_id, item.product_name, item.quantity
      from payment_intents intent join payment_intent_items item on item.intent_id = intent.id
      where intent.user_id = ${shopper.userId} and state in ('open', 'expired') and holds_stock
    ) unpaid
    group by product_id
    having sum(quantity) > ${limit}
    limit 1`.compile(tables);
}

/** How many orders of the shopper's are on their way that nobody has paid for yet. */
export function countOpenCashOrders(shopper: Shopper) {
  return sql<{ open: number }>`
    select count(*)::integer as open from orders
    where user_id = ${shopper.userId} and payment_method = 'cod'
      and status in ('pending', 'confirmed', 'processing', 'shipped')`.compile(tables);
}
