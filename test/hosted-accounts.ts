import { openPool } from '@aparajita/postgres/pool';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { shopAuth } from '#server/accounts/shop-auth.ts';
import { createLog } from '#server/log.ts';

/** Our auth server alone in its own process: tests start it to act as a hosted service. */
process.once('message', (connection: object) => {
  const log = createLog('silent');
  const app = new Hono();
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
    const url = `http://127.0.0.1:${port}/auth/v1`;
    const auth = shopAuth({
      pool: openPool({ connection, role: 'shop_auth', pooled: false, size: 4, log }),
      settings: {
        issuer: url,
        secret: 'a secret of the hosted service, long enough',
        hashMemoryKiB: 64,
        limitsFactor: 1000,
      },
      trustProxyHops: 0,
      clock: Date.now,
      log,
    });
    app.route('/auth/v1', auth.routes);
    process.send?.({ url });
  });
  process.once('disconnect', () => {
    server.close();
    process.exit(0);
  });
});
