import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import path from 'node:path';
import { format } from 'node:util';
import { getRequestListener } from '@hono/node-server';
import { announceDemo, demoListenError } from './demo/loopback-only.ts';
import { dataFolderFault, readSettings } from './environment/settings.ts';
import { limitBodyTime } from './http/body-timeout.ts';
import { createLog } from './log.ts';
import { reasonOf } from './operator-errors.ts';
import { type ResponseCache, serveCachedResponses } from './pages/cache/cached-responses.ts';
import { createPages } from './pages.ts';
import { logOutput } from './process/log-output.ts';
import { stopGracefully } from './process/stop-gracefully.ts';
import { openShop } from './shop.ts';

/**
 * How long the body of a request may take, in milliseconds. Shoppers send 64 kB at most, staff files of 3 MB, in 20 s.
 * An owner's picture has up to 15 MB, from a phone; its page gives up after 120 s.
 */
const BODY_TIMEOUTS = { body: 20_000, slowBody: 125_000, idle: 10_000 };

/**
 * HTTP timeouts in milliseconds. Node's defaults are one minute for a request's headers and five for the rest.
 * `requestTimeout` must be longer than `slowBody`.
 *
 * keepAliveTimeout exceeds the time for which proxies keep their idle connections to us: 60 s (nginx), 120 s (Caddy).
 * With Node's 5 s we could close a connection just as a proxy sends a request on it, and the proxy would answer 502.
 */
const HTTP_TIMEOUTS = {
  headersTimeout: 10_000,
  requestTimeout: 130_000,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 125_000,
};

/** The process: settings → database → jobs → listen → graceful stop. */
async function main(): Promise<void> {
  const settings = readSettings(process.env, dataFolderFault);
  const log = createLog(settings.logLevel);
  if (!settings.demo) logOutput(log); // a demo talks to the terminal

  let cache: ResponseCache = {};
  const shop = await openShop(settings, log, (catalogue, live, caches) => {
    const { routes, ...pages } = createPages(
      catalogue,
      settings,
      live,
      caches,
      path.resolve('build/client'),
    );
    cache = { ...pages, getFreshList: catalogue.getFreshList };
    return routes;
  });

  const { publicUrl, hstsSubdomains } = settings;
  const handleRequest = serveCachedResponses(
    { cache, publicUrl, hstsSubdomains, log, newId: randomUUID },
    getRequestListener(shop.app.fetch, { hostname: settings.host }),
  );
  const server = createServer(HTTP_TIMEOUTS, limitBodyTime(BODY_TIMEOUTS, handleRequest));
  const exitWith = (reason: string) => {
    process.stderr.write(`${reason}\n`);
    shop.close().finally(() => process.exit(1));
  };
  server.on('error', (error) =>
    exitWith(`Cannot listen on ${settings.host}:${settings.port}: ${error.message}`),
  );
  stopGracefully(server, shop, log, settings.drainSeconds * 1000);
  server.listen(settings.port, settings.host, () => {
    const reason = demoListenError(settings, server);
    if (reason !== null) return exitWith(reason);
    console.log(`Aparajita is open at ${settings.publicUrl}`);
    announceDemo(settings, log);
  });
}

main().catch((error) => {
  // Why a start fails is for people to read, so it is no line of the log.
  process.stderr.write(`${format(reasonOf(error))}\n`);
  process.exit(1);
});
