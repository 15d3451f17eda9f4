import { AppError } from '#contract/errors.ts';
import type { PaymentWindow } from '#contract/payments.ts';
import type { PaymentContext } from '#server/payments/context.ts';
import { onBehalfOf } from '#server/shopper.ts';
import { cancelPayment } from './cancel-payment.ts';
import { ensureGatewayOrder } from './gateway-order.ts';
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
