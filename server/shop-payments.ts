import type { Hono } from 'hono';
import type pg from 'pg';
import type { Settings } from './env.ts';
import type { Jobs } from './jobs/jobs.ts';
import { limitAsking } from './payments/ask-limit.ts';
import { sandboxSettings } from './payments/demo-sandbox.ts';
import type { GatewaySettings } from './payments/keys.ts';
import { refuseMixedMoney } from './payments/modes.ts';
import { openPayments, type Payments } from './payments/payments.ts';
import { WEBHOOK_CONNECTIONS } from './payments/webhook.ts';
import { createDatabase, type Database } from './platform/database/database.ts';
import { openPool } from './platform/database/pool.ts';
import type { Log } from './platform/log.ts';
import type { DatabaseServer } from './reach-database.ts';

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
  unattended: Database;
  /** As `unattended`, and waits for no lock. */
  rounds: Database;
  jobs: Jobs;
  log: Log;
};

/**
 * Opens online payment with the gateway of the settings, or in demo mode with the sandbox. Throws MixedMoney, with nothing
 * left open, where the database has taken another kind of money.
 */
export async function openShopPayments(options: ShopPaymentsOptions): Promise<ShopPayments> {
  const { settings, secret, server, database, unattended, rounds, jobs, log } = options;
  const pooled = settings.database?.pooled ?? false;
  const eventPool = openPool({
    connection: server.shop,
    role: 'shop_app',
    pooled,
    size: WEBHOOK_CONNECTIONS,
    log,
  });
  const inSandbox = settings.demo && settings.gateway === null;
  const gateway = inSandbox ? sandboxSettings(secret) : settings.gateway;
  const sandbox =
    inSandbox && gateway ? await openDemoSandbox(settings, server.owner, gateway) : null;
  const payments = openPayments({
    database,
    unattended,
    rounds,
    events: createDatabase({ pool: eventPool, enter: 'token', prepare: !pooled }),
    jobs,
    publicUrl: settings.publicUrl,
    gateway,
    sandbox,
    unpaidLimit: settings.unpaidLimit,
    askLimit: limitAsking(),
    log,
  });
  try {
    await refuseMixedMoney(unattended, payments.till.gateway?.mode ?? null);
  } catch (error) {
    await sandbox?.close();
    throw error;
  }
  const stopRounds = payments.work();
  return {
    payments,
    sandbox: sandbox?.routes ?? null,
    async stop() {
      await stopRounds();
      await sandbox?.close();
    },
    close: () => eventPool.end(),
  };
}

/** The sandbox is loaded only here: a shop with a real gateway does not even have its code in memory. */
async function openDemoSandbox(
  { host, port, publicUrl }: Settings,
  owner: pg.ClientConfig,
  gateway: GatewaySettings,
) {
  const { openBrowserSandbox } = await import('./payments/sandbox/browser-sandbox.ts');
  const shop = `http://${host === '::1' ? '[::1]' : host}:${port}`;
  return openBrowserSandbox({
    owner,
    gateway,
    publicUrl,
    webhookUrl: `${shop}/api/webhooks/razorpay`,
  });
}
