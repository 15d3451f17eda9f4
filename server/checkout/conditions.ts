import { sql } from 'kysely';

/** `isPayable` of domain/payment.ts, for rows of `payment_intents`. */
export const IS_PAYABLE = sql`state in ('open', 'expired')`;

/** The intent that holds stock for a shopper; they have one at most. */
export const HOLDS_STOCK = sql`${IS_PAYABLE} and holds_stock`;

/** Cash orders that are not paid yet, for rows of `orders`. */
export const IS_OPEN_CASH_ORDER = sql`payment_method = 'cod'
          and status in ('pending', 'confirmed', 'processing', 'shipped')`;

/** A row if the shop takes no cash from the shopper. */
export function cashBlock(userId: string) {
  return sql`select user_id from cash_blocks where user_id = ${userId}`;
}
