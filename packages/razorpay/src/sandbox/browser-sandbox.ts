import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Hono } from 'hono';
import type pg from 'pg';
import * as z from 'zod';
import type { GatewaySettings } from '#razorpay/keys.ts';
import { openSandbox, type Sandbox } from './sandbox.ts';

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
}) {
  const [webhookSecret = ''] = gateway.webhookSecrets;
  const sandbox = await openSandbox({ owner, key: gateway.key, webhookSecret, everyMs: POLL_MS });
  sandbox.sendTo(webhookUrl);
  return {
    url: sandbox.url,
    script: `${publicUrl}/sandbox/checkout.js`,
    /** checkout.js and its API, to mount on the shop's own origin. */
    routes: browserRoutes(sandbox, gateway.key.id, FILES),
    close: sandbox.close,
  };
}

/** What the payment window sends: the order and the payment method's data. */
const Payment = z.object({
  key: z.string(),
  order_id: z.string(),
  method: z.enum(['card', 'upi']),
  card: z.string().optional(),
  otp: z.string().optional(),
  vpa: z.string().optional(),
});

/** https://razorpay.com/docs/payments/payments/test-card-details/ and …/test-upi-details/ */
const ACCEPTED_CARDS = ['4100280000001007', '5500670000001002', '6527658900001005'];

/**
 * The sandbox's checkout.js and its API, on the shop's origin. Reads the files on each request, so edits show at once.
 */
function browserRoutes(sandbox: Sandbox, keyId: string, folder: string): Hono {
  const app = new Hono();
  const file = (name: string, type: string) =>
    app.get(`/${name}`, async (c) =>
      c.body(await readFile(path.join(folder, name), 'utf8'), 200, {
        'Content-Type': type,
        'Cache-Control': 'no-cache',
      }),
    );
  file('checkout.js', 'text/javascript; charset=utf-8');
  file('checkout.css', 'text/css; charset=utf-8');

  app.post('/payments', async (c) => {
    const parsed = Payment.safeParse(await c.req.json().catch(() => null));
    if (!parsed.success || parsed.data.key !== keyId) return c.json(failed('Invalid request'), 400);
    const { order_id, method } = parsed.data;
    const declined = declineReason(parsed.data);
    const paid = await sandbox.pay(order_id, { method, outcome: declined ? 'fail' : 'success' });
    if (paid === undefined) return c.json(failed('This order has been paid already'), 400);
    if (paid === null) return c.json(failed(declined ?? 'The bank did not answer'), 400);
    return c.json(paid);
  });
  return app;
}

/** Why the payer's bank declines the payment; null when it accepts. */
function declineReason({ method, card, otp, vpa }: z.output<typeof Payment>): string | null {
  if (method === 'upi') {
    return vpa === 'success@razorpay' ? null : 'Payment was unsuccessful. Try another UPI id.';
  }
  if (!ACCEPTED_CARDS.includes((card ?? '').replace(/\D/g, ''))) {
    return 'Your payment has been declined by your bank. Try another card.';
  }
  return /^\d{4,10}$/.test(otp ?? '') ? null : 'The OTP was wrong.';
}

function failed(description: string) {
  return {
    error: {
      code: 'BAD_REQUEST_ERROR',
      description,
      source: 'customer',
      step: 'payment_authorization',
      reason: 'payment_failed',
    },
  };
}

/** Demo mode's sandbox keys, derived from its secret, so that they stay the same after a restart. */
export function sandboxSettings(demoSecret: string): GatewaySettings {
  const derived = (purpose: string) =>
    createHmac('sha256', demoSecret).update(`sandbox gateway: ${purpose}`).digest('hex');
  return {
    key: { id: `rzp_sandbox_${derived('key id').slice(0, 14)}`, secret: derived('key secret') },
    previousKey: null,
    webhookSecrets: [derived('webhook secret')],
  };
}
