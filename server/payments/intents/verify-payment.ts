import { GatewayFailure, isSignedWith, paymentMessage } from '@aparajita/razorpay';
import { AppError } from '#contract/errors.ts';
import type { PaymentVerification, VerificationResult } from '#contract/payments.ts';
import type { Database } from '#server/database/database.ts';
import { askGateway, type PaymentContext } from '#server/payments/context.ts';
import { onBehalfOf, type Shopper } from '#server/shopper.ts';
import { ForeignPaymentError } from './finalize-payment.ts';
import {
  findIntentByGatewayOrder,
  findPaymentView,
  findShopRefund,
  type Intent,
  markSignatureReceived,
  toPayment,
} from './intent.ts';
import { handlePayment, isInconclusive } from './sync-with-gateway.ts';

/**
 * Verifies what the payment window returns after a success. The signature only proves that Razorpay knows the payment;
 * the amount and what was bought come from its API and our own tables. `order_data` is ignored.
 *
 * Another shopper's payment is not found. If the gateway does not answer or refuses the request, the payment stays
 * `confirming`, and a check follows at once.
 */
export async function verifyPayment(
  context: PaymentContext,
  shopper: Shopper,
  /** Finds the payment with the session's rights, or without a session for the callback. */
  database: Database,
  {
    razorpay_order_id,
    razorpay_payment_id,
    razorpay_signature,
  }: Omit<PaymentVerification, 'order_data'>,
): Promise<VerificationResult> {
  const [intent] = await database.asShopper(
    shopper,
    findIntentByGatewayOrder(shopper.userId, razorpay_order_id),
  );
  if (!intent?.gateway_order_id) throw new AppError('payment_not_found');
  const signer = context.gateways.get(intent.key_id);
  if (!signer) throw new AppError('gateway_unavailable', {}, `unknown key ${intent.key_id}`);
  const signed = paymentMessage(intent.gateway_order_id, razorpay_payment_id);
  if (!isSignedWith([signer.key.secret], signed, razorpay_signature)) {
    throw new AppError('payment_not_verified', {}, `wrong signature for ${razorpay_payment_id}`);
  }
  try {
    if (!(await context.mayAskGateway(shopper.userId)))
      throw new GatewayFailure(429, 'RATE_LIMITED', 'for this shopper');
    await askGateway(context, intent, async (gateway) =>
      handlePayment(context, intent, gateway, await gateway.payment(razorpay_payment_id)),
    );
  } catch (error) {
    if (error instanceof ForeignPaymentError) throw new AppError('payment_not_verified', {}, error);
    if (!isInconclusive(error)) throw error;
    // A refused request says nothing about the payment: its signature is valid.
    context.log.warn(
      { err: error, payment: razorpay_payment_id },
      'could not verify a payment yet, a check will',
    );
    await checkSoon(context, intent);
  }
  return toVerified(context, intent, razorpay_payment_id);
}

function checkSoon(context: PaymentContext, { id, user_id }: Intent): Promise<void> {
  return context.systemDatabase.transact(onBehalfOf(user_id), async (tx) => {
    await tx.rows(markSignatureReceived({ id, user_id }));
    await context.jobs.reschedule(tx, 'payment-check', { id, user_id }, 0);
  });
}

async function toVerified(
  context: PaymentContext,
  intent: Intent,
  paymentId: string,
): Promise<VerificationResult> {
  const shopper = onBehalfOf(intent.user_id);
  const [view] = await context.systemDatabase.asShopper(shopper, findPaymentView(intent));
  if (!view) throw new AppError('payment_not_found');
  const { id, state, order_id, order_number } = toPayment(view);
  if (state !== 'paid') {
    const [payment] = await context.systemDatabase.asShopper(
      shopper,
      findShopRefund(intent.user_id, paymentId),
    );
    if (payment?.refunded) throw new AppError('payment_refunded');
  }
  return {
    status: state === 'paid' ? 'paid' : 'confirming',
    payment_id: id,
    order_id,
    order_number,
  };
}
