import { sql } from 'kysely';
import type { ShippingAddress } from '#contract/addresses.ts';
import type { Payment } from '#contract/payments.ts';
import type { PaymentMode } from '#domain/order.ts';
import { type IntentState, isPayable, type PaymentState } from '#domain/payment.ts';
import { IS_PAYABLE } from '#server/checkout/conditions.ts';
import { statement } from '#server/database/tables.ts';
import type { OwnedRow } from '#server/jobs/queues.ts';

/** A checkout to be paid online: goods, prices and address as they were when it began. Amounts in paise. */
export type Intent = {
  id: string;
  user_id: string;
  email: string;
  order_number: string;
  amount: number;
  currency: string;
  state: IntentState;
  holds_stock: boolean;
  mode: PaymentMode;
  key_id: string;
  gateway_order_id: string | null;
  /** Seconds since it was begun. */
  age: number;
  overdue: boolean;
  /** Seconds until its stock is released; negative when overdue. */
  time_left: number;
  prefill: { name: string; contact: string };
};

/** Identifies an intent: its id and its shopper's. */
export type IntentRef = OwnedRow;

/** What `toPayment` needs to describe an intent to its shopper. */
export type PaymentView = {
  id: string;
  order_number: string;
  amount: number;
  expires_at: string;
  shipping_address: ShippingAddress;
  state: IntentState;
  holds_stock: boolean;
  order_id: string | null;
  /** The most advanced status among its payments that we have not refunded. */
  furthest_status: PaymentState | null;
  refunding: boolean;
  /** The shopper returned from the payment window with a valid signature. */
  signature_received: boolean;
};

/** The API's representation. */
export function toPayment(view: PaymentView): Payment {
  const { id, order_number, amount, expires_at, shipping_address, order_id } = view;
  const state = stateOf(view);
  return { id, order_number, amount, expires_at, shipping_address, order_id, state };
}

function stateOf(view: PaymentView): Payment['state'] {
  const { order_id, state, refunding } = view;
  if (order_id) return 'paid';
  if (isPayable(state) && (isConfirmedByBank(view) || isAwaitingGateway(view))) return 'confirming';
  if (state === 'open') return 'open';
  return state === 'refused' || refunding ? 'refunding' : 'closed';
}

/** The bank has authorized the payment, and the stock is held. */
export function isConfirmedByBank({ furthest_status, holds_stock }: PaymentView): boolean {
  return holds_stock && (furthest_status === 'authorized' || furthest_status === 'captured');
}

/** The shopper returned with a valid signature, but we could not read the payment, because the gateway did not respond. */
export function isAwaitingGateway({
  signature_received,
  furthest_status,
  refunding,
}: PaymentView): boolean {
  return (
    signature_received &&
    !refunding &&
    (furthest_status === null || !RECEIVED.includes(furthest_status))
  );
}

const RECEIVED: readonly PaymentState[] = ['authorized', 'captured', 'refunded'];

const INTENT = sql`
  id, user_id, email, order_number, amount_paise::float8 as amount, currency, state, holds_stock, mode, key_id,
  gateway_order_id, extract(epoch from now() - created_at)::float8 as age,
  expires_at <= now() as overdue, extract(epoch from expires_at - now())::float8 as time_left,
  jsonb_build_object('name', shipping_address ->> 'full_name', 'contact', shipping_address ->> 'phone') as prefill`;

export function findIntent({ id, user_id }: IntentRef) {
  return statement<Intent>`
    select ${INTENT} from payment_intents where id = ${id} and user_id = ${user_id}`;
}

/** Locks the intent's row. Read dependent rows in a later statement; in this one they may be stale. */
export function lockIntent({ id, user_id }: IntentRef) {
  return statement<Intent>`
    select ${INTENT} from payment_intents where id = ${id} and user_id = ${user_id}
    for no key update`;
}

export function findIntentByGatewayOrder(userId: string, gatewayOrderId: string) {
  return statement<Intent>`
    select ${INTENT} from payment_intents
    where gateway_order_id = ${gatewayOrderId} and user_id = ${userId}`;
}

/**
 * One row: the id of the pending intent, which holds stock for the shopper, or else is one whose signature arrived after
 * it expired.
 */
export function findPaymentState(userId: string) {
  return statement<{ open: string | null }>`
    select (
      select id from payment_intents
      where user_id = ${userId} and ${IS_PAYABLE} and (holds_stock or signature_received)
      order by holds_stock desc limit 1
    ) as open`;
}

export function findPaymentView({ id, user_id }: IntentRef) {
  return statement<PaymentView>`
    select intent.id, intent.order_number, intent.amount_paise::float8 as amount, intent.expires_at, intent.state,
      shipping_address, holds_stock, signature_received,
      (select id from orders where intent_id = intent.id and user_id = intent.user_id) as order_id,
      (
        select status from payments where intent_id = intent.id and user_id = intent.user_id
          and not exists (
            select from refunds where payment_id = payments.id and refunds.reason <> 'gateway'
          )
        order by payment_rank(status) desc limit 1
      ) as furthest_status,
      exists (
        select from refunds join payments on payments.id = refunds.payment_id
        where payments.intent_id = intent.id and refunds.user_id = intent.user_id
          and reason <> 'gateway' and not applied
      ) as refunding
    from payment_intents intent
    where id = ${id} and user_id = ${user_id}`;
}

/** Whether the shop (not somebody in the gateway's dashboard) has decided to refund this payment. */
export function findShopRefund(userId: string, paymentId: string) {
  return statement<{ refunded: boolean }>`
    select exists (
      select from refunds
      where payment_id = ${paymentId} and user_id = ${userId} and reason <> 'gateway'
    ) as refunded`;
}

/** Records that the shopper returned with a valid signature while the gateway did not respond. */
export function markSignatureReceived({ id, user_id }: IntentRef) {
  return statement`
    update payment_intents set signature_received = true
    where id = ${id} and user_id = ${user_id} and state <> 'completed'`;
}

/**
 * The intent of a gateway order, with its shopper's id. All other data is then read as that shopper. Also for the request
 * with which a bank sends a shopper back, so it is a function: shop_app finds no other intents.
 */
export function ownerOfGatewayOrder(id: string) {
  return statement<IntentRef>`select id, user_id from intent_of_gateway_order(${id})`;
}

/** Likewise of a payment, for jobs with the role shop_worker. */
export function ownerOfPayment(id: string) {
  return statement<IntentRef>`select intent_id as id, user_id from payments where id = ${id}`;
}

/** Whether the bank has authorized a payment that is not captured yet: its stock must stay held. */
export function findAuthorizedPayment({ id, user_id }: IntentRef) {
  return statement<{ authorized: boolean }>`
    select exists (
      select from payments where intent_id = ${id} and user_id = ${user_id} and status = 'authorized'
    ) as authorized`;
}

/** No check follows, so the payment no longer counts as awaiting the gateway. */
export function endChecks({ id, user_id }: IntentRef) {
  return statement`
    update payment_intents set signature_received = false
    where id = ${id} and user_id = ${user_id} and signature_received`;
}
