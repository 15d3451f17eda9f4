import { sql } from 'kysely';
import type { Payment } from '#contract/payments.ts';
import type { IntentState, PaymentState } from '#domain/payment.ts';
import { tables } from '../platform/database/tables.ts';
import type { Shopper } from '../platform/shopper.ts';

/** A frozen checkout as the server works with it. Amounts in paise. */
export type Intent = {
  id: string;
  user_id: string;
  email: string;
  order_number: string;
  amount: number;
  currency: string;
  state: IntentState;
  holds_stock: boolean;
  key_id: string;
  gateway_order_id: string | null;
  request_hash: string;
  checks: number;
  /** Seconds since it was begun. */
  age: number;
  overdue: boolean;
  expires_at: string;
  prefill: { name: string; contact: string };
};

export type Owned = { id: string; user_id: string };

/** Whoever a job or a webhook acts for, outside any session. */
export function onBehalfOf(userId: string): Shopper {
  return { userId, sessionId: '', email: '', fullName: '' };
}

const INTENT = sql`
  id, user_id, email, order_number, amount_paise::float8 as amount, currency, state, holds_stock, key_id,
  gateway_order_id, request_hash, checks, extract(epoch from now() - created_at)::float8 as age,
  expires_at <= now() as overdue, expires_at,
  jsonb_build_object('name', shipping_address ->> 'full_name', 'contact', shipping_address ->> 'phone') as prefill`;

export function findIntent({ id, user_id }: Owned) {
  return sql<Intent>`
    select ${INTENT} from payment_intents where id = ${id} and user_id = ${user_id}`.compile(
    tables,
  );
}

/** Takes the intent's row for this transaction. What hangs on it is read after this and not with it, or it may be old. */
export function lockIntent({ id, user_id }: Owned) {
  return sql<Intent>`
    select ${INTENT} from payment_intents where id = ${id} and user_id = ${user_id}
    for no key update`.compile(tables);
}

export function findIntentByGatewayOrder(userId: string, gatewayOrderId: string) {
  return sql<Intent>`
    select ${INTENT} from payment_intents
    where gateway_order_id = ${gatewayOrderId} and user_id = ${userId}`.compile(tables);
}

export function findOpenIntent(userId: string) {
  return sql<Intent>`
    select ${INTENT} from payment_intents where user_id = ${userId} and state = 'open'`.compile(
    tables,
  );
}

/** What the shopper is told of it: `waiting` is how far its furthest payment is. */
export type Standing = {
  id: string;
  order_number: string;
  amount: number;
  expires_at: string;
  state: IntentState;
  order_id: string | null;
  furthest: PaymentState | null;
  refunding: boolean;
};

export function findStanding({ id, user_id }: Owned) {
  return sql<Standing>`
    select intent.id, intent.order_number, intent.amount_paise::float8 as amount, intent.expires_at, intent.state,
      (select id from orders where intent_id = intent.id and user_id = intent.user_id) as order_id,
      (
        select status from payments where intent_id = intent.id and user_id = intent.user_id
        order by payment_rank(status) desc limit 1
      ) as furthest,
      exists (
        select from refunds join payments on payments.id = refunds.payment_id
        where payments.intent_id = intent.id and refunds.user_id = intent.user_id
          and reason <> 'gateway' and not applied
      ) as refunding
    from payment_intents intent
    where id = ${id} and user_id = ${user_id}`.compile(tables);
}

/** In the shopper's words. */
export function toPayment(standing: Standing): Payment {
  const { id, order_number, amount, expires_at, order_id } = standing;
  return { id, order_number, amount, expires_at, order_id, state: stateOf(standing) };
}

function stateOf({ order_id, state, furthest, refunding }: Standing): Payment['state'] {
  if (order_id) return 'paid';
  if (state === 'refused' || (state !== 'open' && refunding)) return 'refunding';
  if (furthest === 'authorized' || furthest === 'captured')
    return state === 'open' ? 'confirming' : 'closed';
  return state === 'open' ? 'open' : 'closed';
}
