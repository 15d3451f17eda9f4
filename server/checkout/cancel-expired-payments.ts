import { sql } from 'kysely';
import type { Shopper } from '#server/shopper.ts';

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
