import { sql } from 'kysely';
import { AppError } from '#contract/errors.ts';
import type { NewPayment, PaymentWindow } from '#contract/payments.ts';
import { checkOut } from '#server/checkout/check-out.ts';
import { type Decided, decided, ROLL_BACK_IF_CHANGED } from '#server/checkout/queries.ts';
import { hashOfRequest } from '#server/crypto/derived-keys.ts';
import { inPaise } from '#server/database/money-sql.ts';
import { statement } from '#server/database/tables.ts';
import type { PaymentContext } from '#server/payments/context.ts';
import type { Shopper } from '#server/shopper.ts';
import { cancelPayment } from './cancel-payment.ts';
import { findPaymentState } from './intent.ts';
import { openWindow } from './open-payment-window.ts';

/**
 * Creates an intent from the cart and opens a payment for it. Commits everything before calling the gateway, so the server
 * knows what was being bought even if this process crashes, the response is lost or the shopper closes the tab. The cart
 * stays as it is until it is paid for.
 *
 * The same key with the same body returns the same payment; so does another key while the open payment has the same
 * content. A payment with other content, or begun with a replaced key of the gateway, is cancelled first, unless the new
 * one would be refused anyway.
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
  const { database, gateway, jobs, timing, terms } = context;
  const { shipping_address_id, total_amount, coupon_code = null } = payment;
  const user_id = shopper.userId;
  if (!gateway) {
    await database.asShopper(shopper, findPaymentState(user_id)); // throws if the session has ended
    throw new AppError('online_payment_off');
  }
  const requestHash = hashOfRequest([
    ...['razorpay', shipping_address_id, total_amount],
    ...(coupon_code === null ? [] : [coupon_code]),
  ]);
  const [after = timing.hold] = timing.checks;
  const { id } = await checkOut(
    {
      database,
      terms: terms(),
      paysOnline: true,
      cancelPayment: (payment) => cancelPayment(context, { id: payment, user_id }),
      insert: (id, decision) => insertIntent(shopper, id, gateway.mode, timing.hold, decision),
      queueJob: (tx, id) => jobs.send(tx, 'payment-check', { id, user_id }, { after }),
    },
    shopper,
    {
      ...{ shipping_address_id, total_amount, coupon_code },
      ...{ idempotencyKey, requestHash, keyId: gateway.key.id },
    },
  );
  return openWindow(context, { id, user_id });
}

/** Writes an intent as it was decided. */
export function insertIntent(
  shopper: Shopper,
  id: string,
  mode: string,
  holdSeconds: number,
  decision: Decided,
) {
  const { request, order } = decision;
  const { price } = order;
  return statement<{ order_number: string }>`
    with ${decided(shopper, decision)}, begun as (
      insert into payment_intents (
        id, user_id, email, idempotency_key, request_hash, order_number, amount_paise, shipping_address_id,
        shipping_address, mode, key_id, expires_at, coupon_code, coupon_discount_paise, online_discount_paise, shipping_paise,
        expected_by
      )
      select ${id}, ${shopper.userId}, ${shopper.email}, ${request.idempotencyKey}, ${request.requestHash},
        generate_order_number(), ${price.total}, ${request.shipping_address_id}, ${JSON.stringify(order.address)},
        ${mode}, ${request.keyId}, now() + make_interval(secs => ${holdSeconds}), ${price.coupon_code},
        ${price.coupon_discount}, ${price.online_discount}, ${price.shipping_fee}, ${order.expected_by}
      from unchanged
      returning id, order_number
    ), item as (
      insert into payment_intent_items (
        intent_id, user_id, product_id, product_name, product_image, quantity, unit_paise, mrp, discount_paise
      )
      select begun.id, ${shopper.userId}, product_id, product_name, product_image, quantity,
        ${inPaise(sql`price`)}, mrp, ${inPaise(sql`discount`)}
      from begun, line
    )
    select (select order_number from begun) as order_number, ${ROLL_BACK_IF_CHANGED}`;
}
