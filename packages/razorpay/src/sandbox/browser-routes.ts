import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Hono } from 'hono';
import * as z from 'zod';
import type { Attempt } from './acts.ts';
import type { Sandbox } from './sandbox.ts';

/** What the window sends: an order of ours, what it is paid with, and what should go wrong. */
const Payment = z.object({
  key: z.string(),
  order_id: z.string(),
  method: z.enum(['card', 'upi']),
  card: z.string().optional(),
  otp: z.string().optional(),
  vpa: z.string().optional(),
  fault: z.enum(['none', 'late', 'twice', 'wrong_amount', 'authorized']).default('none'),
});

/** https://razorpay.com/docs/payments/payments/test-card-details/ and …/test-upi-details/ */
const CARDS_THAT_PAY = ['4100280000001007', '5500670000001002', '6527658900001005'];
const LATE_MS = 20_000;

/** How an attempt ends to which the bank does not say no; what else goes wrong comes after it. */
const OUTCOMES: Record<z.output<typeof Payment>['fault'], Attempt['outcome']> = {
  none: 'success',
  twice: 'success',
  wrong_amount: 'success',
  late: 'late',
  authorized: 'authorized',
};

/** The sandbox's checkout.js and its own back end, on the shop's address. Files are read anew, so they can be edited. */
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
    const refusal = checkoutError(parsed.data);
    const outcome = refusal ? 'fail' : OUTCOMES[fault];
    const paid = await sandbox.pay(order_id, {
      method,
      outcome,
      lateMs: LATE_MS,
      ...(fault === 'wrong_amount' && { amount: 100 }),
    });
    if (paid === undefined) return c.json(failed('This order has been paid already'), 400);
    if (paid === null) return c.json(failed(refusal ?? 'The bank did not answer'), 400);
    if (fault === 'twice') await sandbox.pay(order_id, { method, outcome: 'success', again: true });
    return c.json(paid);
  });
  return app;
}

/** Why the payer's bank says no; null when it says yes. */
function checkoutError({ method, card, otp, vpa }: z.output<typeof Payment>): string | null {
  if (method === 'upi') {
    return vpa === 'success@razorpay' ? null : 'Payment was unsuccessful. Try another UPI id.';
  }
  if (!CARDS_THAT_PAY.includes((card ?? '').replace(/\D/g, ''))) {
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
