import { violates } from '@aparajita/postgres/error-codes';
import { AppError } from '#contract/errors.ts';
import type { NewPayment, PaymentWindow } from '#contract/payments.ts';
import { refusalWithoutPayment } from '#server/cart/refusal-without-payment.ts';
import { checkoutError, PendingPaymentError } from '#server/checkout/checkout-error.ts';
import { findPendingPayments, lockCartProducts } from '#server/checkout/queries.ts';
import { checkUnpaidLimit } from '#server/checkout/unpaid-limit.ts';
import { hashOfRequest } from '#server/crypto/derived-keys.ts';
import type { PaymentContext } from '#server/payments/context.ts';
import type { Shopper } from '#server/shopper.ts';
import { attemptBegin, type BeginRequest, compareOpenIntent } from './begin-queries.ts';
import { cancelPayment } from './cancel-payment.ts';
import { findOpenIntent } from './intent.ts';
import { openWindow } from './open-payment-window.ts';

/**
 * Creates an intent from the cart and opens a payment for it. Commits everything before calling the gateway, so the server
 * knows what was being bought even if this process crashes, the response is lost or the shopper closes the tab.
 *
 * The same key with the same body returns the same payment; so does another key while the open payment has the same
 * content. An open payment with other content, or begun with a replaced key of the gateway, is cancelled first, unless
 * the new one would be refused anyway.
 *
 * @throws AppError the codes of `placeOrder` except `cash_limit`; `online_payment_off`, `payment_closed`,
 * `gateway_unavailable`.
 */
export async function beginPayment(
  context: PaymentContext,
  shopper: Shopper,
  payment: NewPayment,
  idempotencyKey: string,
): Promise<PaymentWindow> {
  const { gateway, timing } = context;
  if (!gateway) {
    await context.database.asShopper(shopper, findOpenIntent(shopper.userId)); // throws if the session has ended
    throw new AppError('online_payment_off');
  }
  const request: BeginRequest = {
    ...payment,
    idempotencyKey,
    requestHash: hashOf(payment),
    keyId: gateway.key.id,
    mode: gateway.mode,
    holdSeconds: timing.hold,
  };
  const id = await createIntent(context, shopper, request);
  return openWindow(context, { id, user_id: shopper.userId });
}

const MAX_ATTEMPTS = 4;

async function createIntent(
  context: PaymentContext,
  shopper: Shopper,
  request: BeginRequest,
): Promise<string> {
  let until: number | undefined;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await tryCreateIntent(context, shopper, request);
    } catch (error) {
      if (!mayHaveOpenIntent(error)) throw error;
      if (attempt === MAX_ATTEMPTS)
        throw error instanceof AppError ? error : tooManyAttempts(error);
      const [open] = await context.database.asShopper(shopper, compareOpenIntent(shopper, request));
      if (open?.same) return open.id;
      // The shopper's own open payment may hold the stock that is missing.
      const other = open?.id ?? (error instanceof PendingPaymentError ? error.payment : null);
      until ??= performance.now() + context.timeouts.sync;
      if (other) {
        await throwIfRefused(context, shopper, request);
        await cancelPayment(context, { id: other, user_id: shopper.userId }, until);
      } else if (error instanceof AppError) throw error;
    }
  }
}

/** Throws if the new payment would be refused even after the open one is cancelled: then it is not cancelled. */
async function throwIfRefused(
  { database, unpaidLimit }: PaymentContext,
  shopper: Shopper,
  { total_amount }: BeginRequest,
): Promise<void> {
  const refusal = await database.transact(shopper, (tx) =>
    refusalWithoutPayment(tx, shopper, total_amount, unpaidLimit),
  );
  if (refusal) throw refusal;
}

/** Other tabs of this shopper begin payments as fast as this request cancels them. */
function tooManyAttempts(error: unknown): AppError {
  return new AppError('payment_closed', {}, error);
}

function mayHaveOpenIntent(error: unknown): boolean {
  return (
    error instanceof PendingPaymentError ||
    violates(error, 'one_open_intent') ||
    violates(error, 'one_intent_per_key') ||
    (error instanceof AppError && error.code === 'out_of_stock')
  );
}

function tryCreateIntent(
  context: PaymentContext,
  shopper: Shopper,
  request: BeginRequest,
): Promise<string> {
  return context.database.transact(shopper, async (tx) => {
    const [, [outcome], pending, unpaidLimitError] = await Promise.all([
      tx.rows(lockCartProducts(shopper)),
      tx.rows(attemptBegin(shopper, request)),
      tx.rows(findPendingPayments(shopper)),
      checkUnpaidLimit(context.unpaidLimit, tx, shopper),
    ]);
    if (!outcome) throw new Error('attemptBegin returned no row');
    const { intent_id: id, earlier_request } = outcome;
    if (id && earlier_request === request.requestHash) return id;
    if (!id || earlier_request !== null) throw checkoutError(outcome);
    const other = pending.find((payment) => payment.id !== id);
    if (other) throw new PendingPaymentError('payment_closed', other.id);
    if (unpaidLimitError) throw unpaidLimitError;
    const [after = context.timing.hold] = context.timing.checks;
    const intent = { id, user_id: shopper.userId };
    await context.jobs.send(tx.withCommit, 'payment-check', intent, { after });
    return id;
  });
}

function hashOf({ shipping_address_id, total_amount }: NewPayment): string {
  return hashOfRequest(['razorpay', shipping_address_id, total_amount]);
}
