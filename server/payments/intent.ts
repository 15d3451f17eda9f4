import type { Payment } from '#contract/payments.ts';
import { type IntentState, isPayable, type PaymentState } from '#domain/payment.ts';
import type { Shopper } from '#server/shopper.ts';

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
  /** Seconds since it was begun. */
  age: number;
  overdue: boolean;
  /** Seconds until its goods go back; less than nothing when it is overdue. */
  time_left: number;
  prefill: { name: string; contact: string };
};

export type IntentRef = { id: string; user_id: string };

/** Whoever a job or a webhook acts for, outside any session. */
export function onBehalfOf(userId: string): Shopper {
  return { userId, sessionId: '', email: '', fullName: '' };
}

/** What the shopper is told of it. */
export type PaymentView = {
  id: string;
  order_number: string;
  amount: number;
  expires_at: string;
  state: IntentState;
  holds_stock: boolean;
  order_id: string | null;
  /** How far the furthest of its payments is that we have not given back. */
  furthest: PaymentState | null;
  refunding: boolean;
  /** The shopper came back with the gateway's signature for a payment. */
  handed_over: boolean;
};

/** In the shopper's words. */
export function toPayment(view: PaymentView): Payment {
  const { id, order_number, amount, expires_at, order_id } = view;
  return { id, order_number, amount, expires_at, order_id, state: stateOf(view) };
}

function stateOf(view: PaymentView): Payment['state'] {
  const { order_id, state, refunding } = view;
  if (order_id) return 'paid';
  if (isPayable(state) && (isConfirmedByBank(view) || isAwaitingGateway(view))) return 'confirming';
  if (state === 'open') return 'open';
  return state === 'refused' || refunding ? 'refunding' : 'closed';
}

/** The bank has said yes, and the goods are there. */
export function isConfirmedByBank({ furthest, holds_stock }: PaymentView): boolean {
  return holds_stock && (furthest === 'authorized' || furthest === 'captured');
}

/** The shopper has the gateway's word for a payment, and we have not heard of it: the gateway cannot be asked. */
export function isAwaitingGateway({ handed_over, furthest, refunding }: PaymentView): boolean {
  return handed_over && !refunding && (furthest === null || !TOLD.includes(furthest));
}

const TOLD: readonly PaymentState[] = ['authorized', 'captured', 'refunded'];
