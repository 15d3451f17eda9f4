import type { ShippingAddress } from '#contract/orders.ts';
import type { Payment } from '#contract/payments.ts';
import type { PaymentMode } from '#domain/order.ts';
import { type IntentState, isPayable, type PaymentState } from '#domain/payment.ts';
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
