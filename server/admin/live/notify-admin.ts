import { sql } from 'kysely';
import { tables } from '#server/database/tables.ts';

/** The channel of PostgreSQL on which open admins hear of orders; see also tell_admin() in the migrations. */
export const ADMIN_CHANNEL = 'admin';

/** A job that is retried for hours, because no mail goes out, does not call an old order new. */
const NEW_FOR_MS = 10 * 60_000;

/** Whether an order was placed just now. */
export function isNew(order: { created_at: string }, now: number): boolean {
  return now - Date.parse(order.created_at) < NEW_FOR_MS;
}

/** Tells open admins of an order. It works through a transaction pooler too. */
export function notifyAdmin(order: string) {
  const message = JSON.stringify({ kind: 'order', order });
  return sql<{
    told: string;
  }>`select pg_notify(${ADMIN_CHANNEL}, ${message})::text as told`.compile(tables);
}
