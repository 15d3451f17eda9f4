import type { Paise } from './money.ts';

/**
 * State of an intent, a checkout that is paid online. It is open until it is paid (completed), nobody paid in time
 * (expired), the shopper cancelled or ordered something else (superseded), or its goods were sold out when a late payment
 * came (refused).
 */
export type IntentState = 'open' | 'completed' | 'expired' | 'superseded' | 'refused';

/** Razorpay's payment states. They only move forward; failed → authorized is forward too, because banks answer late. */
export type PaymentState = 'created' | 'failed' | 'authorized' | 'captured' | 'refunded';

export type RefundReason = 'duplicate' | 'mismatch' | 'superseded' | 'out_of_stock';

type IntentFacts = {
  state: IntentState;
  amount: Paise;
  currency: string;
  /** The payment its order was placed with; null while there is no order. */
  paidWith: string | null;
};

type PaymentFacts = {
  id: string;
  status: PaymentState;
  amount: Paise;
  currency: string;
  /** Seconds since the shop first saw it captured; null if it has not. */
  capturedFor: number | null;
};

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** The gateway's order of an intent, as its API returns it. */
export type GatewayOrderFacts = {
  status: 'created' | 'attempted' | 'paid';
  amount: Paise;
  amount_paid: Paise;
  amount_due: Paise;
  currency: string;
};

type PaymentAction =
  /** Save the payment's status; there is nothing else to do. */
  | { type: 'record' }
  /** Capture the authorized payment once the stock is held. */
  | { type: 'capture' }
  /** The payment is captured: place the order, or refund it when the goods are sold out. */
  | { type: 'place_order' }
  /** The gateway's order does not show the captured payment yet: read both again later. */
  | { type: 'wait' }
  | { type: 'refund'; reason: RefundReason };

/**
 * Decides what a payment means for its intent. Every code path that handles a payment calls this, with the payment
 * from the gateway's API, while the intent's row is locked. `order` is needed for a captured payment of another amount
 * than the intent's.
 */
export function decidePaymentAction(
  intent: IntentFacts,
  payment: PaymentFacts,
  order: GatewayOrderFacts | null,
): PaymentAction {
  if (payment.id === intent.paidWith) return { type: 'record' };
  const payable = isPayable(intent.state);
  switch (payment.status) {
    case 'created':
    case 'failed':
    case 'refunded':
      return { type: 'record' };
    case 'authorized':
      // A payment that nobody captures is returned automatically. Whether its amount is right is known after the capture.
      return payable ? { type: 'capture' } : { type: 'record' };
    case 'captured':
      if (intent.paidWith !== null) return { type: 'refund', reason: 'duplicate' };
      if (isToCome(intent, payment, order)) return { type: 'wait' };
      if (!paysInFull(intent, payment, order)) return { type: 'refund', reason: 'mismatch' };
      if (intent.state === 'superseded') return { type: 'refund', reason: 'superseded' };
      if (intent.state === 'refused') return { type: 'refund', reason: 'out_of_stock' };
      return { type: 'place_order' };
  }
}

/**
 * Whether a captured payment pays its intent: it has the amount, or the gateway's order of that amount is paid by this
 * payment and nothing is due. The amounts differ where the account has offers, which take something off (`amount_paid` is
 * then the payment's), or lets customers bear the fee, which comes on top (whether `amount_paid` has it is not documented).
 */
function paysInFull(
  intent: IntentFacts,
  payment: PaymentFacts,
  order: GatewayOrderFacts | null,
): boolean {
  if (payment.currency !== intent.currency) return false;
  if (payment.amount === intent.amount) return true;
  if (order === null || order.status !== 'paid' || order.amount_due > 0) return false;
  if (order.amount !== intent.amount || order.currency !== intent.currency) return false;
  const withFee = payment.amount > order.amount && order.amount_paid === order.amount;
  return withFee || order.amount_paid === payment.amount;
}

/** Whether what the gateway's order says of a payment of another amount may still follow, because it says of none. */
function isToCome(
  intent: IntentFacts,
  payment: PaymentFacts,
  order: GatewayOrderFacts | null,
): boolean {
  if (payment.amount === intent.amount || payment.currency !== intent.currency) return false;
  if (order === null || order.status === 'paid' || order.amount_paid > 0) return false;
  return (payment.capturedFor ?? 0) < HOUR;
}

/** Whether a payment that arrives now may still become an order, if the goods are in stock. */
export function isPayable(state: IntentState): boolean {
  return state === 'open' || state === 'expired';
}

/** The smallest amount that the gateway takes; `payment_intents` has no smaller one. */
export const LEAST_ONLINE: Paise = 100;

/** When an intent is checked at the gateway, in seconds after its start. */
export const CHECK_TIMES: readonly number[] = [
  ...[2, 5, 12, 20, 30].map((minutes) => minutes * MINUTE),
  ...[1, 3, 12, 24, 48, 72, 120].map((hours) => hours * HOUR),
];

/** How long an intent holds its stock, in seconds. */
export const HOLD_SECONDS = 30 * MINUTE;

/** When the payment window closes by itself, in seconds: well before the stock is released. */
export const WINDOW_SECONDS = 20 * MINUTE;
