import { FULFILMENTS, type Fulfilment, isTestPayment } from './fulfilment.ts';
import type { PaymentMethod, PaymentMode } from './order.ts';
import { TRANSITIONS, VERBS, type Verb } from './order-verbs.ts';

/** What decides which verbs are possible, besides the order's state. */
export type VerbFacts = {
  fulfilment: Fulfilment;
  payment_method: PaymentMethod;
  payment_mode: PaymentMode | null;
  /** Failed delivery attempts of the current parcel. */
  failed_attempts: number;
  /** Whether the cash of a delivered order has been remitted, is disputed, or was refunded. */
  cash_settled: boolean;
  /** Pieces sold, and how many of them the customer has sent back. */
  sold_pieces: number;
  returned_pieces: number;
  /** Whether a return of the customer can be undone: it was neither refunded since, nor its refund declined. */
  return_undoable: boolean;
  /** Whether the refund of a return can be declined, and whether the last decline can be undone. */
  refund_declinable: boolean;
  decline_undoable: boolean;
  /** Whether a loss, or a cancellation younger than UNDO_SECONDS, can be undone: may_reopen() in db/schema. */
  reopenable: boolean;
  /** Whether everything paid online was refunded, or is being refunded, before the parcel was handed over. */
  wholly_refunded: boolean;
};

/** The verbs that are possible in an order's state, in the order of `VERBS`. */
export function possibleVerbs(order: VerbFacts): Verb[] {
  return (VERBS_FROM.get(order.fulfilment) ?? []).filter((verb) => !isRuledOut(verb, order));
}

/** The verbs that are defined for each state. Computed once, because a list needs it for fifty orders. */
const VERBS_FROM = new Map(
  FULFILMENTS.map((state) => [
    state,
    VERBS.filter((verb) =>
      TRANSITIONS.some(({ verb: each, from }) => each === verb && from === state),
    ),
  ]),
);

/** Whether something besides the order's state rules the verb out. */
export function isRuledOut(verb: Verb, order: VerbFacts): boolean {
  switch (verb) {
    case 'unconfirm':
      return order.payment_method !== 'cod'; // what was paid online is confirmed by its payment
    case 'pack':
    case 'hand_over':
      return isTestPayment(order.payment_mode) || order.wholly_refunded;
    case 'take_back':
      return order.failed_attempts > 0; // the courier has tried: the parcel is on its way
    case 'undo_attempt_failed':
      return order.failed_attempts === 0;
    case 'undeliver':
      return order.cash_settled || order.returned_pieces > 0;
    case 'undo_lose':
    case 'undo_cancel':
      return !order.reopenable;
    case 'receive_return':
      return order.returned_pieces >= order.sold_pieces;
    case 'undo_return':
      return !order.return_undoable;
    case 'decline_refund':
      return !order.refund_declinable;
    case 'undo_decline_refund':
      return !order.decline_undoable;
    default:
      return false;
  }
}
