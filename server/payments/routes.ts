import { GatewayFailure, ORDER_ID, PAYMENT_ID } from '@aparajita/razorpay';
import { Hono } from 'hono';
import { AppError } from '#contract/errors.ts';
import { CHECKOUT_PATH, orderPath } from '#contract/page-paths.ts';
import { type Payment, paymentEndpoints } from '#contract/payments.ts';
import { type Authenticate, serveEndpoints } from '#server/http/serve-endpoints.ts';
import { onBehalfOf, type Shopper } from '#server/shopper.ts';
import type { PaymentContext } from './context.ts';
import { beginPayment } from './intents/begin-payment.ts';
import { cancelPayment } from './intents/cancel-payment.ts';
import {
  findPaymentState,
  findPaymentView,
  type IntentRef,
  ownerOfGatewayOrder,
  toPayment,
} from './intents/intent.ts';
import { openWindow } from './intents/open-payment-window.ts';
import { syncWithGateway } from './intents/sync-with-gateway.ts';
import { verifyPayment } from './intents/verify-payment.ts';
import type { Payments } from './payments.ts';
import { receiveEvent } from './reconcile/webhook.ts';

export function paymentRoutes(context: PaymentContext, authenticate: Authenticate) {
  async function view(shopper: Shopper, id: string): Promise<Payment> {
    const [found] = await context.database.asShopper(
      shopper,
      findPaymentView(intentRef(shopper, id)),
    );
    if (!found) throw new AppError('payment_not_found');
    return toPayment(found);
  }

  return serveEndpoints(paymentEndpoints, authenticate, {
    'POST /payments/razorpay': ({ shopper, body, idempotencyKey }) =>
      beginPayment(context, shopper, body, idempotencyKey),

    'POST /verify-razorpay-payment': ({ shopper, body }) =>
      verifyPayment(context, shopper, context.database, body),

    'GET /payments/open': async ({ shopper }) => {
      const [state] = await context.database.asShopper(shopper, findPaymentState(shopper.userId));
      const payment = state?.open ? await view(shopper, state.open) : null;
      const isPending = payment?.state === 'open' || payment?.state === 'confirming';
      return { payment: isPending ? payment : null };
    },

    'GET /payments/{id}': ({ shopper, params }) => view(shopper, params.id),

    'POST /payments/{id}/check': async ({ shopper, params }) => {
      const current = await view(shopper, params.id);
      if (!(await context.mayAskGateway(shopper.userId))) return current;
      await syncWithGateway(context, intentRef(shopper, params.id)).catch((error) => {
        if (error instanceof GatewayFailure) throw new AppError('gateway_unavailable', {}, error);
        throw error;
      });
      return view(shopper, params.id);
    },

    'POST /payments/{id}/resume': async ({ shopper, params }) => {
      await view(shopper, params.id);
      return openWindow(context, intentRef(shopper, params.id));
    },

    'POST /payments/{id}/cancel': async ({ shopper, params }) => {
      await view(shopper, params.id);
      await cancelPayment(context, intentRef(shopper, params.id)).catch((error) => {
        // A payment that is being confirmed is not cancelled; the response shows that state.
        if (!(error instanceof AppError) || error.code !== 'gateway_unavailable') throw error;
      });
      return view(shopper, params.id);
    },
  });
}

function intentRef(shopper: Shopper, id: string): IntentRef {
  return { id, user_id: shopper.userId };
}

/** Routes that the gateway calls: its webhook, and the callback for browsers that cannot run checkout.js's handler. */
export function gatewayRoutes({ context, events, webhookSecrets: secrets }: Payments) {
  const { jobs } = context;
  const app = new Hono();

  app.post('/webhooks/razorpay', async (c) => {
    const received = await receiveEvent(
      { events, jobs, secrets },
      {
        body: new Uint8Array(await c.req.arrayBuffer()),
        signature: c.req.header('x-razorpay-signature'),
        eventId: c.req.header('x-razorpay-event-id'),
      },
    );
    // On any status but 2xx the gateway retries, and emails the account's owner about the failures.
    if (!received) return c.text('not signed by the gateway', 400);
    return c.text('received');
  });

  // A cross-site request without a session, from browsers inside other apps. The signature authenticates it.
  app.post('/payments/razorpay/callback', async (c) => {
    const form = await c.req.parseBody().catch(() => ({}));
    const path = await returnPath(context, new Map(Object.entries(form))).catch((error) => {
      // The shopper has just paid and must get a page, not an error. The checkout reads the payment's state again.
      context.log.warn({ err: error }, 'could not look up a payment from the callback');
      return CHECKOUT_PATH;
    });
    return c.redirect(path, 303);
  });
  return app;
}

async function returnPath(context: PaymentContext, form: Map<string, unknown>): Promise<string> {
  const razorpay_order_id = String(form.get('razorpay_order_id') ?? '');
  const razorpay_payment_id = String(form.get('razorpay_payment_id') ?? '');
  const razorpay_signature = String(form.get('razorpay_signature') ?? '');
  const ids = ORDER_ID.test(razorpay_order_id) && PAYMENT_ID.test(razorpay_payment_id);
  const [ref] = ids
    ? await context.systemDatabase.rows(ownerOfGatewayOrder(razorpay_order_id))
    : [];
  if (!ref) return CHECKOUT_PATH;
  const verification = { razorpay_order_id, razorpay_payment_id, razorpay_signature };
  const shopper = onBehalfOf(ref.user_id);
  await verifyPayment(context, shopper, context.systemDatabase, verification).catch((error) => {
    context.log.warn({ err: error }, 'could not verify a payment from the callback');
  });
  const [view] = await context.systemDatabase.asShopper(shopper, findPaymentView(ref));
  return view?.order_id ? orderPath(view.order_id) : CHECKOUT_PATH;
}
