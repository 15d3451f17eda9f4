import { GatewayFailure } from '@aparajita/razorpay';
import { AppError } from '#contract/errors.ts';
import type { Payment } from '#contract/payments.ts';
import { paymentEndpoints } from '#contract/payments.ts';
import { type Authenticate, serveEndpoints } from '#server/http/serve-endpoints.ts';
import type { Shopper } from '#server/shopper.ts';
import type { PaymentContext } from './context.ts';
import { beginPayment } from './intents/begin-payment.ts';
import { cancelPayment } from './intents/cancel-payment.ts';
import { type IntentRef, toPayment } from './intents/intent.ts';
import { findPaymentState, findPaymentView } from './intents/intent-queries.ts';
import { openWindow } from './intents/open-payment-window.ts';
import { syncWithGateway } from './intents/sync-with-gateway.ts';
import { verifyPayment } from './intents/verify-payment.ts';

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
    'GET /payments/options': () => ({ mode: context.gateway?.mode ?? null }),

    'POST /payments/razorpay': ({ shopper, body, idempotencyKey }) =>
      beginPayment(context, shopper, body, idempotencyKey),

    'POST /verify-razorpay-payment': ({ shopper, body }) =>
      verifyPayment(context, shopper, context.database, body),

    'GET /payments/open': async ({ shopper }) => {
      const [state] = await context.database.asShopper(shopper, findPaymentState(shopper.userId));
      const payment = state?.open ? await view(shopper, state.open) : null;
      const isPending = payment?.state === 'open' || payment?.state === 'confirming';
      return {
        payment: isPending ? payment : null,
        ...(state?.cash_refused && { cash_refused: true as const }),
      };
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
