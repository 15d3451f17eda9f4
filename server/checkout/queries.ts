import { statement } from '#server/database/tables.ts';
import type { Shopper } from '#server/shopper.ts';
import {
  type CountedItems,
  expiredPayments,
  overUnpaidLimit,
  pendingPayments,
} from './unpaid-sql.ts';

/**
 * Locks the products in the shopper's cart, always ordered by id, and with NO KEY, so that others can still add them to
 * carts. A separate statement before `attemptOrder`: within one statement the lock is on a product's newest version,
 * but the update starts at the version the statement first saw, where another order may be waiting for this lock: a
 * deadlock (measured with 8 shoppers and six products: in one of a hundred orders, each delayed by a second).
 */
export function lockCartProducts(shopper: Shopper) {
  return statement`
    select from products
    where id in (select product_id from cart_items where user_id = ${shopper.userId})
    order by id
    for no key update of products`;
}

/** The shopper's online payments that may still be paid. */
export function findPendingPayments(shopper: Shopper) {
  return statement<{ id: string }>`${pendingPayments(shopper)}`;
}

/** Cancels the expired payments, for an order that was placed in the same transaction. */
export function cancelExpiredPayments(shopper: Shopper) {
  return statement`
    with expired as (${expiredPayments(shopper)} for no key update skip locked)
    update payment_intents set state = 'superseded' from expired where payment_intents.id = expired.id`;
}

/**
 * A product of which the shopper has more than `limit` unpaid units; see `overUnpaidLimit`. With 'payment', run it after
 * the statement that places an order or begins a payment, so that it counts that one, too.
 */
export function findOverUnpaidLimit(shopper: Shopper, limit: number, counted: CountedItems) {
  return statement<{ product_name: string }>`${overUnpaidLimit(shopper, limit, counted)}`;
}
