import { randomUUID } from 'node:crypto';
import { openPool } from '@aparajita/postgres/pool';
import type { GatewaySettings } from '@aparajita/razorpay';
import { serve } from '@hono/node-server';
import { shopAuth } from '#server/accounts/shop-auth.ts';
import { createApp } from '#server/app.ts';
import { createCatalogue } from '#server/catalogue/catalogue.ts';
import { createDatabase } from '#server/database/database.ts';
import { openJobs } from '#server/jobs/jobs.ts';
import { createLog } from '#server/log.ts';
import { timelineTokens } from '#server/orders/order-tokens.ts';
import type { Timing } from '#server/payments/context.ts';
import { openPayments, paymentJobs } from '#server/payments/payments.ts';
import { SIZES } from './processes.ts';

const SECRET = 'a secret of the chaos run, long enough';

/** The first message to a shop process, from the process that starts and kills it. */
export type ShopProcessOptions = {
  connection: { host: string; port: number; user: string; database: string };
  gateway: GatewaySettings;
  sandboxUrl: string;
  timing: Timing;
};

/** A shop whose gateway and database are elsewhere. It reports its port, and runs until it is killed. */
async function open({
  connection,
  gateway,
  sandboxUrl,
  timing,
}: ShopProcessOptions): Promise<void> {
  const log = createLog(process.env.CHAOS_LOG ?? 'silent');
  const common = { connection, pooled: false, log };
  const pool = openPool({ ...common, role: 'shop_app', size: SIZES.shop });
  const database = createDatabase({ pool, enter: 'session', prepare: true });
  const systemDatabase = createDatabase({ pool, enter: 'system', prepare: true });
  const worker = openPool({ ...common, role: 'shop_worker', size: 1 });
  const events = openPool({ ...common, role: 'shop_app', size: SIZES.webhooks });
  const jobs = await openJobs(pool, log);
  const payments = openPayments({
    database,
    systemDatabase,
    workerDatabase: createDatabase({ pool: worker, enter: 'system', prepare: true }),
    events: createDatabase({ pool: events, enter: 'system', prepare: true }),
    jobs,
    publicUrl: 'http://localhost:3000',
    gateway,
    sandbox: { url: sandboxUrl, script: 'http://localhost:3000/sandbox/checkout.js' },
    timing,
    gatewayTimeoutMs: 1_500,
    log,
  });
  const auth = shopAuth({
    pool: openPool({ ...common, role: 'shop_auth', size: SIZES.accounts }),
    settings: {
      issuer: 'http://localhost:3000/auth/v1',
      secret: SECRET,
      hashMemoryKiB: 64,
      limitsFactor: 1000,
    },
    trustProxyHops: 0,
    clock: Date.now,
    log,
  });
  const app = createApp({
    database,
    auth,
    catalogue: createCatalogue(database),
    jobs,
    payments,
    timelineTokens: timelineTokens(SECRET, Date.now),
    log,
    newId: randomUUID,
    publicUrl: 'http://localhost:3000',
    demo: false,
  });
  await jobs.work(paymentJobs(payments.jobContext));
  serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
    process.send?.({ port });
  });
}

// If the database is down during the start, exit: the process is then started again, instead of hanging.
process.on('unhandledRejection', () => process.exit(1));
process.on('disconnect', () => process.exit(0));
process.once('message', (options: ShopProcessOptions) => {
  open(options).catch((e) => {
    console.error(e);
    process.exit(1);
  });
});
