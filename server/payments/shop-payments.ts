import { openPool } from '@aparajita/postgres/pool';
import type { GatewayMode } from '@aparajita/razorpay';
import type { Hono } from 'hono';
import type pg from 'pg';
import type { CheckoutTerms } from '#domain/decide-checkout.ts';
import { createDatabase, type Database } from '#server/database/database.ts';
import type { DatabaseServer } from '#server/database/database-server.ts';
import { statement } from '#server/database/tables.ts';
import type { Settings } from '#server/environment/settings.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { Log } from '#server/log.ts';
import { OperatorError } from '#server/operator-errors.ts';
import { limitGatewayRequests } from './context.ts';
import { openPayments, type Payments } from './payments.ts';
import { WEBHOOK_CONNECTIONS } from './reconcile/webhook.ts';

type ShopPayments = {
  payments: Payments;
  /** The sandbox gateway's browser routes; null without a sandbox. */
  sandbox: Hono | null;
  /** Closes the sandbox and the connection pool; call it when no job is running any more. */
  close(): Promise<void>;
};

type ShopPaymentsOptions = {
  settings: Settings;
  secret: string;
  server: DatabaseServer;
  database: Database;
  /** Accepts a shopper's id without a session. */
  systemDatabase: Database;
  /** Like `systemDatabase`, but does not wait for locks. */
  jobDatabase: Database;
  workerDatabase: Database;
  jobs: Jobs;
  terms: () => CheckoutTerms;
  log: Log;
};

/**
 * Opens online payment with the configured gateway, or in demo mode with the sandbox. Throws OperatorError, and
 * closes what it opened, when the database already contains payments of the other mode.
 */
export async function openShopPayments(options: ShopPaymentsOptions): Promise<ShopPayments> {
  const {
    settings,
    secret,
    server,
    database,
    systemDatabase,
    jobDatabase,
    workerDatabase,
    jobs,
    terms,
    log,
  } = options;
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
    jobDatabase,
    workerDatabase,
    events: createDatabase({ pool: eventPool, enter: 'system', prepare: !pooled }),
    jobs,
    publicUrl: settings.publicUrl,
    gateway,
    sandbox,
    terms,
    gatewayLimit: limitGatewayRequests(database),
    log,
  });
  try {
    await assertSinglePaymentMode(systemDatabase, payments.context.gateway?.mode ?? null);
  } catch (error) {
    await sandbox?.close();
    throw error;
  }
  return {
    payments,
    sandbox: sandbox?.routes ?? null,
    async close() {
      await sandbox?.close();
      await eventPool.end();
    },
  };
}

/** Imported only here: a shop with a real gateway does not load the sandbox's code. */
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

/**
 * Throws when test payments and live payments would share a database. `mode` is null for a shop that takes only cash:
 * cash is real money, so the shop does not start on a database with test orders, or staff would pack those too. The tables
 * enforce the same (one_payment_environment), for processes that start at the same time.
 */
export async function assertSinglePaymentMode(
  database: Database,
  mode: GatewayMode | null,
): Promise<void> {
  const live = mode === 'live' || mode === null;
  // Not for cash: the owner may configure live or test keys later.
  if (mode !== null) await database.rows(decidePaymentEnvironment(live));
  const [decided] = await database.rows(findPaymentEnvironment());
  if (decided === undefined || decided.live === live) return;
  const [taken, offered] = live ? ['test', 'live'] : ['live', 'test'];
  throw new OperatorError(
    `This database has ${taken} payments and cannot be used for ${offered} ones. Give this shop a database of its own.`,
  );
}

/** Stores whether this database takes live or test payments, unless that is stored already. */
export function decidePaymentEnvironment(live: boolean) {
  return statement`insert into payment_environment (live) values (${live}) on conflict do nothing`;
}

/** No row while there was no payment yet. */
export function findPaymentEnvironment() {
  return statement<{ live: boolean }>`select live from payment_environment`;
}
