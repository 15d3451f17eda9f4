import { sql } from 'kysely';
import { MAX_QUANTITY } from '#domain/cart.ts';

/** `isPayable` of domain/payment.ts, for rows of `payment_intents`. */
export const IS_PAYABLE = sql`state in ('open', 'expired')`;

/** Cash orders that are not paid yet, for rows of `orders`. */
export const IS_OPEN_CASH_ORDER = sql`payment_method = 'cod'
          and status in ('pending', 'confirmed', 'processing', 'shipped')`;

/**
 * How much of a row of `product` the shopper can order: what is left, with what their own open payment holds, because an
 * order takes its place.
 */
export function orderableStock(userId: string) {
  return sql`least(product.stock + coalesce((
    select hold.quantity from payment_intent_items hold
    where hold.product_id = product.id and hold.user_id = ${userId} and hold.intent_id = (
      select id from payment_intents
      where user_id = ${userId} and ${IS_PAYABLE} and holds_stock
      limit 1 -- they have one at most
    )
  ), 0), ${sql.lit(MAX_QUANTITY)})`;
}
