import { sql } from 'kysely';
import { tables } from '#server/database/tables.ts';

/** The channel of PostgreSQL that notifies open admins of orders; see also tell_admin() in the migrations. */
export const ADMIN_CHANNEL = 'admin';

/** Orders older than this are not announced: a job may be retried for hours if no email can be sent. */
const NEW_FOR_MS = 10 * 60_000;

/** Whether an order was placed recently enough to announce it. */
export function isNew(order: { created_at: string }, now: number): boolean {
  return now - Date.parse(order.created_at) < NEW_FOR_MS;
}

/** Notifies open admins of an order. Also works through a transaction pooler. */
export function notifyAdmin(order: string) {
  const message = JSON.stringify({ kind: 'order', order });
  return sql<{
    notified: string;
  }>`select pg_notify(${ADMIN_CHANNEL}, ${message})::text as notified`.compile(tables);
}
