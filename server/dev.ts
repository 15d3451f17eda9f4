import { createServer as createHttpServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createServer as createVite } from 'vite';
import { announceDemo, demoListenError } from './demo/loopback-only.ts';
import { readSettings } from './environment/settings.ts';
import { createLog } from './log.ts';
import { onStopSignal } from './process/stop-gracefully.ts';
import type { Shop } from './shop.ts';

/**
 * Development in one process: Vite serves the browser's files with hot reload. Vite also loads the server's code, so
 * after an edit the next request reopens the shop.
 */
const settings = readSettings(process.env);
const log = createLog(settings.logLevel);
const http = createHttpServer();
const vite = await createVite({
  server: { middlewareMode: true, hmr: { server: http } },
  appType: 'custom',
});

let opened: { entry: object; shop: Promise<Shop> } | undefined;

async function currentShop(): Promise<Shop> {
  const entry = await vite.ssrLoadModule('/server/development-shop.ts');
  if (opened?.entry !== entry) {
    const previous = opened;
    opened = {
      entry,
      shop: reopen(previous?.shop, () => entry.openDevelopmentShop(settings, log)),
    };
  }
  return opened.shop;
}

async function reopen(previous: Promise<Shop> | undefined, open: () => Promise<Shop>) {
  await previous?.then((shop) => shop.close()).catch(() => {});
  return open();
}

const handleRequest = getRequestListener(async (request, connection) => {
  try {
    const { app } = await currentShop();
    return await app.fetch(request, connection);
  } catch (error) {
    if (error instanceof Error) vite.ssrFixStacktrace(error);
    console.error(error);
    return new Response(String(error), { status: 500 });
  }
});
http.on('request', (request, response) => {
  vite.middlewares(request, response, () => handleRequest(request, response));
});
http.listen(settings.port, settings.host, () => {
  const reason = demoListenError(settings, http);
  if (reason !== null) {
    console.error(reason);
    process.exit(1);
  }
  console.log(`Aparajita is being built at ${settings.publicUrl}`);
  announceDemo(settings, log);
});

onStopSignal(async () => {
  await opened?.shop.then((shop) => shop.close()).catch(() => {});
}, console.error);
