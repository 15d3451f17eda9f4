import type { PaymentWindow } from '#contract/payments.ts';
import { Refusal } from '#contract/refusals.ts';
import { ensureGatewayOrder } from './gateway-order.ts';
import { type Intent, type Owned, onBehalfOf, toPayment } from './intent.ts';
import { findIntent, findStanding } from './intent-query.ts';
import type { Till } from './till.ts';

/** The brown of the specification's payment window (§7). */
const THEME = { color: '#6B4423' };

/** What the browser opens the payment window with; for a payment that is paid already its order says so. */
export async function openWindow(till: Till, owned: Owned): Promise<PaymentWindow> {
  const asOwner = onBehalfOf(owned.user_id);
  const [intent] = await till.unattended.asShopper(asOwner, findIntent(owned));
  if (!intent) throw new Refusal('payment_not_found');
  if (intent.state !== 'open' && intent.state !== 'completed') throw new Refusal('payment_closed');

  const order_id = await ensureGatewayOrder(till, intent);
  const [standing] = await till.unattended.asShopper(asOwner, findStanding(owned));
  if (!standing) throw new Refusal('payment_not_found');
  const payment = toPayment(standing);
  if (payment.state === 'closed' || payment.state === 'refunding')
    throw new Refusal('payment_closed');
  return {
    payment,
    script: till.script,
    options: {
      key: intent.key_id,
      amount: intent.amount,
      currency: 'INR',
      name: 'Aparajita',
      description: `Order #${intent.order_number}`,
      order_id,
      prefill: { ...intent.prefill, email: intent.email },
      theme: THEME,
      timeout: windowSeconds(till, intent),
      // For browsers inside other apps, which have no window of their own to come back from.
      callback_url: `${till.publicUrl}/api/payments/razorpay/callback`,
    },
  };
}

/** A window that is opened again closes when the goods go back, or soon where they should be back already. */
function windowSeconds({ timing }: Till, { time_left }: Intent): number {
  return Math.round(Math.min(timing.window, Math.max(time_left, MINUTE)));
}

const MINUTE = 60;
