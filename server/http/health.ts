import { Hono } from 'hono';
import { AppError } from '#contract/errors.ts';
import type { PaymentMode } from '#domain/order.ts';
import type { Database } from '#server/database/database.ts';
import { statement } from '#server/database/tables.ts';

/** PostgreSQL's code for a statement that a read-only server refuses, perhaps a standby after a failover. */
const READ_ONLY = '25006';

/**
 * `/healthz`: the process is alive. `/readyz`: the database answers and can write; migrations have run before the process
 * listens at all, and no stop signal has come. It also states the payment mode, for monitoring of a shop that should be
 * 'live'.
 */
export function healthRoutes(
  database: Pick<Database, 'rows'>,
  paymentMode: PaymentMode | null,
  isStopping: () => boolean = () => false,
) {
  const app = new Hono();
  app.get('/healthz', (c) => c.text('alive'));
  app.get('/readyz', async (c) => {
    if (isStopping()) return c.text('stopping', 503);
    try {
      await database.rows(requireWritable());
      return c.text(`ready, online payment: ${paymentMode ?? 'off'}`);
    } catch (error) {
      const reason = isReadOnly(error)
        ? 'the database is read-only'
        : 'the database does not answer';
      return c.text(reason, 503, { 'Retry-After': '1' });
    }
  });
  return app;
}

function isReadOnly(error: unknown): boolean {
  const cause = error instanceof AppError ? error.cause : error;
  return cause instanceof Error && 'code' in cause && cause.code === READ_ONLY;
}

/**
 * Finds nothing, and fails as an order would where the database is read-only, perhaps a standby after a failover: the pool
 * then closes the connection. A query for the setting would succeed and keep it.
 */
export function requireWritable() {
  return statement`select 1 from cart_items where false for update`;
}
