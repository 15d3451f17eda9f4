import { sql } from 'kysely';
import type { NewPayment } from '#contract/payments.ts';
import { toPaise } from '#domain/money.ts';
import { HOLDS_STOCK } from '#server/checkout/conditions.ts';
import {
  ADDRESS_COPY,
  type CheckoutFindings,
  FINDING_COLUMNS,
  pricedCart,
} from '#server/checkout/priced-cart.ts';
import { withExpiredPaymentsCancelled } from '#server/checkout/unpaid-sql.ts';
import { inPaise } from '#server/database/money-sql.ts';
import { statement } from '#server/database/tables.ts';
import type { Shopper } from '#server/shopper.ts';

export type BeginRequest = NewPayment & {
  idempotencyKey: string;
  requestHash: string;
  keyId: string;
  mode: string;
  holdSeconds: number;
};

/** Result of one attempt to create an intent. `intent_id`: the intent created now, or earlier with the same key. */
type BeginAttempt = CheckoutFindings & { intent_id: string | null };

/**
 * Creates an intent from the cart in one statement, or reports why it cannot; the caller then rolls back.
 *
 * Locks the cart items but keeps them in the cart until they are paid for. A cash order locks the same rows first, so
 * a concurrent cash order and payment wait for each other. Like a cash order, this cancels the shopper's expired
 * payments.
 */
export function attemptBegin(shopper: Shopper, request: BeginRequest) {
  return statement<BeginAttempt>`
    with earlier as (
      select id, request_hash from payment_intents
      where user_id = ${shopper.userId} and idempotency_key = ${request.idempotencyKey}
    ), cart as (
      select product_id, quantity, price from cart_items
      where user_id = ${shopper.userId} and not exists (select from earlier)
      order by product_id
      for update
    ), ${pricedCart(shopper, request.shipping_address_id)}, begun as (
      insert into payment_intents (
        user_id, email, idempotency_key, request_hash, order_number, amount_paise, shipping_address_id,
        shipping_address, mode, key_id, expires_at
      )
      select ${shopper.userId}, ${shopper.email}, ${request.idempotencyKey}, ${request.requestHash},
        generate_order_number(), ${toPaise(request.total_amount)}, address.id, address.copy, ${request.mode}, ${request.keyId},
        now() + make_interval(secs => ${request.holdSeconds})
      from address, sums
      where total = ${request.total_amount} and orderable
      returning id
    ), item as (
      insert into payment_intent_items (
        intent_id, user_id, product_id, product_name, product_image, quantity, unit_paise, mrp
      )
      select begun.id, ${shopper.userId}, line.id, line.name, line.image, line.quantity,
        ${inPaise(sql`line.price`)}, line.mrp
      from begun, line
    ), held as (
      update products set stock = products.stock - line.quantity
      from line, begun where products.id = line.id
    ), ${withExpiredPaymentsCancelled(shopper)}
    select
      coalesce((select id from begun), (select id from earlier)) as intent_id,
      (select request_hash from earlier) as earlier_request,
      ${FINDING_COLUMNS}
    from sums`;
}

/**
 * The intent that holds stock for the shopper; `same`: it is open for exactly today's cart, address and amount, and was
 * begun with the current key, because nobody can pay in the window of a deactivated one.
 */
export function compareOpenIntent(shopper: Shopper, request: BeginRequest) {
  return statement<{ id: string; same: boolean }>`
    select intent.id,
      intent.state = 'open'
      and intent.key_id = ${request.keyId}
      and intent.shipping_address_id is not distinct from ${request.shipping_address_id}
      -- The address may have been edited since: the parcel goes to the intent's copy.
      and exists (
        select from addresses
        where id = intent.shipping_address_id and user_id = ${shopper.userId}
          and ${ADDRESS_COPY} = intent.shipping_address
      )
      and intent.amount_paise = ${toPaise(request.total_amount)}
      and not exists (
        select from (
          select product_id, quantity, ${inPaise(sql`price`)} as unit_paise
          from cart_items where user_id = ${shopper.userId}
        ) cart
        full join (
          select product_id, quantity, unit_paise
          from payment_intent_items where intent_id = intent.id and user_id = ${shopper.userId}
        ) item using (product_id, quantity, unit_paise)
        where cart.product_id is null or item.product_id is null
      ) as same
    from payment_intents intent
    where user_id = ${shopper.userId} and ${HOLDS_STOCK}
    limit 1`;
}
