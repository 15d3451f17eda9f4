import { sql } from 'kysely';
import type { CouponFacts } from '#domain/coupon.ts';
import type { CashFacts } from '#domain/decide-cash.ts';
import type { CheckoutFacts, CheckoutRequest, DecidedOrder } from '#domain/decide-checkout.ts';
import type { AreaRule } from '#domain/delivery.ts';
import { SHIPPING_ADDRESS } from '#server/database/address-sql.ts';
import { statement } from '#server/database/tables.ts';
import { areasOf } from '#server/delivery/queries.ts';
import type { Shopper } from '#server/shopper.ts';
import { IS_OPEN_CASH_ORDER, IS_PAYABLE, orderableStock } from './conditions.ts';

/** What decides about a checkout. */
export function readFacts(shopper: Shopper, request: CheckoutRequest) {
  const { userId } = shopper;
  return statement<CheckoutFacts>`
    select (
        select jsonb_build_object('id', id, 'order_number', order_number, 'request_hash', request_hash)
        from ${sql.table(request.keyId === null ? 'orders' : 'payment_intents')}
        where user_id = ${userId} and idempotency_key = ${request.idempotencyKey}
      ) as earlier, (
        select coalesce(jsonb_agg(jsonb_build_object(
          'product_id', product.id, 'product_name', product.name, 'product_image', product.image,
          'quantity', line.quantity, 'price', line.price, 'current_price', product.price, 'mrp', product.mrp,
          'available', product.active, 'stock', ${orderableStock(userId)}
        ) order by product.id), '[]')
        from cart_items line join products product on product.id = line.product_id
        where line.user_id = ${userId}
      ) as lines, (
        select ${SHIPPING_ADDRESS} from addresses where id = ${request.shipping_address_id} and user_id = ${userId}
      ) as address, (
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
      ) as payments,
      -- By an array of ids and not by a join: for a join PostgreSQL reads all items of a shop that has few.
      (
        select coalesce(jsonb_object_agg(product_id, quantity), '{}') from (
          select product_id, sum(quantity) as quantity from order_items
          where user_id = ${userId} and order_id = any(array(
            select id from orders where user_id = ${userId} and ${IS_OPEN_CASH_ORDER}
          ))
          group by product_id
        ) item
      ) as unpaid,
      ${couponFacts(shopper, request)} as coupon,
      ${areasOf(sql`(
        select postal_code from addresses where id = ${request.shipping_address_id} and user_id = ${userId}
      )`)} as areas,
      now() as now,
      cash.*
    from ${cashFacts(userId)} cash`;
}

/** A row with `CashFacts`, but for the total and the area. */
function cashFacts(userId: string) {
  return sql`(
      select exists (select from cash_blocks where user_id = ${userId}) as cash_blocked,
        (select count(*)::integer from orders where user_id = ${userId} and ${IS_OPEN_CASH_ORDER}) as open_orders,
        (count(*) filter (where fulfilment = 'delivered'))::integer as delivered,
        (count(*) filter (
          where fulfilment <> 'delivered' and payment_method = 'cod' and created_at > now() - interval '1 year'
        ))::integer as returned
      from orders where user_id = ${userId} and fulfilment in ('delivered', 'returning', 'returned')
    )`;
}

/** `CheckoutFacts.coupon`, for where the order goes. Orders without a code look nothing up. */
function couponFacts({ userId, email }: Shopper, request: CheckoutRequest) {
  const { coupon_code, shipping_address_id } = request;
  if (coupon_code === null) return sql`null::jsonb`;
  return sql`coupon_facts(${coupon_code}, ${userId}, ${email}, (
        select to_jsonb(address) from addresses address where id = ${shipping_address_id} and user_id = ${userId}
      ))`;
}

/** What decides about a code before the address is known. */
export function findCoupon({ userId, email }: Shopper, code: string) {
  return statement<{ found: CouponFacts | null }>`
    select coupon_facts(${code}, ${userId}, ${email}, null) as found`;
}

/**
 * Locks the products in the cart, always by id and with NO KEY, so that others can still add them to carts. A statement
 * of its own before the one that writes, which then reads their newest versions. Within one statement the lock is on the
 * newest version, but the update starts from the one that the statement first saw, where another order may be waiting for
 * this lock: a deadlock (measured with 8 shoppers and six products: in one of a hundred orders).
 */
export function lockProducts({ userId }: Shopper) {
  return statement`
    select from products where id in (select product_id from cart_items where user_id = ${userId})
    order by id for no key update of products`;
}

/** What was decided, and for what request. */
export type Decided = { request: CheckoutRequest; order: DecidedOrder };

/**
 * Common table expressions for the statement that writes what was decided: `line`, the items; `unchanged`, a row if cart
 * and address still are those that decided; and `sold`, which takes the items out of the stock, if their products still are.
 * Nothing else is compared: the shopper's turn keeps the other facts from whatever this shopper does, and what staff change
 * in that moment counts from the next order on. With `ROLL_BACK_IF_CHANGED`.
 */
export function decided({ userId }: Shopper, { request, order }: Decided) {
  return sql`line as (
      select * from jsonb_to_recordset(${JSON.stringify(order.lines)}) as line (
        product_id text, product_name text, product_image text, quantity integer, price numeric, mrp numeric,
        discount numeric
      )
    ), unchanged as (
      select from addresses
      where id = ${request.shipping_address_id} and user_id = ${userId}
        and to_jsonb(addresses) @> ${JSON.stringify(order.address)} and (
          select array_agg((product_id, quantity, price) order by product_id) from cart_items where user_id = ${userId}
        ) = (select array_agg((product_id, quantity, price) order by product_id) from line)
      for key share -- against deletion
    ), sold as (
      update products set stock = stock - line.quantity
      from unchanged, line
      where products.id = line.product_id and active and stock >= line.quantity
        and (name, image, products.price, products.mrp) = (product_name, product_image, line.price, line.mrp)
        and products.id = any(array(select product_id from line)) -- else all products are read
      returning 1
    )`;
}

/** Fails, and so rolls the transaction back, unless every item was sold. Goes into the statement's result. */
export const ROLL_BACK_IF_CHANGED = sql`roll_back_unless((select count(*) from sold) = (select count(*) from line))`;

type ShoppersTerms = Omit<CashFacts, 'total' | 'area_takes_cash'> & {
  areas: AreaRule[];
  own_code: string | null;
};

/**
 * What depends on the shopper, and on the PIN code, of how an order can be paid and what it costs, and their own code for a
 * first order. One row.
 */
export function findShoppersTerms({ userId, email }: Shopper, pin: string | undefined) {
  return statement<ShoppersTerms>`
    select cash.*, ${areasOf(sql`${pin ?? ''}::text`)} as areas, (
      select code from newsletter_offer(${email}, null, null)
      where not exists (select from orders where user_id = ${userId} and fulfilment <> 'cancelled')
    ) as own_code
    from ${cashFacts(userId)} cash`;
}
