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

/**
 * The name of a product of which the shopper has more than `limit` units in open cash orders and in the stock held for
 * their payment.
 *
 * Not a join, for which PostgreSQL reads all items of a shop that has few (337 to 150 us of the backend's CPU).
 */
export function overUnpaidLimit(shopper: Shopper, limit: number) {
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
      select item.product_id, item.product_name, item.quantity
      from payment_intents intent join payment_intent_items item on item.intent_id = intent.id
      where intent.user_id = ${shopper.userId} and ${HOLDS_STOCK}
    ) unpaid
    group by product_id
    having sum(quantity) > ${limit}
    limit 1`;
}
