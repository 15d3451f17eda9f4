import type { Paise } from './money.ts';

/**
 * State of an intent, a frozen checkout. It is open until it is paid (completed), nobody paid in time (expired), the shopper
 * cancelled or ordered something else (superseded), or its goods were sold out when a late payment came (refused).
 */
export type IntentState = 'open' | 'completed' | 'expired' | 'superseded' | 'refused';

/** Razorpay's payment states. They only move forward; failed → authorized is forward too, because banks answer late. */
export type PaymentState = 'created' | 'failed' | 'authorized' | 'captured' | 'refunded';

export type RefundReason = 'duplicate' | 'mismatch' | 'superseded' | 'out_of_stock';

type JudgedIntent = {
  state: IntentState;
  amount: Paise;
  currency: string;
  /** The payment its order was placed with; null while there is no order. */
  paidWith: string | null;
};

type JudgedPayment = { id: string; status: PaymentState; amount: Paise; currency: string };

type Verdict =
  /** Save the payment's status; there is nothing else to do. */
  | { act: 'note' }
  /** Capture the authorized payment once the stock is held. */
  | { act: 'capture' }
  /** The payment is captured: place the order, or refund it when the goods are sold out. */
  | { act: 'place' }
  | { act: 'refund'; reason: RefundReason };

/**
 * Decides what a payment means for its intent. Every code path that handles a payment calls this, with the payment
 * from the gateway's API, while the intent's row is locked.
 */
export function judgePayment(intent: JudgedIntent, payment: JudgedPayment): Verdict {
  if (payment.id === intent.paidWith) return { act: 'note' };
  const exact = payment.amount === intent.amount && payment.currency === intent.currency;
  const payable = isPayable(intent.state);
  switch (payment.status) {
    case 'created':
    case 'failed':
    case 'refunded':
      return { act: 'note' };
    case 'authorized':
      // A payment that nobody captures is returned automatically.
      return payable && exact ? { act: 'capture' } : { act: 'note' };
    case 'captured':
      if (intent.paidWith !== null) return { act: 'refund', reason: 'duplicate' };
      if (!exact) return { act: 'refund', reason: 'mismatch' };
      if (intent.state === 'superseded') return { act: 'refund', reason: 'superseded' };
      if (intent.state === 'refused') return { act: 'refund', reason: 'out_of_stock' };
      return { act: 'place' };
  }
}

/** Whether a payment that arrives now may still become an order, if the goods are in stock. */
export function isPayable(state: IntentState): boolean {
  return state === 'open' || state === 'expired';
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** When an intent is checked at the gateway, in seconds after its start. */
export const CHECK_TIMES: readonly number[] = [
  ...[2, 5, 12, 20, 30].map((minutes) => minutes * MINUTE),
  ...[1, 3, 12, 24, 48, 72, 120].map((hours) => hours * HOUR),
];

/** How long an intent holds its stock, in seconds. */
export const HOLD_SECONDS = 30 * MINUTE;

/** When the payment window closes by itself, in seconds: well before the stock is released. */
export const WINDOW_SECONDS = 20 * MINUTE;
