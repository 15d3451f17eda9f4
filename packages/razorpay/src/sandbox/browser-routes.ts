import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Hono } from 'hono';
import * as z from 'zod';
import type { Attempt } from './payer.ts';
import type { Sandbox } from './sandbox.ts';

/** What the payment window sends: the order, the payment method's data and the fault to simulate. */
const Payment = z.object({
  key: z.string(),
  order_id: z.string(),
  method: z.enum(['card', 'upi']),
  card: z.string().optional(),
  otp: z.string().optional(),
  vpa: z.string().optional(),
  fault: z
    .enum(['none', 'late', 'twice', 'wrong_amount', 'authorized', 'fee', 'offer'])
    .default('none'),
});

/** https://razorpay.com/docs/payments/payments/test-card-details/ and …/test-upi-details/ */
const ACCEPTED_CARDS = ['4100280000001007', '5500670000001002', '6527658900001005'];
const LATE_MS = 20_000;

/** How an attempt ends that the bank accepts, by fault. */
const OUTCOMES: Record<z.output<typeof Payment>['fault'], Attempt['outcome']> = {
  none: 'success',
  twice: 'success',
  wrong_amount: 'success',
  late: 'late',
  authorized: 'authorized',
  fee: 'success',
  offer: 'success',
};

/**
 * The sandbox's checkout.js and its API, on the shop's origin. Reads the files on each request, so edits show at once.
 */
export function browserRoutes(sandbox: Sandbox, keyId: string, folder: string): Hono {
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
    const { order_id, method, fault } = parsed.data;
    const declined = declineReason(parsed.data);
    const outcome = declined ? 'fail' : OUTCOMES[fault];
    const paid = await sandbox.pay(order_id, {
      method,
      outcome,
      lateMs: LATE_MS,
      ...(fault === 'wrong_amount' && { amount: 100 }),
      ...(fault === 'fee' && { fee: 1_000 }),
      ...(fault === 'offer' && { discount: 1_000 }),
    });
    if (paid === undefined) return c.json(failed('This order has been paid already'), 400);
    if (paid === null) return c.json(failed(declined ?? 'The bank did not answer'), 400);
    if (fault === 'twice') await sandbox.pay(order_id, { method, outcome: 'success', again: true });
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
