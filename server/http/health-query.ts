import { statement } from '#server/database/tables.ts';

/**
 * Finds nothing, and fails as an order would where the database is read-only, perhaps a standby after a failover: the pool
 * then closes the connection. A query for the setting would succeed and keep it.
 */
export function requireWritable() {
  return statement`select 1 from cart_items where false for update`;
}
