import { sql } from 'kysely';
import { tables } from '#server/database/tables.ts';
import type { IntentRef } from './intent.ts';

/** A webhook event: its raw body and how often we have tried to process it. */
export type StoredEvent = { event_id: string; body: Buffer; attempts: number };

export function storePaymentEvent(eventId: string, body: Buffer) {
  return sql<{ kept: boolean }>`select keep_payment_event(${eventId}, ${body}) as kept`.compile(
    tables,
  );
}

export function takeEvents(limit: number, leaseSeconds: number) {
  return sql<StoredEvent>`
    select event_id, body, attempts
    from take_payment_events(${limit}, make_interval(secs => ${leaseSeconds}))`.compile(tables);
}

/** Schedules the next attempt in so many seconds; null: the event is processed. */
export function finishEvent(eventId: string, retrySeconds: number | null, error: string | null) {
  return sql`
    select settle_payment_event(${eventId}, make_interval(secs => ${retrySeconds}::float8), ${error})`.compile(
    tables,
  );
}

export function ownerOfGatewayOrder(id: string) {
  return sql<IntentRef>`select id, user_id from intent_of_gateway_order(${id})`.compile(tables);
}

export function ownerOfPayment(id: string) {
  return sql<IntentRef>`select id, user_id from intent_of_payment(${id})`.compile(tables);
}
