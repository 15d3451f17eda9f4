import { setTimeout as sleep } from 'node:timers/promises';
import { createOrderOnce } from '@aparajita/razorpay';
import { AppError } from '#contract/errors.ts';
import type { Database } from '#server/database/database.ts';
import { askGateway } from '#server/payments/ask-gateway.ts';
import type { PaymentContext } from '#server/payments/context.ts';
import { withGatewayTimeout } from '#server/payments/gateway/timeouts.ts';
import { onBehalfOf } from '#server/shopper.ts';
import { claimCreation, endClaim, saveGatewayOrder } from './gateway-order-queries.ts';
import type { Intent } from './intent.ts';
import { findIntent } from './intent-queries.ts';

/**
 * Returns the gateway order of an intent; creates it at most once. Razorpay has no idempotency key for orders and
 * cannot cancel them, so only one request at a time may create it, and after an uncertain answer it first searches by
 * receipt. Throws `gateway_unavailable` or `too_many_requests`; the intent stays, and a later request continues. After
 * the timeout the creation goes on in the background with its claim, and its order is saved.
 */
export async function ensureGatewayOrder(context: PaymentContext, intent: Intent): Promise<string> {
  if (intent.gateway_order_id) return intent.gateway_order_id;
  if (!(await context.mayAskGateway(intent.user_id))) throw new AppError('too_many_requests');
  const shopper = onBehalfOf(intent.user_id);
  const [claim] = await context.systemDatabase.asShopper(shopper, claimCreation(intent));
  if (!claim) return waitForOther(context.systemDatabase, intent);
  return withGatewayTimeout(
    context.timeouts.createOrder,
    createOrder(context, intent, claim.may_exist),
  ).catch((error) => {
    throw error instanceof AppError ? error : new AppError('gateway_unavailable', {}, error);
  });
}

async function createOrder(
  context: PaymentContext,
  intent: Intent,
  mayExist: boolean,
): Promise<string> {
  const shopper = onBehalfOf(intent.user_id);
  try {
    const order = await askGateway(context, intent, (gateway) =>
      createOrderOnce(gateway, {
        amount: intent.amount,
        receipt: intent.id.replaceAll('-', ''),
        mayExist,
      }),
    );
    const [saved] = await context.systemDatabase.asShopper(
      shopper,
      saveGatewayOrder(intent, order.id),
    );
    return saved?.gateway_order_id ?? order.id;
  } catch (error) {
    await context.systemDatabase.asShopper(shopper, endClaim(intent)).catch(() => {}); // the claim expires by itself
    throw error;
  }
}

/** For a double click: the first request is creating the order already. */
async function waitForOther(database: Database, intent: Intent): Promise<string> {
  for (let wait = 0; wait < 40; wait += 1) {
    await sleep(200);
    const [now] = await database.asShopper(onBehalfOf(intent.user_id), findIntent(intent));
    if (now?.gateway_order_id) return now.gateway_order_id;
  }
  throw new AppError(
    'gateway_unavailable',
    {},
    'another request is still creating the gateway order',
  );
}
