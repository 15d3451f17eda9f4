import { sql } from 'kysely';
import { tables } from '#server/database/tables.ts';

/** The channel of PostgreSQL that notifies open admins of orders; see also tell_admin() in the migrations. */
export const ADMIN_CHANNEL = 'admin';

/** A job that is retried for hours, because no mail goes out, does not call an old order new. */
const NEW_FOR_MS = 10 * 60_000;

/** Whether an order was placed just now. */
export function isNew(order: { created_at: string }, now: number): boolean {
  return now - Date.parse(order.created_at) < NEW_FOR_MS;
}

/** Notifies open admins of an order. It works through a transaction pooler too. */
export function notifyAdmin(order: string) {
  const message = JSON.stringify({ kind: 'order', order });
  return sql<{
    notified: string;
  }>`select pg_notify(${ADMIN_CHANNEL}, ${message})::text as notified`.compile(tables);
}
