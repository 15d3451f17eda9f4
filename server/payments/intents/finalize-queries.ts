import type { GatewayPayment } from '@aparajita/razorpay';
import { sql } from 'kysely';
import { inRupees } from '#server/database/money-sql.ts';
import { statement } from '#server/database/tables.ts';
import type { IntentRef } from './intent.ts';

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
        payment_status, fulfilment, confirmed_at, idempotency_key, request_hash, intent_id, payment_id, payment_mode
      )
      select user_id, email, order_number, ${inRupees(sql`amount_paise`)},
        ${inRupees(sql`nullif(${payment.amount}::bigint, amount_paise)`)}, shipping_address_id, shipping_address, 'razorpay',
        'paid', 'confirmed', now(), 'intent:' || id, request_hash, id, ${payment.id}, mode
      from intent
      returning id, user_id
    ), line as (
      insert into order_items (
        order_id, user_id, product_id, product_name, product_image, quantity, price, mrp
      )
      select placed.id, placed.user_id, product_id, product_name, product_image, quantity,
        ${inRupees(sql`unit_paise`)}, mrp
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
