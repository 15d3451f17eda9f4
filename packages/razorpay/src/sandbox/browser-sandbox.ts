import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Hono } from 'hono';
import type pg from 'pg';
import type { GatewaySettings } from '#razorpay/keys.ts';
import { browserRoutes } from './browser-routes.ts';
import { openSandbox } from './sandbox.ts';

export type BrowserSandbox = {
  url: string;
  script: string;
  /** checkout.js and what it calls, for the shop's own address. */
  routes: Hono;
  close(): Promise<void>;
};

/** Resolved by name, because a bundle of this code lies in another folder. */
const FILES = path.dirname(
  fileURLToPath(import.meta.resolve('@aparajita/razorpay/sandbox/browser/checkout.js')),
);

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
    routes: browserRoutes(sandbox, gateway.key.id, FILES),
    close: sandbox.close,
  };
}
