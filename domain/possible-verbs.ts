import { type Fulfilment, isTestPayment } from './fulfilment.ts';
import type { PaymentMethod, PaymentMode } from './order.ts';
import { mayUse, type StepVerb, type Undoable, VERBS, type Verb, waysOf } from './order-verbs.ts';
import type { StaffRole } from './staff.ts';

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
  /** What was done last about what the customer sent back; null once that was refunded. */
  last_of_return: 'receive_return' | 'decline_refund' | null;
  /** Whether the refund of a return can be declined. */
  refund_declinable: boolean;
  /** Whether nothing stands against taking back a loss, or a cancellation younger than UNDO_SECONDS. */
  reopenable: boolean;
  /** Whether it was cancelled after it was packed, and its parcel is still to be taken out; whether that was done. */
  to_take_out: boolean;
  taken_out: boolean;
  /** Whether everything paid online was refunded, or is being refunded, before the parcel was handed over. */
  wholly_refunded: boolean;
};

/** The verbs that are possible in an order's state and that the role may use, in the order of `VERBS`. */
export function possibleVerbs(order: VerbFacts, role: StaffRole): Verb[] {
  const undoable = undoableStep(order);
  return VERBS.filter((verb) =>
    verb === 'undo'
      ? undoable !== null && mayUse(role, undoable)
      : waysOf(verb, order.fulfilment).length > 0 && mayUse(role, verb) && !isRuledOut(verb, order),
  );
}

/** Whether something besides the order's state rules the verb out. */
export function isRuledOut(verb: StepVerb, order: VerbFacts): boolean {
  switch (verb) {
    case 'pack':
    case 'hand_over':
      return isTestPayment(order.payment_mode) || order.wholly_refunded;
    case 'take_out':
      return !order.to_take_out;
    case 'receive_return':
      return order.returned_pieces >= order.sold_pieces;
    case 'decline_refund':
      return !order.refund_declinable;
    default:
      return false;
  }
}

/** The last step of an order, if nothing irrevocable came with it or followed it; else null. */
export function undoableStep(order: VerbFacts): Undoable | null {
  switch (order.fulfilment) {
    case 'confirmed':
      return order.payment_method === 'cod' ? 'confirm' : null; // the payment has confirmed it
    case 'packed':
      return 'pack';
    case 'shipped':
      return order.failed_attempts > 0 ? 'attempt_failed' : 'hand_over';
    case 'returning':
      return 'return_to_origin';
    case 'delivered':
      if (order.returned_pieces > 0) return order.last_of_return;
      return order.cash_settled ? null : 'deliver';
    case 'lost':
      return order.reopenable ? 'lose' : null;
    case 'cancelled':
      if (order.taken_out) return 'take_out';
      return order.reopenable ? 'cancel' : null;
    case 'pending':
    case 'returned': // its pieces are in stock, or it was refunded
      return null;
  }
}
