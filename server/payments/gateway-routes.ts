import { ORDER_ID, PAYMENT_ID } from '@aparajita/razorpay';
import { Hono } from 'hono';
import { ownerOfGatewayOrder } from './event-query.ts';
import { onBehalfOf } from './intent.ts';
import { findStanding } from './intent-query.ts';
import type { Payments } from './payments.ts';
import type { Till } from './till.ts';
import { verifyPayment } from './verify.ts';
import { keepEvent } from './webhook.ts';

/** What the gateway itself calls, and where it sends browsers that have no window to come back from. */
export function gatewayRoutes({ till, events, webhookSecrets, nudge }: Payments) {
  const app = new Hono();

  app.post('/webhooks/razorpay', async (c) => {
    const kept = await keepEvent(events, webhookSecrets, {
      body: new Uint8Array(await c.req.arrayBuffer()),
      signature: c.req.header('x-razorpay-signature'),
      eventId: c.req.header('x-razorpay-event-id'),
    });
    // Not 2xx: the gateway tries again, and tells its owner by mail that something is wrong.
    if (!kept) return c.text('not signed by the gateway', 400);
    nudge();
    return c.text('kept');
  });

  // Comes across sites and without a session, from browsers inside other apps. The signature says that it is true.
  app.post('/payments/razorpay/callback', async (c) => {
    const form = await c.req.parseBody().catch(() => ({}));
    return c.redirect(await wayBack(till, new Map(Object.entries(form))), 303);
  });
  return app;
}

async function wayBack(till: Till, form: Map<string, unknown>): Promise<string> {
  const razorpay_order_id = String(form.get('razorpay_order_id') ?? '');
  const razorpay_payment_id = String(form.get('razorpay_payment_id') ?? '');
  const razorpay_signature = String(form.get('razorpay_signature') ?? '');
  const ids = ORDER_ID.test(razorpay_order_id) && PAYMENT_ID.test(razorpay_payment_id);
  const [owned] = ids ? await till.unattended.rows(ownerOfGatewayOrder(razorpay_order_id)) : [];
  if (!owned) return '/checkout';
  const triple = { razorpay_order_id, razorpay_payment_id, razorpay_signature };
  const asOwner = onBehalfOf(owned.user_id);
  await verifyPayment(till, asOwner, till.unattended, triple).catch((error) => {
    till.log.warn({ err: error }, 'a payment came back without its order');
  });
  const [standing] = await till.unattended.asShopper(asOwner, findStanding(owned));
  return standing?.order_id ? `/account/orders/${standing.order_id}` : '/checkout';
}
