import path from 'node:path';
import type { Hono } from 'hono';
import type pg from 'pg';
import type { GatewaySettings } from '../keys.ts';
import { browserRoutes } from './browser-routes.ts';
import { openSandbox } from './sandbox.ts';

export type BrowserSandbox = {
  url: string;
  script: string;
  /** checkout.js and what it calls, for the shop's own address. */
  routes: Hono;
  close(): Promise<void>;
};

/** How often the demo's gateway looks for events to send. */
const EVERY_MS = 500;

/** The sandbox as demo mode has it: it sends its webhooks to the shop and serves its payment window beside it. */
export async function openBrowserSandbox({
  owner,
  gateway,
  publicUrl,
  webhookUrl,
}: {
  owner: pg.ClientConfig;
  gateway: GatewaySettings;
  publicUrl: string;
  webhookUrl: string;
}): Promise<BrowserSandbox> {
  const [webhookSecret = ''] = gateway.webhookSecrets;
  const sandbox = await openSandbox({ owner, key: gateway.key, webhookSecret, everyMs: EVERY_MS });
  sandbox.sendTo(webhookUrl);
  return {
    url: sandbox.url,
    script: `${publicUrl}/sandbox/checkout.js`,
    routes: browserRoutes(sandbox, gateway.key.id, path.resolve('server/payments/sandbox/browser')),
    close: sandbox.close,
  };
}
