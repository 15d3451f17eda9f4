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
  /** checkout.js and its API, to mount on the shop's own origin. */
  routes: Hono;
  close(): Promise<void>;
};

/** Resolved by package name, because a bundle of this code is in another folder. */
const FILES = path.dirname(
  fileURLToPath(import.meta.resolve('@aparajita/razorpay/sandbox/browser/checkout.js')),
);

/** How often the sandbox looks for events to send. */
const POLL_MS = 500;

/** The sandbox for demo mode: sends its webhooks to the shop and serves its payment window on the shop's origin. */
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
  const sandbox = await openSandbox({ owner, key: gateway.key, webhookSecret, everyMs: POLL_MS });
  sandbox.sendTo(webhookUrl);
  return {
    url: sandbox.url,
    script: `${publicUrl}/sandbox/checkout.js`,
    routes: browserRoutes(sandbox, gateway.key.id, FILES),
    close: sandbox.close,
  };
}
