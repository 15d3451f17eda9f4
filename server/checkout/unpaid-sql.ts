import { sql } from 'kysely';
import type { Shopper } from '#server/shopper.ts';
import { HOLDS_STOCK, IS_PAYABLE } from './intent-sql.ts';
import { IS_OPEN_CASH_ORDER } from './open-order-sql.ts';

/** The ids of the shopper's online payments that may still be paid. */
export function pendingPayments(shopper: Shopper) {
  return sql`
    select id from payment_intents
    where user_id = ${shopper.userId} and ${IS_PAYABLE}`;
}

/** What counts beside cash orders: the stock held for an open payment, or the cart that would replace it. */
export type Unordered = 'payment' | 'cart';

/**
 * The name of a product of which the shopper has more than `limit` units in open cash orders and in the stock held for
 * their payment, or in their cart.
 *
 * Not a join, for which PostgreSQL reads all items of a shop that has few (337 to 150 us of the backend's CPU).
 */
export function overUnpaidLimit(shopper: Shopper, limit: number, unordered: Unordered = 'payment') {
  return sql`
    select max(product_name) as product_name
    from (
      select item.product_id, item.product_name, item.quantity
      from order_items item
      where item.user_id = ${shopper.userId} and item.order_id = any(array(
        select id from orders
        where user_id = ${shopper.userId} and ${IS_OPEN_CASH_ORDER}
      ))
      union all
      ${unordered === 'cart' ? cartItems(shopper) : heldItems(shopper)}
    ) unpaid
    group by product_id
    having sum(quantity) > ${limit}
    limit 1`;
}

function heldItems(shopper: Shopper) {
  return sql`
      select item.product_id, item.product_name, item.quantity
      from payment_intents intent join payment_intent_items item on item.intent_id = intent.id
      where intent.user_id = ${shopper.userId} and ${HOLDS_STOCK}`;
}

function cartItems(shopper: Shopper) {
  return sql`
      select product_id, product_name, quantity from cart_items where user_id = ${shopper.userId}`;
}
