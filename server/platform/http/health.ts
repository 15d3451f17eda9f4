import { Hono } from 'hono';
import type { Catalogue } from '../../catalogue/catalogue.ts';

/**
 * `/healthz`: the process is alive. `/readyz`: it can serve, for its database answers; migrations are done
 * before the process listens at all.
 */
export function healthRoutes(catalogue: Catalogue) {
  const app = new Hono();
  app.get('/healthz', (c) => c.text('alive'));
  app.get('/readyz', async (c) => {
    try {
      await catalogue.revision();
      return c.text('ready');
    } catch {
      return c.text('the database does not answer', 503, { 'Retry-After': '1' });
    }
  });
  return app;
}
