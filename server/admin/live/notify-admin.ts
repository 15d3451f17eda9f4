import { sql } from 'kysely';

/** The channel of PostgreSQL that notifies open admins of orders; see also notify_admin_of_event() in db/schema. */
export const ADMIN_CHANNEL = 'admin';

/**
 * A column of a query over `orders` that notifies open admins of a new order that is not cancelled. Also works
 * through a transaction pooler.
 */
export const NOTIFY_ADMIN = sql<string | null>`
  case when orders.status <> 'cancelled'
    then pg_notify(${sql.lit(ADMIN_CHANNEL)}, json_build_object('kind', 'order', 'order', orders.id)::text)::text
  end`;
