import { setTimeout as sleep } from 'node:timers/promises';
import { createOrderOnce } from '@aparajita/razorpay';
import { AppError } from '#contract/errors.ts';
import type { PaymentWindow } from '#contract/payments.ts';
import type { Database } from '#server/database/database.ts';
import type { PaymentContext } from '#server/payments/context.ts';
import { askGateway } from '#server/payments/context.ts';
import { withGatewayTimeout } from '#server/payments/gateway/timeouts.ts';
import { onBehalfOf } from '#server/shopper.ts';
import { cancelPayment } from './cancel-payment.ts';
import { claimCreation, endClaim, saveGatewayOrder } from './gateway-order-queries.ts';
import { type Intent, type IntentRef, toPayment } from './intent.ts';
import { findIntent, findPaymentView } from './intent-queries.ts';

/** The brown of the specification's payment window (§7). */
const THEME = { color: '#6B4423' };

/**
 * The options that the browser opens the payment window with; if the payment is paid already, its `order_id` is set.
 * Cancels a payment that was begun with another key than the current one.
 */
export async function openWindow(context: PaymentContext, ref: IntentRef): Promise<PaymentWindow> {
  const shopper = onBehalfOf(ref.user_id);
  const [intent] = await context.systemDatabase.asShopper(shopper, findIntent(ref));
  if (!intent) throw new AppError('payment_not_found');
  if (intent.state !== 'open' && intent.state !== 'completed') throw new AppError('payment_closed');

  if (intent.state === 'open' && intent.key_id !== context.gateway?.key.id) {
    // Nobody can pay in the window of a deactivated key.
    await cancelPayment(context, ref);
    return openWindow(context, ref);
  }
  const order_id = await ensureGatewayOrder(context, intent);
  const [view] = await context.systemDatabase.asShopper(shopper, findPaymentView(ref));
  if (!view) throw new AppError('payment_not_found');
  const payment = toPayment(view);
  if (payment.state === 'closed' || payment.state === 'refunding')
    throw new AppError('payment_closed');
  return {
    payment,
    script: context.script,
    options: {
      key: intent.key_id,
      amount: intent.amount,
      currency: 'INR',
      name: 'Aparajita',
      description: `Order #${intent.order_number}`,
      order_id,
      prefill: { ...intent.prefill, email: intent.email },
      theme: THEME,
      timeout: windowSeconds(context, intent),
      // For browsers inside other apps, which cannot run checkout.js's handler.
      callback_url: `${context.publicUrl}/api/payments/razorpay/callback`,
    },
  };
}

/** A reopened window closes when the stock is released; after one minute if that time has passed. */
function windowSeconds({ timing }: PaymentContext, { time_left }: Intent): number {
  return Math.round(Math.min(timing.window, Math.max(time_left, MINUTE)));
}

const MINUTE = 60;

/**
 * Returns the gateway order of an intent; creates it at most once. Razorpay has no idempotency key for orders and
 * cannot cancel them, so only one request at a time may create it, and after an uncertain answer it first searches by
 * receipt. Throws `gateway_unavailable` or `too_many_requests`; the intent stays, and a later request continues. After
 * the timeout the creation goes on in the background with its claim, and its order is saved.
 */
async function ensureGatewayOrder(context: PaymentContext, intent: Intent): Promise<string> {
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
