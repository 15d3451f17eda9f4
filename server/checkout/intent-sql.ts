import { sql } from 'kysely';

/** `isPayable` of domain/payment.ts, for rows of `payment_intents`. */
export const IS_PAYABLE = sql`state in ('open', 'expired')`;

/** The intent that holds stock for a shopper; they have one at most. */
export const HOLDS_STOCK = sql`${IS_PAYABLE} and holds_stock`;
