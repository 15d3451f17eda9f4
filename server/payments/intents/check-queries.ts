import { statement } from '#server/database/tables.ts';
import type { IntentRef } from './intent.ts';

/** Whether the bank has authorized a payment that is not captured yet: its stock must stay held. */
export function findAuthorizedPayment({ id, user_id }: IntentRef) {
  return statement<{ authorized: boolean }>`
    select exists (
      select from payments where intent_id = ${id} and user_id = ${user_id} and status = 'authorized'
    ) as authorized`;
}

/** No check follows, so the payment no longer counts as awaiting the gateway. */
export function endChecks({ id, user_id }: IntentRef) {
  return statement`
    update payment_intents set signature_received = false
    where id = ${id} and user_id = ${user_id} and signature_received`;
}
