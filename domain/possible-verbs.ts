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

/**
 * The verbs that are possible in an order's state, in the order of `VERBS`. act_on_order() refuses the same ones in the
 * database (its body: db/schema). Not possible are `unconfirm` of an order paid
 * online, packing or handing over after a test payment or a full refund, taking back a parcel after a failed attempt,
 * undoing a delivery whose cash was remitted or refunded or whose goods came back, returning more pieces than were sold,
 * undoing a return after its refund, declining a refund that is not due, and undoing a loss or cancellation after a refund.
 */
export function possibleVerbs(order: VerbFacts): Verb[] {
  return (VERBS_FROM.get(order.fulfilment) ?? []).filter((verb) => isPossible(verb, order));
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

function isPossible(verb: Verb, order: VerbFacts): boolean {
  if (verb === 'unconfirm') return order.payment_method === 'cod';
  if (verb === 'pack' || verb === 'hand_over')
    return !isTestPayment(order.payment_mode) && !order.wholly_refunded;
  if (verb === 'take_back') return order.failed_attempts === 0;
  if (verb === 'undo_attempt_failed') return order.failed_attempts > 0;
  if (verb === 'undo_lose' || verb === 'undo_cancel') return order.reopenable;
  if (verb === 'undeliver') return !order.cash_settled && order.returned_pieces === 0;
  if (verb === 'receive_return') return order.returned_pieces < order.sold_pieces;
  if (verb === 'undo_return') return order.return_undoable;
  if (verb === 'decline_refund') return order.refund_declinable;
  if (verb === 'undo_decline_refund') return order.decline_undoable;
  return true;
}
