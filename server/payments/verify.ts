import { GatewayFailure, isSignedWith, isUncertain, paymentMessage } from '@aparajita/razorpay';
import { AppError } from '#contract/errors.ts';
import type { Verification, Verified } from '#contract/payments.ts';
import type { Database } from '#server/database/database.ts';
import type { Shopper } from '#server/shopper.ts';
import type { PaymentContext } from './context.ts';
import { ForeignPayment } from './finalize.ts';
import { type Intent, onBehalfOf, toPayment } from './intent.ts';
import {
  findGivenBack,
  findIntentByGatewayOrder,
  findPaymentView,
  markHandedOver,
} from './intent-query.ts';
import { takePayment } from './sync-with-gateway.ts';

/**
 * What the payment window hands over after a success. The signature only proves that Razorpay knows the payment; how
 * much was paid and what for is asked of its API and of our own tables. `order_data` is not read.
 *
 * Another shopper's payment is not found. A gateway that does not answer leaves it `confirming`: the schedule goes on.
 */
export async function verifyPayment(
  context: PaymentContext,
  shopper: Shopper,
  /** As whom the payment is looked up: with the session's rights, or for a browser that comes back without one. */
  database: Database,
  { razorpay_order_id, razorpay_payment_id, razorpay_signature }: Omit<Verification, 'order_data'>,
): Promise<Verified> {
  const [intent] = await database.asShopper(
    shopper,
    findIntentByGatewayOrder(shopper.userId, razorpay_order_id),
  );
  if (!intent?.gateway_order_id) throw new AppError('payment_not_found');
  const gateway = context.gateways.get(intent.key_id);
  if (!gateway) throw new AppError('gateway_unavailable', {}, `no key ${intent.key_id}`);
  const signed = paymentMessage(intent.gateway_order_id, razorpay_payment_id);
  if (!isSignedWith([gateway.key.secret], signed, razorpay_signature)) {
    throw new AppError('payment_not_verified', {}, `wrong signature for ${razorpay_payment_id}`);
  }
  try {
    if (!context.mayAskGateway(shopper.userId))
      throw new GatewayFailure(429, 'ASKED_TOO_OFTEN', 'for this shopper');
    await takePayment(context, intent, gateway, await gateway.payment(razorpay_payment_id));
  } catch (error) {
    if (error instanceof ForeignPayment) throw new AppError('payment_not_verified', {}, error);
    if (!(error instanceof GatewayFailure)) throw error;
    if (!isUncertain(error)) throw new AppError('payment_not_verified', {}, error);
    context.log.warn({ err: error, payment: razorpay_payment_id }, 'a payment is confirmed later');
    await context.systemDatabase.asShopper(onBehalfOf(shopper.userId), markHandedOver(intent));
  }
  return told(context, intent, razorpay_payment_id);
}

async function told(context: PaymentContext, intent: Intent, paymentId: string): Promise<Verified> {
  const asOwner = onBehalfOf(intent.user_id);
  const [view] = await context.systemDatabase.asShopper(asOwner, findPaymentView(intent));
  if (!view) throw new AppError('payment_not_found');
  const { id, state, order_id, order_number } = toPayment(view);
  if (state !== 'paid') {
    const [payment] = await context.systemDatabase.asShopper(
      asOwner,
      findGivenBack(intent.user_id, paymentId),
    );
    if (payment?.given_back) throw new AppError('payment_refunded');
  }
  return {
    status: state === 'paid' ? 'paid' : 'confirming',
    payment_id: id,
    order_id,
    order_number,
  };
}
