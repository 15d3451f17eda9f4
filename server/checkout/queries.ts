import { sql } from 'kysely';
import { tables } from '#server/database/tables.ts';
import type { Shopper } from '#server/shopper.ts';

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
