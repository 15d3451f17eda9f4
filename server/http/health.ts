import { Hono } from 'hono';
import type { PaymentMode } from '#domain/order.ts';

/**
 * `/healthz`: the process is alive. `/readyz`: the database answers; migrations have run before the process listens at
 * all. It also states the payment mode, for monitoring of a shop that should be 'live'.
 */
export function healthRoutes(
  catalogue: { revision(): Promise<unknown> },
  paymentMode: PaymentMode | null,
) {
  const app = new Hono();
  app.get('/healthz', (c) => c.text('alive'));
  app.get('/readyz', async (c) => {
    try {
      await catalogue.revision();
      return c.text(`ready, online payment: ${paymentMode ?? 'off'}`);
    } catch {
      return c.text('the database does not answer', 503, { 'Retry-After': '1' });
    }
  });
  return app;
}
