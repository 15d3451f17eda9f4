import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { migrate } from '@aparajita/postgres/migrate';
import { withClient } from '@aparajita/postgres/with-client';
import type { Hono } from 'hono';
import { openAccounts } from './accounts/accounts.ts';
import { invitationTokens } from './admin/staff/invitation.ts';
import { createApp } from './app.ts';
import { type CachedCatalogue, cacheLists, createCatalogue } from './catalogue/catalogue.ts';
import { openRevisionCaches, type RevisionCaches } from './catalogue/revision-cache.ts';
import { seedCatalogue } from './catalogue/seed.ts';
import { type Closing, closeAll } from './close-all.ts';
import { type DatabaseServer, openDatabaseServer } from './database/database-server.ts';
import { openShopDatabases } from './database/shop-databases.ts';
import { SHOP_SCHEMA } from './database/shop-schema.ts';
import { demoOwnerSignIn } from './demo/demo-owner.ts';
import {
  markProductionData,
  readOrCreateSecret,
  refuseProductionData,
} from './demo/production-data.ts';
import { openSmtp } from './email/smtp.ts';
import { storeEmails } from './email/stored-emails.ts';
import type { Settings } from './environment/settings.ts';
import { missingDetails } from './environment/shop-details.ts';
import { openGuests } from './guests.ts';
import { jobHandlers } from './job-handlers.ts';
import { openJobs } from './jobs/jobs.ts';
import { PermanentFailure } from './jobs/permanent-failure.ts';
import { setUpJobs } from './jobs/set-up.ts';
import type { Log } from './log.ts';
import { answerTokens, timelineTokens } from './orders/order-tokens.ts';
import { openShopPayments } from './payments/shop-payments.ts';
import { createReadProfile } from './profile/routes.ts';
import {
  newestSettings,
  openShopSettings,
  type ShopSettingsReader,
} from './shop-settings/shop-settings.ts';

export type Shop = {
  app: Hono;
  /** From now on `/readyz` says that the shop is stopping. */
  stopBeingReady(): void;
  /** Waits for running jobs and closes the database. Call it when no request is running any more. */
  close(): Promise<void>;
};

/** Makes the routes for browsers. */
type MakePages = (
  catalogue: CachedCatalogue,
  settings: ShopSettingsReader,
  caches: RevisionCaches,
) => Hono;

/** Read at run time; the process starts in the project's folder. */
const SEED = path.resolve('db/seed.sql');

/**
 * Opens the shop: database, migrations, jobs, routes. `pages` adds the routes for browsers. When it returns, every
 * route answers; when it throws, it has closed everything it opened.
 */
export async function openShop(settings: Settings, log: Log, pages: MakePages): Promise<Shop> {
  refuseProductionData(settings);
  const server = await openDatabaseServer(settings);
  const opened: Closing = { work: [], connections: [] };
  let stopping = false;
  let closed: Promise<void> | undefined;
  // A stop signal during a failing start calls this twice.
  const close = () => (closed ??= closeAll(opened, server));
  try {
    const app = await openApp(server, opened, () => stopping, settings, log, pages);
    await markProductionData(settings);
    const stopBeingReady = () => {
      stopping = true;
    };
    return { app, stopBeingReady, close };
  } catch (error) {
    await close().catch((failure) => log.warn({ err: failure }, 'could not close what was open'));
    throw error;
  }
}

async function openApp(
  server: DatabaseServer,
  opened: Closing,
  isStopping: () => boolean,
  settings: Settings,
  log: Log,
  pages: MakePages,
): Promise<Hono> {
  await migrate(server.owner, SHOP_SCHEMA, { log });
  await seedCatalogue(server.owner, SEED);
  await setUpJobs(server.owner);

  const databases = openShopDatabases(
    server,
    {
      pooled: settings.database?.pooled ?? false,
      size: settings.databasePool,
      requireFactor: !settings.demo,
    },
    log,
  );
  opened.connections.push(databases.close);
  const { database, systemDatabase, jobDatabase, staffDatabase, workerDatabase } = databases;
  const readCatalogue = createCatalogue(database);
  const caches = openRevisionCaches(readCatalogue.revision, () => performance.now());
  const catalogue = cacheLists(readCatalogue, caches);
  const shopSettings = await openShopSettings(
    () => systemDatabase.rows(newestSettings()),
    settings,
  );
  opened.work.push(shopSettings.stop);
  if (!settings.demo) await warnOfWhatIsMissing(server, shopSettings, log);
  const secret = settings.authSecret ?? (await readOrCreateSecret(settings.dataDir));
  const timelines = timelineTokens(secret, Date.now, settings.authPreviousSecrets);
  const invitationToken = invitationTokens(secret);
  const smtp = settings.smtp && openSmtp(settings.smtp);
  opened.work.push(async () => smtp?.close());
  const deliverWithoutSmtp = settings.demo ? storeEmails(database) : failUntilSmtp;
  if (!smtp && !settings.demo) log.warn('No email is sent: SMTP_URL is not set');
  const jobs = await openJobs(databases.queuePool, log);
  opened.work.push(jobs.stop);
  const accounts = openAccounts({
    settings,
    secret,
    connection: server.auth,
    jobs,
    log,
    readProfile: createReadProfile(systemDatabase),
  });
  opened.work.push(accounts.auth.drain);
  opened.connections.push(accounts.close);
  const shopPayments = await openShopPayments({
    settings,
    secret,
    server,
    database,
    systemDatabase,
    jobDatabase,
    workerDatabase,
    jobs,
    terms: shopSettings.terms,
    log,
  });
  opened.connections.push(shopPayments.close);
  await jobs.work(
    jobHandlers({
      database: systemDatabase,
      workerDatabase,
      payments: shopPayments.payments.jobContext,
      jobs,
      auth: accounts.auth,
      deliverEmail: smtp?.send ?? deliverWithoutSmtp,
      publicUrl: settings.publicUrl,
      demo: settings.demo,
      shopEmail: settings.shopEmail,
      replyTo: shopSettings.replyTo,
      newsletterOffer: shopSettings.newsletterOffer,
      secret,
    }),
    { limitConcurrency: smtp !== null }, // concurrency is harmless for emails stored in the database
  );

  const guests = openGuests({
    database,
    systemDatabase,
    jobs,
    secret,
    answerTokens: answerTokens(secret, Date.now, settings.authPreviousSecrets),
    limitsFactor: settings.authLimitsFactor,
    trustProxyHops: settings.trustProxyHops,
    newsletterOffer: shopSettings.newsletterOffer,
  });

  return createApp({
    database,
    auth: accounts.auth,
    catalogue,
    jobs,
    payments: shopPayments.payments,
    timelineTokens: timelines,
    admin: { staffDatabase, invitationToken, defaultSettings: settings },
    guests,
    terms: shopSettings.terms,
    ...(shopPayments.sandbox && { sandbox: shopPayments.sandbox }),
    isStopping,
    log,
    newId: randomUUID,
    publicUrl: settings.publicUrl,
    previewHosts: settings.previewHosts,
    hstsSubdomains: settings.hstsSubdomains,
    demo: settings.demo,
    ...(settings.demo && {
      signInDemoOwner: demoOwnerSignIn({
        routes: accounts.auth.routes,
        secret,
        connection: server.owner,
      }),
    }),
    pages: pages(catalogue, shopSettings, caches),
  });
}

/** What the owner still has to do before the shop can be run. */
async function warnOfWhatIsMissing(
  { owner }: DatabaseServer,
  shopSettings: Pick<ShopSettingsReader, 'readForPages'>,
  log: Log,
): Promise<void> {
  const missing = missingDetails((await shopSettings.readForPages()).details);
  if (missing.length > 0)
    log.warn({ missing }, 'shop details are not set; pages say that the owner has to fill them in');
  const { rowCount } = await withClient(owner, (client) =>
    client.query(`select from staff where role = 'owner' and disabled_at is null limit 1`),
  );
  if (rowCount === 0)
    log.warn('Nobody owns the shop yet: npm run owner -- EMAIL makes an account its owner');
}

/** Without a mail server, emails go to the dead letter queue: `npm run jobs:retry` sends them once there is one. */
async function failUntilSmtp(): Promise<never> {
  throw new PermanentFailure('SMTP_URL is not set');
}
