import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sandboxSettings } from '@aparajita/razorpay/sandbox';
import { readOrCreateSecret } from '#server/demo/demo-secret.ts';
import type { Account } from './accounts.ts';
import { beginPayment } from './begin-online-payment.ts';
import { Connection } from './connection.ts';
import { fixed, type Line, quantile } from './report.ts';
import type { BenchShop } from './shop.ts';

/** The interval between events: more than eight shoppers who pay online cause. */
const EVERY_MS = 50;

export type Webhooks = {
  /** Sends events for that many seconds; returns the milliseconds until each was acknowledged. */
  sendFor(seconds: number): Promise<number[]>;
};

/**
 * Begins a payment for each account; then sends events about them as the gateway does: signed, each with its own id.
 */
export async function openWebhooks(shop: BenchShop, accounts: Account[]): Promise<Webhooks> {
  const settings = sandboxSettings(await readOrCreateSecret(shop.dataDir));
  const [secret = ''] = settings.webhookSecrets;
  const bodies: string[] = [];
  for (const account of accounts) bodies.push(eventAbout(await beginPayment(shop.url, account)));

  async function send(connection: Connection, body: string): Promise<number> {
    const signature = createHmac('sha256', secret).update(body).digest('hex');
    const headers =
      `Content-Type: application/json\r\nX-Razorpay-Event-Id: evt_${randomUUID()}\r\n` +
      `X-Razorpay-Signature: ${signature}\r\n`;
    const asked = performance.now();
    const { status } = await connection.request('POST', '/api/webhooks/razorpay', headers, body);
    if (status !== 200) throw new Error(`The webhook answered ${status}`);
    return performance.now() - asked;
  }

  return {
    async sendFor(seconds) {
      const connection = await Connection.open(shop.port);
      const took: number[] = [];
      for (const until = performance.now() + seconds * 1000; performance.now() < until; ) {
        const next = sleep(EVERY_MS);
        took.push(await send(connection, bodies[took.length % bodies.length] ?? ''));
        await next;
      }
      connection.close();
      return took;
    },
  };
}

function eventAbout(orderId: string): string {
  const payment = {
    id: 'pay_00000000000000',
    order_id: orderId,
    amount: 49_900,
    status: 'captured',
  };
  return JSON.stringify({
    entity: 'event',
    event: 'payment.captured',
    contains: ['payment'],
    payload: { payment: { entity: payment } },
  });
}

/** A line with the median and the 95th percentile. */
export function latencyLine(what: string, took: number[]): Line & { p95: number } {
  const p95 = quantile(took, 0.95);
  return {
    what,
    value: `p95 ${fixed(p95, 1)} ms`,
    comparison: `p50 ${fixed(quantile(took, 0.5), 1)}, slowest ${fixed(Math.max(...took), 1)}, of ${took.length}`,
    p95,
  };
}
