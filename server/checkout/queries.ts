import { sql } from 'kysely';
import { tables } from '#server/database/tables.ts';
import type { Shopper } from '#server/shopper.ts';
import { HOLDS_STOCK, IS_PAYABLE } from './intent-sql.ts';
import { IS_OPEN_CASH_ORDER } from './open-order-sql.ts';

/**
 * Locks the products in the shopper's cart, always ordered by id, and with NO KEY, so that others can still add them to
 * carts. A separate statement before `attemptOrder`: within one statement the lock is on a product's newest version,
 * but the update starts at the version the statement first saw, where another order may be waiting for this lock: a
 * deadlock (measured with 8 shoppers and six products: in one of a hundred orders, each delayed by a second).
 */
export function lockCartProducts(shopper: Shopper) {
  return sql`
    select from products
    where id in (select product_id from cart_items where user_id = ${shopper.userId})
    order by id
    for no key update of products`.compile(tables);
}

/** The shopper's online payments that may still be paid. */
export function findPendingPayments(shopper: Shopper) {
  return sql<{ id: string }>`
    select id from payment_intents
    where user_id = ${shopper.userId} and ${IS_PAYABLE}`.compile(tables);
}

/**
 * A product of which the shopper has more than `limit` units in open cash orders and in the stock held for their
 * payment. Run after the statement that orders or begins a payment: it counts that one too.
 *
 * Not a join, for which PostgreSQL reads all items of a shop that has few (337 to 150 us of the backend's CPU).
 */
export function findOverUnpaidLimit(shopper: Shopper, limit: number) {
  return sql<{ product_name: string }>`
    select max(product_name) as product_name
    from (
      select item.product_id, item.product_name, item.quantity
      from order_items item
      where item.user_id = ${shopper.userId} and item.order_id = any(array(
        select id from orders
        where user_id = ${shopper.userId} and ${IS_OPEN_CASH_ORDER}
      ))
      union all
      select item.product_id, item.product_name, item.quantity
      from payment_intents intent join payment_intent_items item on item.intent_id = intent.id
      where intent.user_id = ${shopper.userId} and ${HOLDS_STOCK}
    ) unpaid
    group by product_id
    having sum(quantity) > ${limit}
    limit 1`.compile(tables);
}
