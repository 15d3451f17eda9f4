import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Hono } from 'hono';
import type pg from 'pg';
import { openAccounts } from './accounts.ts';
import { createApp } from './app.ts';
import { type Catalogue, createCatalogue } from './catalogue/catalogue.ts';
import type { Settings } from './env.ts';
import { jobHandlers } from './jobs/handlers.ts';
import { openJobs } from './jobs/jobs.ts';
import { setUpJobs } from './jobs/set-up.ts';
import { keepMails } from './mail/outbox.ts';
import { openSmtp } from './mail/smtp.ts';
import { newsletterTokens } from './newsletter/token.ts';
import { sandboxSettings } from './payments/demo-sandbox.ts';
import type { GatewaySettings } from './payments/keys.ts';
import { refuseMixedMoney } from './payments/modes.ts';
import { openPayments } from './payments/payments.ts';
import { WEBHOOK_CONNECTIONS } from './payments/webhook.ts';
import { createDatabase } from './platform/database/database.ts';
import { migrate } from './platform/database/migrate.ts';
import { openPool } from './platform/database/pool.ts';
import { seedCatalogue } from './platform/database/seed.ts';
import { embeddedPostgres } from './platform/embedded-postgres/embedded-postgres.ts';
import type { Log } from './platform/log.ts';
import { PermanentFailure } from './platform/permanent-failure.ts';
import { readOrMakeSecret } from './platform/secret.ts';
import { openVisitors } from './visitors.ts';

export type Shop = {
  app: Hono;
  /** Finishes running jobs and lets go of the database. Call when no request is under way any more. */
  close(): Promise<void>;
};

/** Where the process finds what it does not carry inside; it is started from the project's folder. */
const MIGRATIONS = path.resolve('db/migrations');
const SEED = path.resolve('db/seed.sql');

/**
 * Opens the shop: database, migrations, jobs, routes. `pages` adds what a browser opens. When it returns
 * everything answers; when it throws nothing is left open but what the end of the process closes.
 */
export async function openShop(
  settings: Settings,
  log: Log,
  pages: (catalogue: Catalogue) => Hono,
): Promise<Shop> {
  const server = await reachDatabase(settings);
  await migrate(server.owner, MIGRATIONS);
  await seedCatalogue(server.owner, SEED);
  await setUpJobs(server.owner);

  const pooled = settings.database?.pooled ?? false;
  const size = settings.databasePool;
  const pool = openPool({ connection: server.shop, role: 'shop_app', pooled, size, log });

  const enter = settings.hostedAccounts ? 'token' : 'session';
  const database = createDatabase({ pool, enter, prepare: !pooled });
  const unattended = createDatabase({ pool, enter: 'token', prepare: !pooled });
  const catalogue = createCatalogue(database);
  const secret = settings.authSecret ?? (await readOrMakeSecret(settings.dataDir));
  const smtp = settings.smtp && openSmtp(settings.smtp);
  const keepOrGiveUp = settings.demo ? keepMails(database) : giveUp;
  if (!smtp && !settings.demo) log.warn('No mail is sent: SMTP_URL is not set');
  const jobs = await openJobs(pool, log);
  const accounts = openAccounts({ settings, secret, connection: server.auth, jobs, log });
  await jobs.work(
    jobHandlers({
      database: unattended,
      auth: accounts.own,
      sendMail: smtp?.send ?? keepOrGiveUp,
      publicUrl: settings.publicUrl,
      shopEmail: settings.shopEmail,
      newsletterToken: newsletterTokens(secret),
    }),
  );

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
    events: createDatabase({ pool: eventPool, enter: 'token', prepare: !pooled }),
    jobs,
    publicUrl: settings.publicUrl,
    gateway,
    sandbox,
    log,
  });
  const { till } = payments;
  await refuseMixedMoney(unattended, till.gateway?.mode ?? null);
  const stopPayments = payments.work();

  const visitors = openVisitors({
    database,
    jobs,
    secret,
    limitsFactor: settings.authLimitsFactor,
    trustProxyHops: settings.trustProxyHops,
  });

  const app = createApp({
    database,
    admit: accounts.shopperFrom,
    auth: accounts.own,
    catalogue,
    jobs,
    payments,
    visitors,
    cashLimits: settings.cashLimits,
    ...(sandbox && { sandbox: sandbox.routes }),
    log,
    newId: randomUUID,
    publicUrl: settings.publicUrl,
    previewHosts: settings.previewHosts,
    demo: settings.demo,
    pages: pages(catalogue),
  });

  return {
    app,
    async close() {
      await stopPayments();
      await sandbox?.close();
      await accounts.settle();
      await jobs.stop();
      smtp?.close();
      await Promise.all([pool.end(), accounts.close(), eventPool.end()]);
      await server.stop();
    },
  };
}

/** Without a mail server mails wait among the jobs that were given up: `npm run jobs:retry` sends them once there is one. */
async function giveUp(): Promise<never> {
  throw new PermanentFailure('SMTP_URL is not set');
}

/** The sandbox is loaded only here: a shop with a real gateway does not even have its code in memory. */
async function openDemoSandbox(
  { host, port, publicUrl }: Settings,
  owner: pg.ClientConfig,
  gateway: GatewaySettings,
) {
  const { openBrowserSandbox } = await import('./payments/sandbox/browser-sandbox.ts');
  const shop = `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`;
  return openBrowserSandbox({
    owner,
    gateway,
    publicUrl,
    webhookUrl: `${shop}/api/webhooks/razorpay`,
  });
}

/** The three ways into the database: as its owner, as the shop, as its accounts. */
type Server = {
  owner: pg.ClientConfig;
  shop: pg.ClientConfig;
  auth: pg.ClientConfig;
  stop(): Promise<unknown>;
};

async function reachDatabase({ database, dataDir }: Settings): Promise<Server> {
  if (database) {
    return {
      owner: { connectionString: database.directUrl },
      shop: { connectionString: database.url },
      auth: { connectionString: database.authUrl },
      stop: async () => {},
    };
  }
  const { connection, stop } = await embeddedPostgres(path.join(dataDir, 'postgres'));
  return { owner: connection, shop: connection, auth: connection, stop };
}
