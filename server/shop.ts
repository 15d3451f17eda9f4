import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Hono } from 'hono';
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
import { createDatabase } from './platform/database/database.ts';
import { migrate } from './platform/database/migrate.ts';
import { openPool } from './platform/database/pool.ts';
import { seedCatalogue } from './platform/database/seed.ts';
import type { Log } from './platform/log.ts';
import { PermanentFailure } from './platform/permanent-failure.ts';
import { readOrMakeSecret } from './platform/secret.ts';
import { reachDatabase } from './reach-database.ts';
import { openShopPayments } from './shop-payments.ts';
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

  const till = await openShopPayments({
    settings,
    secret,
    server,
    database,
    unattended,
    jobs,
    log,
  });

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
    payments: till.payments,
    visitors,
    cashLimits: settings.cashLimits,
    ...(till.sandbox && { sandbox: till.sandbox }),
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
      await till.stop();
      await accounts.settle();
      await jobs.stop();
      smtp?.close();
      await Promise.all([pool.end(), accounts.close(), till.close()]);
      await server.stop();
    },
  };
}

/** Without a mail server mails wait among the jobs that were given up: `npm run jobs:retry` sends them once there is one. */
async function giveUp(): Promise<never> {
  throw new PermanentFailure('SMTP_URL is not set');
}
