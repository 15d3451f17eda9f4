import { statement } from '#server/database/tables.ts';
import type { IntentRef } from './intent.ts';

/** How long a claim holds: longer than all attempts of one request take. */
const CLAIM = '60 seconds';

/**
 * Claims the creation of the gateway order for one request; no row if another request has the claim. `may_exist`: an
 * earlier request may have created the order already.
 */
export function claimCreation({ id, user_id }: IntentRef) {
  return statement<{ may_exist: boolean }>`
    with claimable as (
      select creating_until from payment_intents
      where id = ${id} and user_id = ${user_id} and gateway_order_id is null
        and (creating_until is null or creating_until <= now())
      for no key update
    )
    update payment_intents set creating_until = now() + ${CLAIM}::interval
    from claimable where id = ${id} and user_id = ${user_id}
    returning claimable.creating_until is not null as may_exist`;
}

/** Saves the first gateway order and returns the saved one: we could not match money paid for any other. */
export function saveGatewayOrder({ id, user_id }: IntentRef, orderId: string) {
  return statement<{ gateway_order_id: string }>`
    update payment_intents set gateway_order_id = coalesce(gateway_order_id, ${orderId}), creating_until = null
    where id = ${id} and user_id = ${user_id}
    returning gateway_order_id`;
}

/** Ends the claim but keeps `creating_until` set: the next request then knows that an order may exist already. */
export function endClaim({ id, user_id }: IntentRef) {
  return statement`
    update payment_intents set creating_until = now()
    where id = ${id} and user_id = ${user_id} and gateway_order_id is null`;
}
