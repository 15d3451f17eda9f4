import { sql } from 'kysely';
import type { Shopper } from '#server/shopper.ts';
import { HOLDS_STOCK, IS_OPEN_CASH_ORDER, IS_PAYABLE } from './conditions.ts';

/** The ids of the shopper's online payments that may still be paid. */
export function pendingPayments(shopper: Shopper) {
  return sql`
    select id from payment_intents
    where user_id = ${shopper.userId} and ${IS_PAYABLE}`;
}

/**
 * The items that count besides those of open cash orders. 'payment': the stock held for the shopper's open payment.
 * 'cart': their cart, whose order would replace that payment.
 */
export type CountedItems = 'payment' | 'cart';

/**
 * The name of a product of which the shopper has more than `limit` units in open cash orders and in the `counted` items.
 *
 * Reads the items by an array of order ids and not by a join: for a join PostgreSQL reads all items of a shop that has
 * few (measured: 337 instead of 150 µs of the backend's CPU).
 */
export function overUnpaidLimit(
  shopper: Shopper,
  limit: number,
  counted: CountedItems = 'payment',
) {
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
      ${counted === 'cart' ? cartItems(shopper) : heldItems(shopper)}
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

/**
 * The shopper's expired payments, which a late payment could still complete. Excludes those that hold stock again or
 * have a signature: they are pending. Lock the rows with `skip locked`: a process that holds one of them may be waiting
 * for products that this transaction has locked; `findPendingPayments` then returns the skipped rows.
 */
export function expiredPayments(shopper: Shopper) {
  return sql`
    select id from payment_intents
    where user_id = ${shopper.userId} and state = 'expired' and not holds_stock and not signature_received`;
}

/**
 * Common table expressions that cancel the expired payments when the expression named `begun` has a row: the new payment
 * replaces them, and a late payment for one of them would order the same cart twice.
 */
export function withExpiredPaymentsCancelled(shopper: Shopper) {
  return sql`expired as (
      ${expiredPayments(shopper)} and exists (select from begun)
      for no key update skip locked
    ), cancelled as (
      update payment_intents set state = 'superseded' from expired where payment_intents.id = expired.id
    )`;
}
