import { GatewayFailure } from '@aparajita/razorpay';
import type { Payment } from '#contract/payments.ts';
import { paymentEndpoints } from '#contract/payments.ts';
import { Refusal } from '#contract/refusals.ts';
import { type Admit, serve } from '#server/http/serve.ts';
import type { Shopper } from '#server/shopper.ts';
import { beginPayment } from './begin.ts';
import { type Owned, toPayment } from './intent.ts';
import { findOpenIntent, findStanding } from './intent-query.ts';
import { openWindow } from './open-window.ts';
import { settle } from './settle.ts';
import { supersede } from './supersede.ts';
import type { Till } from './till.ts';
import { verifyPayment } from './verify.ts';

export function paymentRoutes(till: Till, admit: Admit) {
  async function standing(shopper: Shopper, id: string): Promise<Payment> {
    const [found] = await till.database.asShopper(shopper, findStanding(owned(shopper, id)));
    if (!found) throw new Refusal('payment_not_found');
    return toPayment(found);
  }

  return serve(paymentEndpoints, admit, {
    'GET /payments/options': () => ({ mode: till.gateway?.mode ?? null }),

    'POST /payments/razorpay': ({ shopper, body, idempotencyKey }) =>
      beginPayment(till, shopper, body, idempotencyKey),

    'POST /verify-razorpay-payment': ({ shopper, body }) =>
      verifyPayment(till, shopper, till.database, body),

    'GET /payments/open': async ({ shopper }) => {
      const [open] = await till.database.asShopper(shopper, findOpenIntent(shopper.userId));
      const payment = open && (await standing(shopper, open.id));
      const underWay = payment?.state === 'open' || payment?.state === 'confirming';
      return { payment: underWay ? payment : null };
    },

    'GET /payments/{id}': ({ shopper, params }) => standing(shopper, params.id),

    'POST /payments/{id}/check': async ({ shopper, params }) => {
      const known = await standing(shopper, params.id);
      if (!till.mayAsk(shopper.userId)) return known;
      await settle(till, owned(shopper, params.id)).catch((error) => {
        if (error instanceof GatewayFailure) throw new Refusal('gateway_unavailable', {}, error);
        throw error;
      });
      return standing(shopper, params.id);
    },

    'POST /payments/{id}/resume': async ({ shopper, params }) => {
      await standing(shopper, params.id);
      return openWindow(till, owned(shopper, params.id));
    },

    'POST /payments/{id}/cancel': async ({ shopper, params }) => {
      await standing(shopper, params.id);
      await supersede(till, owned(shopper, params.id)).catch((error) => {
        // One that is being confirmed stays, and the answer says so.
        if (!(error instanceof Refusal) || error.code !== 'gateway_unavailable') throw error;
      });
      return standing(shopper, params.id);
    },
  });
}

function owned(shopper: Shopper, id: string): Owned {
  return { id, user_id: shopper.userId };
}
