import { setTimeout as pause } from 'node:timers/promises';
import { createOrderOnce } from '@aparajita/razorpay';
import { AppError } from '#contract/errors.ts';
import type { Database } from '#server/database/database.ts';
import { gatewayOf, type PaymentContext } from './context.ts';
import { claimCreation, endClaim, keepGatewayOrder } from './gateway-order-query.ts';
import { type Intent, onBehalfOf } from './intent.ts';
import { findIntent } from './intent-query.ts';
import { withTimeout } from './timeouts.ts';

/**
 * The gateway's order of an intent, made at most once. Razorpay knows neither an idempotency key nor a way to cancel an
 * order, so one request at a time asks for it, and after an uncertain answer looks for it by its receipt first. Throws
 * `gateway_unavailable` or `too_many_requests`; the intent stays, and a later try goes on from here. Whoever does not wait so long leaves that
 * request to its end, with its claim: what it makes is kept.
 */
export async function ensureGatewayOrder(context: PaymentContext, intent: Intent): Promise<string> {
  if (intent.gateway_order_id) return intent.gateway_order_id;
  if (!context.mayAskGateway(intent.user_id)) throw new AppError('too_many_requests');
  const asOwner = onBehalfOf(intent.user_id);
  const [claim] = await context.systemDatabase.asShopper(asOwner, claimCreation(intent));
  if (!claim) return waitForOther(context.systemDatabase, intent);
  return withTimeout(context.timeouts.creating, makeOrder(context, intent, claim.tried)).catch(
    (error) => {
      throw error instanceof AppError ? error : new AppError('gateway_unavailable', {}, error);
    },
  );
}

async function makeOrder(context: PaymentContext, intent: Intent, tried: boolean): Promise<string> {
  const asOwner = onBehalfOf(intent.user_id);
  try {
    const order = await createOrderOnce(gatewayOf(context, intent), {
      amount: intent.amount,
      receipt: intent.id.replaceAll('-', ''),
      tried,
    });
    const [kept] = await context.systemDatabase.asShopper(
      asOwner,
      keepGatewayOrder(intent, order.id),
    );
    return kept?.gateway_order_id ?? order.id;
  } catch (error) {
    await context.systemDatabase.asShopper(asOwner, endClaim(intent)).catch(() => {}); // it ends by itself
    throw error;
  }
}

/** A second click: the first is asking the gateway already. */
async function waitForOther(database: Database, intent: Intent): Promise<string> {
  for (let wait = 0; wait < 40; wait += 1) {
    await pause(200);
    const [now] = await database.asShopper(onBehalfOf(intent.user_id), findIntent(intent));
    if (now?.gateway_order_id) return now.gateway_order_id;
  }
  throw new AppError('gateway_unavailable', {}, 'another request is still waiting for the gateway');
}
