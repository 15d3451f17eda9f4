import { sql } from 'kysely';
import { tables } from '#server/database/tables.ts';
import type { IntentRef } from './intent.ts';

export function takeDueIntents(limit: number, leaseSeconds: number) {
  return sql<IntentRef>`
    select id, user_id from take_due_intents(${limit}, make_interval(secs => ${leaseSeconds}))`.compile(
    tables,
  );
}

/** Whether the bank has authorized a payment that is not captured yet: its stock must stay held. */
export function findAuthorizedPayment({ id, user_id }: IntentRef) {
  return sql<{ authorized: boolean }>`
    select exists (
      select from payments where intent_id = ${id} and user_id = ${user_id} and status = 'authorized'
    ) as authorized`.compile(tables);
}

/**
 * Schedules the next check in so many seconds. Null: no more checks; this also clears `handed_over`, so that the
 * payment no longer counts as awaiting the gateway.
 */
export function planCheck({ id, user_id }: IntentRef, seconds: number | null) {
  return sql`
    update payment_intents
    set checks = checks + 1, next_check_at = now() + make_interval(secs => ${seconds}::float8),
      handed_over = handed_over and ${seconds}::float8 is not null
    where id = ${id} and user_id = ${user_id}`.compile(tables);
}
