import { createServer } from 'node:http';
import path from 'node:path';
import { MigrationRefused } from '@aparajita/postgres/migrate';
import { DatabaseUnreachable } from '@aparajita/postgres/reachable';
import { getRequestListener } from '@hono/node-server';
import { announceDemo, openDemo } from './demo/announce.ts';
import { RealShopsData } from './demo/data-mark.ts';
import { createLog } from './log.ts';
import { createPages } from './pages.ts';
import { MixedPaymentModes } from './payments/modes.ts';
import { stopGracefully } from './process/stop-gracefully.ts';
import { readSettings, WrongSettings } from './settings/settings.ts';
import { openShop } from './shop.ts';
import { missingDetails } from './shop-details.ts';

/**
 * In milliseconds, how long a request may take to arrive (Node's own: a minute for its headers, five for the rest).
 * The largest we take is 64 kB; who sends it more slowly than that only holds a connection open.
 *
 * Between requests it is the visitor who hangs up first: proxies keep their connections to us for 60 s, and a request
 * that they sent while we closed one (Node does after 5 s) would be answered with their 502.
 */
const PATIENCE = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 65_000,
};

/** The process: settings → database → jobs → listen → graceful stop. */
async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const log = createLog(settings.logLevel);
  const missing = missingDetails(settings.shopDetails);
  if (!settings.demo && missing.length > 0)
    log.warn({ missing }, 'pages say that the owner has to fill these in');

  const shop = await openShop(settings, log, (catalogue) =>
    createPages({
      catalogue,
      publicUrl: settings.publicUrl,
      shopDetails: settings.shopDetails,
      accountsService: settings.hostedAccounts,
      demo: settings.demo,
      analyticsId: settings.analyticsId,
      realGateway: settings.gateway !== null,
      clientFiles: path.resolve('build/client'),
    }),
  );

  const answer = getRequestListener(shop.app.fetch, { hostname: settings.host });
  const server = createServer(PATIENCE, answer);
  const giveUp = (reason: string) => {
    console.error(reason);
    shop.close().finally(() => process.exit(1));
  };
  server.on('error', (error) =>
    giveUp(`Cannot listen on ${settings.host}:${settings.port}: ${error.message}`),
  );
  stopGracefully(server, shop, log);
  server.listen(settings.port, settings.host, () => {
    const reason = openDemo(settings, server);
    if (reason !== null) return giveUp(reason);
    console.log(`Aparajita is open at ${settings.publicUrl}`);
    announceDemo(settings, log);
  });
}

/** What whoever starts the shop can mend: the message says how, and a stack would hide it. */
const FOR_THE_OPERATOR = [
  WrongSettings,
  DatabaseUnreachable,
  MigrationRefused,
  MixedPaymentModes,
  RealShopsData,
];

main().catch((error) => {
  const mendable = FOR_THE_OPERATOR.some((kind) => error instanceof kind);
  console.error(mendable ? error.message : error);
  process.exit(1);
});
