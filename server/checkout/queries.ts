import { sql } from 'kysely';
import type { CashFacts } from '#domain/decide-cash.ts';
import type {
  CheckoutFacts,
  CheckoutRequest,
  DecidedOrder,
  Stock,
} from '#domain/decide-checkout.ts';
import { statement } from '#server/database/tables.ts';
import type { Shopper } from '#server/shopper.ts';
import { IS_OPEN_CASH_ORDER, IS_PAYABLE, orderableStock } from './conditions.ts';

/** What decides about a checkout. */
export function readFacts(shopper: Shopper, request: CheckoutRequest) {
  return statement<{ facts: CheckoutFacts; stock: Stock }>`
    select ${orderedFacts(shopper, request)} || ${otherFacts(shopper, request)} as facts, coalesce((
      select jsonb_object_agg(product.id, ${orderableStock(shopper.userId)})
      from cart_items join products product on product.id = product_id
      where user_id = ${shopper.userId}
    ), '{}') as stock`;
}

/**
 * Locks what an order depends on: the products in the cart, always ordered by id and with NO KEY, so that others can
 * still add them to carts, and the address against deletion. A statement of its own before the one that writes: that one
 * then compares and updates the newest versions of the products. Within one statement the lock is on the newest version,
 * but the rest sees the version that the statement first saw: old prices, and an update that starts where another order
 * may be waiting for this lock, a deadlock (measured with 8 shoppers and six products: in one of a hundred orders).
 */
export function lockCart({ userId }: Shopper, { shipping_address_id }: CheckoutRequest) {
  return statement`
    select from products, addresses
    where products.id in (select product_id from cart_items where user_id = ${userId})
      and addresses.id = ${shipping_address_id} and addresses.user_id = ${userId}
    order by products.id
    for no key update of products
    for key share of addresses`;
}

/** What is ordered and where it goes, as one jsonb value. */
function orderedFacts({ userId }: Shopper, request: CheckoutRequest) {
  return sql`jsonb_build_object(
      'lines', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'product_id', product.id, 'product_name', product.name, 'product_image', product.image,
          'quantity', line.quantity, 'price', line.price, 'current_price', product.price, 'mrp', product.mrp,
          'available', product.active
        ) order by product.id), '[]')
        from cart_items line join products product on product.id = line.product_id
        where line.user_id = ${userId}
      ),
      'address', (
        select jsonb_build_object(
          'full_name', full_name, 'phone', phone, 'address_line1', address_line1,
          'address_line2', address_line2, 'city', city, 'state', state, 'postal_code', postal_code,
          'country', country
        )
        from addresses where id = ${request.shipping_address_id} and user_id = ${userId}
      )
    )`;
}

/**
 * The other facts. They are not compared again: the shopper's turn keeps them from everything that this shopper does, and
 * what staff change in that moment counts from the next order on.
 */
function otherFacts({ userId }: Shopper, request: CheckoutRequest) {
  return sql`jsonb_build_object(
      'earlier', (
        select jsonb_build_object('id', id, 'order_number', order_number, 'request_hash', request_hash)
        from ${sql.table(request.keyId === null ? 'orders' : 'payment_intents')}
        where user_id = ${userId} and idempotency_key = ${request.idempotencyKey}
      ),
      'payments', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', id, 'order_number', order_number, 'state', state, 'key_id', key_id,
          'shipping_address_id', shipping_address_id, 'shipping_address', shipping_address, 'amount', amount_paise,
          'coupon_code', coupon_code,
          'items', (
            select jsonb_agg(jsonb_build_object('product_id', product_id, 'quantity', quantity, 'paise', unit_paise))
            from payment_intent_items item where item.intent_id = intent.id and item.user_id = intent.user_id
          )
        ) order by holds_stock desc, created_at), '[]')
        from payment_intents intent where user_id = ${userId} and ${IS_PAYABLE}
      ),
      -- By an array of ids and not by a join: for a join PostgreSQL reads all items of a shop that has few.
      'unpaid', (
        select coalesce(jsonb_object_agg(product_id, quantity), '{}') from (
          select product_id, sum(quantity) as quantity from order_items
          where user_id = ${userId} and order_id = any(array(
            select id from orders where user_id = ${userId} and ${IS_OPEN_CASH_ORDER}
          ))
          group by product_id
        ) item
      )
    ) || ${cashFacts(userId)}`;
}

/** `CashFacts` without the total, as one jsonb value. */
function cashFacts(userId: string) {
  return sql`(
      select jsonb_build_object(
        'cash_blocked', exists (select from cash_blocks where user_id = ${userId}),
        'open_orders', (select count(*) from orders where user_id = ${userId} and ${IS_OPEN_CASH_ORDER}),
        'delivered', count(*) filter (where fulfilment = 'delivered'),
        'returned', count(*) filter (
          where fulfilment <> 'delivered' and payment_method = 'cod' and created_at > now() - interval '1 year'
        )
      )
      from orders where user_id = ${userId} and fulfilment in ('delivered', 'returning', 'returned')
    )`;
}

/** What was decided, and upon what. */
export type Decided = { request: CheckoutRequest; facts: CheckoutFacts; order: DecidedOrder };

/**
 * Common table expressions for the statement that writes what was decided: `unchanged`, a row if cart, products and address
 * still are those that decided; `line`, the items; and the sale, which takes them out of the stock. With `ROLL_BACK_IF_CHANGED`.
 */
export function decided(shopper: Shopper, { request, facts, order }: Decided) {
  const { lines, address } = facts;
  return sql`unchanged as (
      select where ${orderedFacts(shopper, request)} = ${JSON.stringify({ lines, address })}::jsonb
    ), line as (
      select * from jsonb_to_recordset(${JSON.stringify(order.lines)}) as line (
        product_id text, product_name text, product_image text, quantity integer, price numeric, mrp numeric,
        discount numeric
      )
    ), sold as (
      update products set stock = products.stock - line.quantity
      from unchanged, line
      where products.id = line.product_id and stock >= line.quantity
        and products.id = any(array(select product_id from line)) -- else all products are read
      returning 1
    )`;
}

/** Fails, and so rolls the transaction back, unless every item was sold. Goes into the statement's result. */
export const ROLL_BACK_IF_CHANGED = sql`roll_back_unless((select count(*) from sold) = (select count(*) from line))`;

/** What decides whether the shopper can pay in cash, but the total. One row. */
export function findCashFacts({ userId }: Shopper) {
  return statement<{ facts: Omit<CashFacts, 'total'> }>`select ${cashFacts(userId)} as facts`;
}
