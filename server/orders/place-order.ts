import type { NewOrder, PlacedOrder } from '#contract/orders.ts';
import type { CheckoutTerms } from '#domain/decide-checkout.ts';
import { toRupees } from '#domain/money.ts';
import { checkOut } from '#server/checkout/check-out.ts';
import { type Decided, decided, ROLL_BACK_IF_CHANGED } from '#server/checkout/queries.ts';
import { hashOfRequest } from '#server/crypto/derived-keys.ts';
import type { Database } from '#server/database/database.ts';
import { statement } from '#server/database/tables.ts';
import type { Jobs } from '#server/jobs/jobs.ts';
import type { Shopper } from '#server/shopper.ts';

export type OrderDependencies = {
  database: Database;
  jobs: Jobs;
  /** Cancels an online payment of the shopper's. Absent where nobody can pay online. */
  cancelPayment?: (shopper: Shopper, payment: string) => Promise<void>;
  /** What counts now. */
  terms?: () => CheckoutTerms;
  /** Whether the checkout offers to pay online; absent: cash only. */
  paysOnline?: boolean;
};

/**
 * Orders everything in the shopper's cart. The same key with the same body returns the same order, however often and
 * however concurrently it is sent. One transaction writes the order, lowers the stock, empties the cart and queues the
 * confirmation email's job. A payment that may still be paid is cancelled first, which releases its stock.
 *
 * @throws AppError cart_empty, address_not_found, not_served, product_gone, out_of_stock, price_changed (these three with
 * the items concerned), cart_changed, code_refused, cash_limit, unpaid_limit, idempotency_key_reused, and gateway_unavailable
 * while the shopper's
 * online payment is being confirmed.
 */
export async function placeOrder(
  { database, jobs, cancelPayment, terms, paysOnline = false }: OrderDependencies,
  shopper: Shopper,
  order: NewOrder,
  idempotencyKey: string,
): Promise<PlacedOrder> {
  const { userId: user_id, email } = shopper;
  const { shipping_address_id, payment_method, total_amount, coupon_code = null } = order;
  // Does not depend on the order of the fields in the request body.
  const requestHash = hashOfRequest([
    ...[shipping_address_id, payment_method, total_amount],
    ...(coupon_code === null ? [] : [coupon_code]),
  ]);
  const { id, order_number } = await checkOut(
    {
      database,
      terms: terms?.() ?? {},
      paysOnline,
      cancelPayment: async (payment) => cancelPayment?.(shopper, payment),
      insert: (id, decision) => insertOrder(shopper, id, decision),
      queueJob: (tx, id) => jobs.send(tx, 'order-confirmation', { user_id, email, order_id: id }),
    },
    shopper,
    { shipping_address_id, total_amount, coupon_code, idempotencyKey, requestHash, keyId: null },
  );
  return { id, order_number, total_amount };
}

/** Places a cash order as it was decided. */
export function insertOrder(shopper: Shopper, id: string, decision: Decided) {
  const { request, order } = decision;
  const { price } = order;
  return statement<{ order_number: string }>`
    with ${decided(shopper, decision)}, placed as (
      insert into orders (
        id, user_id, email, order_number, total_amount, shipping_address_id, shipping_address, payment_method,
        idempotency_key, request_hash, coupon_code, coupon_discount, online_discount, shipping_fee, cash_fee,
        expected_by
      )
      select ${id}, ${shopper.userId}, ${shopper.email}, generate_order_number(), ${toRupees(price.total)},
        ${request.shipping_address_id}, ${JSON.stringify(order.address)}, 'cod', ${request.idempotencyKey},
        ${request.requestHash}, ${price.coupon_code}, ${toRupees(price.coupon_discount)},
        ${toRupees(price.online_discount)}, ${toRupees(price.shipping_fee)}, ${toRupees(price.cash_fee)},
        ${order.expected_by}
      from unchanged
      returning id, order_number
    ), item as (
      insert into order_items (
        order_id, user_id, product_id, product_name, product_image, quantity, price, mrp, discount
      )
      select placed.id, ${shopper.userId}, product_id, product_name, product_image, quantity, price, mrp, discount
      from placed, line
    ), bought as (
      -- What is added or changed now stays in the cart.
      delete from cart_items using line
      where user_id = ${shopper.userId} and cart_items.product_id = line.product_id
        and cart_items.quantity = line.quantity
    )
    select (select order_number from placed) as order_number, ${ROLL_BACK_IF_CHANGED}`;
}
