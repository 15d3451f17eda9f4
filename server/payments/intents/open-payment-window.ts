import { setTimeout as sleep } from 'node:timers/promises';
import { createOrderOnce } from '@aparajita/razorpay';
import { AppError } from '#contract/errors.ts';
import type { PaymentWindow } from '#contract/payments.ts';
import type { Database } from '#server/database/database.ts';
import { statement } from '#server/database/tables.ts';
import { askGateway, type PaymentContext, withGatewayTimeout } from '#server/payments/context.ts';
import { onBehalfOf } from '#server/shopper.ts';
import { cancelPayment } from './cancel-payment.ts';
import { findIntent, findPaymentView, type Intent, type IntentRef, toPayment } from './intent.ts';

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

/** How long a claim holds: longer than all attempts of one request take. */
const CLAIM = '60 seconds';

/**
 * Claims the creation of the gateway order for one request; no row if another request has the claim. `may_exist`: an
 * earlier request may have created the order already.
 */
export function claimCreation({ id, user_id }: IntentRef) {
  return statement<{ may_exist: boolean }>`
    with claimable as (
      select creating_until from payment_intents
      where id = ${id} and user_id = ${user_id} and gateway_order_id is null
        and (creating_until is null or creating_until <= now())
      for no key update
    )
    update payment_intents set creating_until = now() + ${CLAIM}::interval
    from claimable where id = ${id} and user_id = ${user_id}
    returning claimable.creating_until is not null as may_exist`;
}

/** Saves the first gateway order and returns the saved one: we could not match money paid for any other. */
export function saveGatewayOrder({ id, user_id }: IntentRef, orderId: string) {
  return statement<{ gateway_order_id: string }>`
    update payment_intents set gateway_order_id = coalesce(gateway_order_id, ${orderId}), creating_until = null
    where id = ${id} and user_id = ${user_id}
    returning gateway_order_id`;
}

/** Ends the claim but keeps `creating_until` set: the next request then knows that an order may exist already. */
export function endClaim({ id, user_id }: IntentRef) {
  return statement`
    update payment_intents set creating_until = now()
    where id = ${id} and user_id = ${user_id} and gateway_order_id is null`;
}
