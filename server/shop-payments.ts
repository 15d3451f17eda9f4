import { openPool } from '@aparajita/postgres/pool';
import type { Hono } from 'hono';
import type pg from 'pg';
import { createDatabase, type Database } from './database/database.ts';
import type { DatabaseServer } from './database/reach-database.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Log } from './log.ts';
import { limitGatewayRequests } from './payments/gateway-limit.ts';
import { refuseMixedModes } from './payments/modes.ts';
import { openPayments, type Payments } from './payments/payments.ts';
import { WEBHOOK_CONNECTIONS } from './payments/webhook.ts';
import type { Settings } from './settings/settings.ts';

export type ShopPayments = {
  payments: Payments;
  /** The sandbox gateway's part in the browser; null where there is none. */
  sandbox: Hono | null;
  /** Ends what goes by the clock. */
  stop(): Promise<void>;
  /** Lets go of the database, when nothing is under way any more. */
  close(): Promise<void>;
};

export type ShopPaymentsOptions = {
  settings: Settings;
  secret: string;
  server: DatabaseServer;
  database: Database;
  /** Lets a shopper in without a session. */
  systemDatabase: Database;
  /** As `systemDatabase`, and waits for no lock. */
  pollingDatabase: Database;
  jobs: Jobs;
  log: Log;
};

/**
 * Opens online payment with the gateway of the settings, or in demo mode with the sandbox. Throws MixedPaymentModes, with nothing
 * left open, where the database has taken another kind of money.
 */
export async function openShopPayments(options: ShopPaymentsOptions): Promise<ShopPayments> {
  const { settings, secret, server, database, systemDatabase, pollingDatabase, jobs, log } =
    options;
  const pooled = settings.database?.pooled ?? false;
  const eventPool = openPool({
    connection: server.shop,
    role: 'shop_app',
    pooled,
    size: WEBHOOK_CONNECTIONS,
    log,
  });
  const inSandbox = settings.demo && settings.gateway === null;
  const sandbox = inSandbox ? await openDemoSandbox(settings, server.owner, secret) : null;
  const gateway = sandbox?.gateway ?? settings.gateway;
  const payments = openPayments({
    database,
    systemDatabase,
    pollingDatabase,
    events: createDatabase({ pool: eventPool, enter: 'token', prepare: !pooled }),
    jobs,
    publicUrl: settings.publicUrl,
    gateway,
    sandbox,
    unpaidLimit: settings.unpaidLimit,
    gatewayLimit: limitGatewayRequests(),
    log,
  });
  try {
    await refuseMixedModes(systemDatabase, payments.context.gateway?.mode ?? null);
  } catch (error) {
    await sandbox?.close();
    throw error;
  }
  const stopPolling = payments.work();
  return {
    payments,
    sandbox: sandbox?.routes ?? null,
    async stop() {
      await stopPolling();
      await sandbox?.close();
    },
    close: () => eventPool.end(),
  };
}

/** The sandbox is loaded only here: a shop with a real gateway does not even have its code in memory. */
async function openDemoSandbox(
  { host, port, publicUrl }: Settings,
  owner: pg.ClientConfig,
  secret: string,
) {
  const { openBrowserSandbox, sandboxSettings } = await import('@aparajita/razorpay/sandbox');
  const gateway = sandboxSettings(secret);
  const shop = `http://${host === '::1' ? '[::1]' : host}:${port}`;
  const sandbox = await openBrowserSandbox({
    owner,
    gateway,
    publicUrl,
    webhookUrl: `${shop}/api/webhooks/razorpay`,
  });
  return { ...sandbox, gateway };
}
