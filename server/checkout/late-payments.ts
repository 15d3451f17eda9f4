import { sql } from 'kysely';
import type { Shopper } from '#server/shopper.ts';

/**
 * The shopper's payments that are over unless they still come late, for an order or a payment that takes their place.
 * What holds goods again or was handed over is under way and not among them. Take them with `skip locked`: whoever
 * looks at one just now may be waiting for products that are locked here, and `findPaymentsUnderWay` tells of it.
 */
function latePayments(shopper: Shopper) {
  return sql`
    select id from payment_intents
    where user_id = ${shopper.userId} and state = 'expired' and not holds_stock and not handed_over`;
}

/**
 * Common table expressions that give up the late payments when the one named `made` has a row: an order or a payment
 * takes their place, and one that is paid after all would order the same cart twice.
 */
export function takePlaceOfLatePayments(shopper: Shopper, made: 'placed' | 'begun') {
  return sql`late as (
      ${latePayments(shopper)} and exists (select from ${sql.table(made)})
      for no key update skip locked
    ), given_up as (
      update payment_intents set state = 'superseded' from late where payment_intents.id = late.id
    )`;
}
