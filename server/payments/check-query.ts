import { sql } from 'kysely';
import { tables } from '#server/database/tables.ts';
import type { IntentRef } from './intent.ts';

export function takeDueIntents(limit: number, leaseSeconds: number) {
  return sql<IntentRef>`
    select id, user_id from take_due_intents(${limit}, make_interval(secs => ${leaseSeconds}))`.compile(
    tables,
  );
}

/** Money that is promised and not taken yet: its goods stay where they are. */
export function findConfirmedByBank({ id, user_id }: IntentRef) {
  return sql<{ promised: boolean }>`
    select exists (
      select from payments where intent_id = ${id} and user_id = ${user_id} and status = 'authorized'
    ) as promised`.compile(tables);
}

/**
 * The next look is in so many seconds; null: there is none to come, and nobody waits for one to tell what became of a
 * signature.
 */
export function planCheck({ id, user_id }: IntentRef, seconds: number | null) {
  return sql`
    update payment_intents
    set checks = checks + 1, next_check_at = now() + make_interval(secs => ${seconds}::float8),
      handed_over = handed_over and ${seconds}::float8 is not null
    where id = ${id} and user_id = ${user_id}`.compile(tables);
}
