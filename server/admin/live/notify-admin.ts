import { sql } from 'kysely';

/** The channel of PostgreSQL that notifies open admins of orders; see also notify_admin_of_event() in db/schema. */
export const ADMIN_CHANNEL = 'admin';

/** Orders older than this are not announced: a job may be retried for hours if no email can be sent. */
const NEW_FOR_MINUTES = 10;

/**
 * A column of a query over `orders` that notifies open admins of an order that is new, and not cancelled. Also works
 * through a transaction pooler.
 */
export const NOTIFY_ADMIN = sql<string | null>`
  case when orders.status <> 'cancelled' and orders.created_at > now() - make_interval(mins => ${sql.lit(NEW_FOR_MINUTES)})
    then pg_notify(${sql.lit(ADMIN_CHANNEL)}, json_build_object('kind', 'order', 'order', orders.id)::text)::text
  end`;
