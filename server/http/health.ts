import { Hono } from 'hono';
import type { PaymentMode } from '#domain/order.ts';

/**
 * `/healthz`: the process is alive. `/readyz`: the database answers; migrations have run before the process listens at
 * all, and no stop signal has come. It also states the payment mode, for monitoring of a shop that should be 'live'.
 */
export function healthRoutes(
  catalogue: { revision(): Promise<unknown> },
  paymentMode: PaymentMode | null,
  isStopping: () => boolean = () => false,
) {
  const app = new Hono();
  app.get('/healthz', (c) => c.text('alive'));
  app.get('/readyz', async (c) => {
    if (isStopping()) return c.text('stopping', 503);
    try {
      await catalogue.revision();
      return c.text(`ready, online payment: ${paymentMode ?? 'off'}`);
    } catch {
      return c.text('the database does not answer', 503, { 'Retry-After': '1' });
    }
  });
  return app;
}
