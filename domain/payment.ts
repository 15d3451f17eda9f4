import type { Paise } from './money.ts';

/**
 * What becomes of a frozen checkout. It is open until it is paid (completed), given up because nobody paid in time
 * (expired) or because the shopper chose something else (superseded), or its goods are gone (refused).
 */
export type IntentState = 'open' | 'completed' | 'expired' | 'superseded' | 'refused';

/** Razorpay's payment states. They only move forward, and failed → authorized is forward: banks answer late. */
export type PaymentState = 'created' | 'failed' | 'authorized' | 'captured' | 'refunded';

export type RefundReason = 'duplicate' | 'mismatch' | 'superseded' | 'out_of_stock';

export type JudgedIntent = {
  state: IntentState;
  amount: Paise;
  currency: string;
  /** The payment its order was placed with; null while there is no order. */
  paidWith: string | null;
};

export type JudgedPayment = { id: string; status: PaymentState; amount: Paise; currency: string };

export type Verdict =
  /** Remember how far it is; there is nothing to do. */
  | { act: 'note' }
  /** Take the authorized money, once the goods are certainly there. */
  | { act: 'capture' }
  /** The money is held: place the order, or give it back when the goods are gone. */
  | { act: 'place' }
  | { act: 'refund'; reason: RefundReason };

/**
 * Decides what a payment means for its checkout. Everything that hears of a payment asks here, with the payment as the
 * gateway's API tells it, while the checkout's row is locked.
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
      // Money that is not taken goes back by itself.
      return payable && exact ? { act: 'capture' } : { act: 'note' };
    case 'captured':
      if (intent.paidWith !== null) return { act: 'refund', reason: 'duplicate' };
      if (!exact) return { act: 'refund', reason: 'mismatch' };
      if (intent.state === 'superseded') return { act: 'refund', reason: 'superseded' };
      if (intent.state === 'refused') return { act: 'refund', reason: 'out_of_stock' };
      return { act: 'place' };
  }
}

/** Whether money that comes now is still taken for its order, while the goods last. */
export function isPayable(state: IntentState): boolean {
  return state === 'open' || state === 'expired';
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Seconds from the beginning of a checkout to each time the gateway is asked what became of it. */
export const CHECK_TIMES: readonly number[] = [
  ...[2, 5, 12, 20, 30].map((minutes) => minutes * MINUTE),
  ...[1, 3, 12, 24, 48, 72, 120].map((hours) => hours * HOUR),
];

/** How long goods are kept for somebody who is paying, in seconds. */
export const HOLD_SECONDS = 30 * MINUTE;

/** When the payment window closes by itself, in seconds: well before the goods go back. */
export const WINDOW_SECONDS = 20 * MINUTE;
