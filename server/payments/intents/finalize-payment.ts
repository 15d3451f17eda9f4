import type { GatewayOrder, GatewayPayment } from '@aparajita/razorpay';
import { sql } from 'kysely';
import { decidePaymentAction, type RefundReason } from '#domain/payment.ts';
import type { Transaction } from '#server/database/database.ts';
import { inRupees } from '#server/database/money-sql.ts';
import { statement } from '#server/database/tables.ts';
import type { PaymentContext } from '#server/payments/context.ts';
import { queueRefund } from '#server/payments/refunds/record-refunds.ts';
import { onBehalfOf } from '#server/shopper.ts';
import { type Intent, type IntentRef, lockIntent } from './intent.ts';
import { releaseIntent, reserveStock } from './intent-stock.ts';

/** Thrown for a payment of another intent; nothing has changed. */
export class ForeignPaymentError extends Error {
  constructor(payment: string) {
    super(`The payment ${payment} does not belong to this intent`);
    this.name = 'ForeignPaymentError';
  }
}

/** Thrown for a captured payment that the gateway's order does not show yet; it is saved and nothing else has changed. */
export class PendingPaymentError extends Error {
  constructor(payment: string) {
    super(`The gateway's order does not show the payment ${payment} yet`);
    this.name = 'PendingPaymentError';
  }
}

/**
 * Places the order for a payment or refunds it, exactly once: verification, webhook, checks and reconciliation all call
 * this, any number of times. `payment`, and `gatewayOrder` if the amounts differ, must come from the gateway's API, never
 * from a browser or an event.
 *
 * One transaction under the intent's row lock: the second of two callers sees the first one's result, and a crash in
 * the middle changes nothing.
 */
export async function finalize(
  context: PaymentContext,
  ref: IntentRef,
  payment: GatewayPayment,
  gatewayOrder: GatewayOrder | null,
): Promise<void> {
  const decided = await context.systemDatabase.transact(onBehalfOf(ref.user_id), async (tx) => {
    // Sent in one batch and executed in order: the order is read after the lock, so it includes one that we waited for.
    const [, [intent], [order]] = await Promise.all([
      tx.rows(lockAddress(ref)),
      tx.rows(lockIntent(ref)),
      tx.rows(findPlacedOrder(ref)),
    ]);
    if (!intent || payment.order_id !== intent.gateway_order_id) {
      throw new ForeignPaymentError(payment.id);
    }
    const [saved] = await tx.rows(savePayment(ref, payment));
    if (!saved) throw new ForeignPaymentError(payment.id);

    const facts = { ...intent, paidWith: order?.payment_id ?? null };
    const action = decidePaymentAction(
      facts,
      { ...payment, capturedFor: saved.captured_for },
      gatewayOrder,
    );
    if (action.type === 'refund') await startRefund(context, tx, intent, payment, action.reason);
    if (action.type === 'place_order') await placeOrder(context, tx, intent, payment);
    return action.type;
  });
  if (decided === 'wait') throw new PendingPaymentError(payment.id);
}

async function placeOrder(
  context: PaymentContext,
  tx: Transaction,
  intent: Intent,
  payment: GatewayPayment,
) {
  if (!intent.holds_stock) {
    if (!(await reserveStock(tx, intent, context.timing.hold))) {
      await releaseIntent(tx, intent, 'refused');
      return startRefund(context, tx, intent, payment, 'out_of_stock');
    }
  }
  const [order] = await tx.rows(placePaidOrder(intent, payment));
  if (!order) throw new Error(`No order was placed for the paid intent ${intent.id}`);
  const about = { user_id: intent.user_id, email: intent.email, order_id: order.id };
  await context.jobs.send(tx, 'order-confirmation', about);
  await context.jobs.send(tx, 'payment-received', about);
}

async function startRefund(
  context: PaymentContext,
  tx: Transaction,
  intent: Intent,
  payment: GatewayPayment,
  reason: RefundReason,
) {
  const refund = await queueRefund(tx, intent.user_id, payment, reason);
  if (!refund) return; // queued before
  context.log.warn({ payment: payment.id, reason }, 'a refund is queued');
  const { user_id, email, order_number, mode } = intent;
  const about = { user_id, email, order_number, mode, amount: refund.amount, refund_id: refund.id };
  await context.jobs.send(tx, 'payment-refund', { id: refund.id, user_id });
  await context.jobs.send(tx, 'refund-started', { ...about, reason });
}

/**
 * Locks the intent's address against deletion. Must run before locking the intent, because deleting an address takes
 * the locks in that order: the opposite order would deadlock.
 */
export function lockAddress({ id, user_id }: IntentRef) {
  return statement`
    select from addresses
    where user_id = ${user_id}
      and id = (select shipping_address_id from payment_intents where id = ${id} and user_id = ${user_id})
    for key share`;
}

export function findPlacedOrder({ id, user_id }: IntentRef) {
  return statement<{ payment_id: string }>`
    select payment_id from orders
    where intent_id = ${id} and user_id = ${user_id}`;
}

/**
 * Saves a payment's status; an older status never overwrites a newer one. `captured_for`: seconds since it was first
 * saved as captured. No row: it belongs to another intent.
 */
export function savePayment({ id, user_id }: IntentRef, payment: GatewayPayment) {
  return statement<{ captured_for: number | null }>`
    insert into payments (id, intent_id, user_id, amount_paise, method, status, captured_at)
    values (
      ${payment.id}, ${id}, ${user_id}, ${payment.amount}, ${payment.method ?? null}, ${payment.status},
      case when ${payment.status} = 'captured' then now() end
    )
    on conflict (id) do update set
      status = case
        when payment_rank(excluded.status) > payment_rank(payments.status) then excluded.status
        else payments.status
      end,
      method = coalesce(excluded.method, payments.method),
      captured_at = coalesce(payments.captured_at, excluded.captured_at)
    where payments.intent_id = excluded.intent_id and payments.amount_paise = excluded.amount_paise
    returning extract(epoch from now() - captured_at)::float8 as captured_for`;
}

/**
 * Turns an intent that holds its stock into an order paid with this payment. Removes the bought items from the cart and
 * keeps what was added since. Copies everything from the intent; uses nothing from the browser. The order's foreign key
 * demands that what it says was paid is the payment's amount.
 */
export function placePaidOrder({ id, user_id }: IntentRef, payment: GatewayPayment) {
  return statement<{ id: string }>`
    with intent as (
      select * from payment_intents where id = ${id} and user_id = ${user_id} and holds_stock
    ), item as (
      select * from payment_intent_items where intent_id = ${id} and user_id = ${user_id}
    ), applied as (
      update payments set applied = true where id = ${payment.id} and user_id = ${user_id}
    ), completed as (
      update payment_intents set state = 'completed', holds_stock = false
      where id = ${id} and user_id = ${user_id}
    ), placed as (
      insert into orders (
        user_id, email, order_number, total_amount, paid_amount, shipping_address_id, shipping_address, payment_method,
        payment_status, fulfilment, confirmed_at, idempotency_key, request_hash, intent_id, payment_id, payment_mode,
        coupon_code, coupon_discount, online_discount, shipping_fee, expected_by
      )
      select user_id, email, order_number, ${inRupees(sql`amount_paise`)},
        ${inRupees(sql`nullif(${payment.amount}::bigint, amount_paise)`)}, shipping_address_id, shipping_address, 'razorpay',
        'paid', 'confirmed', now(), 'intent:' || id, request_hash, id, ${payment.id}, mode,
        coupon_code, ${inRupees(sql`coupon_discount_paise`)}, ${inRupees(sql`online_discount_paise`)},
        ${inRupees(sql`shipping_paise`)}, expected_by
      from intent
      returning id, user_id
    ), line as (
      insert into order_items (
        order_id, user_id, product_id, product_name, product_image, quantity, price, mrp, discount
      )
      select placed.id, placed.user_id, product_id, product_name, product_image, quantity,
        ${inRupees(sql`unit_paise`)}, mrp, ${inRupees(sql`discount_paise`)}
      from placed, item
    ), reduced as (
      update cart_items cart set quantity = cart.quantity - item.quantity
      from item
      where cart.user_id = ${user_id} and cart.product_id = item.product_id and cart.quantity > item.quantity
    ), removed as (
      delete from cart_items cart using item
      where cart.user_id = ${user_id} and cart.product_id = item.product_id and cart.quantity <= item.quantity
    )
    select id from placed`;
}
