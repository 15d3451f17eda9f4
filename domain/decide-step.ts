import { type Fulfilment, isTestPayment } from './fulfilment.ts';
import { mayUse, TRANSITIONS, type Verb } from './order-verbs.ts';
import { isRuledOut, type VerbFacts } from './possible-verbs.ts';
import type { StaffRole } from './staff.ts';

/** Pieces by the id of the order's item. */
export type Pieces = Readonly<Record<string, number>>;

/** What is asked for besides the verb. */
export type StepInput = {
  /** The version of the order that was seen; null for a shopper, who is not asked. */
  version: number | null;
  reason?: string | undefined;
  /** The number on the label of a parcel that is handed over; none where the courier has no numbers. */
  tracking_number?: string | undefined;
  good?: Pieces;
  damaged?: Pieces;
};

/** What decides about a step, as it is while the order is locked. */
export type StepFacts = VerbFacts & {
  by: 'shopper' | StaffRole;
  /** Whether the member of the staff has lately shown a second factor: refunds need that. */
  factor_is_recent: boolean;
  version: number;
  payment_status: string;
  payment_id: string | null;
  /** What can still be refunded of an online payment, in paise. */
  refundable_paise: number;
  /** Whether a bank may take the payment back. */
  disputed: boolean;
  is_packed: boolean;
  /** Whether the cash is still with the courier. */
  cash_is_due: boolean;
  /** Whether the email about the cancellation has not left. */
  email_waits: boolean;
  /** The state that the step to undo led away from. */
  undone_from: Fulfilment | null;
  /** `returned`: pieces that the customer has sent back. */
  items: readonly { id: string; quantity: number; returned: number }[];
  /** The courier of a hand-over. `has_parcel`: it was given this parcel before. */
  courier: {
    id: string;
    name: string;
    active: boolean;
    numbered: boolean;
    has_parcel: boolean;
  } | null;
  /** The event of the return, or of the declined refund, to undo, and what it says. */
  undone_event: { id: string; data: StepEvent['data'] } | null;
  /** The rupees that a declined refund is not paid. */
  declined_amount: number;
};

/** What is no matter for `cancel`, the only verb of a shopper. */
export const SHOPPERS_FACTS = {
  by: 'shopper',
  factor_is_recent: false,
  payment_mode: null,
  failed_attempts: 0,
  cash_settled: false,
  cash_is_due: false,
  sold_pieces: 0,
  returned_pieces: 0,
  return_undoable: false,
  refund_declinable: false,
  decline_undoable: false,
  reopenable: false,
  wholly_refunded: false,
  is_packed: false,
  email_waits: false,
  undone_from: null,
  undone_event: null,
  courier: null,
  declined_amount: 0,
} as const;

type ParcelState = 'handed_over' | 'returning' | 'delivered' | 'returned' | 'lost' | 'taken_back';

type StepEvent = {
  kind: Verb;
  from: Fulfilment;
  shown_to_shopper: boolean;
  data: Readonly<Record<string, unknown>>;
};

/** Everything that a step changes. */
export type Step = {
  verb: Verb;
  from: Fulfilment;
  to: Fulfilment;
  /** Null: as it is. */
  payment_status: 'paid' | 'pending' | null;
  refund: { paise: number; reason: 'cancelled' | 'returned' } | null;
  cash: 'due' | 'void' | null;
  /** Null: as it is; a hand-over makes a new one. */
  parcel: ParcelState | null;
  attempts: -1 | 0 | 1;
  /** Pieces that go back into the stock, and why. */
  restock: { reason: 'cancelled' | 'returned_to_origin' | 'returned'; pieces: Pieces } | null;
  event: StepEvent;
  /** A step that is noted with it, because nobody did it alone: before it, or after it. */
  noted: { before: StepEvent | null; after: StepEvent | null };
};

type StepRefusal =
  | 'not_permitted'
  | 'order_changed'
  | 'not_allowed_now'
  | 'order_refunded'
  | 'shopper_told'
  | 'stale_factor'
  | 'not_found'
  | 'invalid_input';

/** `refused`: a code of contract/errors.ts. `repeated`: it was done by a request whose answer was lost. */
export type Decision = { step: Step } | { refused: StepRefusal } | { repeated: true };

const CLOSED: readonly Fulfilment[] = ['cancelled', 'returned', 'lost'];

/** Verbs that a shopper reads nothing of. */
const HIDDEN: readonly Verb[] = ['decline_refund', 'undo_decline_refund'];

const PARCEL_STATES: Partial<Record<Fulfilment, ParcelState>> = {
  shipped: 'handed_over',
  returning: 'returning',
  delivered: 'delivered',
  returned: 'returned',
  lost: 'lost',
};

/** What a verb does to an order, or why it cannot. Shoppers can only cancel. */
export function decideStep(verb: Verb, facts: StepFacts, input: StepInput): Decision {
  const byShopper = facts.by === 'shopper';
  if (facts.by !== 'shopper' && !mayUse(facts.by, verb)) return { refused: 'not_permitted' };
  if (verb === 'hand_over' && (input.version ?? 0) < facts.version && facts.courier?.has_parcel)
    return { repeated: true };
  if (!byShopper && input.version !== facts.version) return { refused: 'order_changed' };
  const to = targetOf(verb, facts);
  if (to === undefined || (byShopper && (verb !== 'cancel' || facts.disputed)))
    return { refused: 'not_allowed_now' };
  if (isRuledOut(verb, facts)) return { refused: whyRuledOut(verb, facts) };
  if (verb === 'receive_return' && !canHaveReturned(facts, input))
    return { refused: 'not_allowed_now' };
  const refund = refundOf(to, facts);
  if (refund && !byShopper && !facts.factor_is_recent) return { refused: 'stale_factor' };
  if (verb === 'hand_over') {
    if (!facts.courier?.active) return { refused: 'not_found' };
    if (facts.courier.numbered && input.tracking_number === undefined)
      return { refused: 'invalid_input' };
  }
  return { step: stepOf(verb, to, facts, input, refund) };
}

/** Where the verb leads to: of several ways, to where the undone step came from. Undefined where it is not possible. */
function targetOf(verb: Verb, { fulfilment, undone_from, by }: StepFacts): Fulfilment | undefined {
  // Packers see no unconfirmed orders: whoever packed one has let it go on.
  const back = undone_from === 'pending' && by === 'packer' ? 'confirmed' : undone_from;
  const ways = TRANSITIONS.filter((each) => each.verb === verb && each.from === fulfilment);
  return (ways.length > 1 ? ways.find(({ to }) => to === back) : ways[0])?.to;
}

function whyRuledOut(verb: Verb, facts: StepFacts): StepRefusal {
  if ((verb === 'pack' || verb === 'hand_over') && !isTestPayment(facts.payment_mode))
    return 'order_refunded';
  if (verb === 'undo_cancel' && !facts.email_waits) return 'shopper_told';
  return 'not_allowed_now';
}

/** At least one piece came back, and of each item no more than were sold and have not come back already. */
function canHaveReturned({ items }: StepFacts, { good = {}, damaged = {} }: StepInput): boolean {
  const ids = new Set([...Object.keys(good), ...Object.keys(damaged)]);
  const fits = (id: string) => {
    const item = items.find((each) => each.id === id);
    return item && (good[id] ?? 0) + (damaged[id] ?? 0) <= item.quantity - item.returned;
  };
  return sum(good) + sum(damaged) > 0 && [...ids].every(fits);
}

/**
 * What was ordered online and is given up is paid back in full. While the payment is disputed the bank may pay it back,
 * too: then only the owner's own refund does.
 */
function refundOf(to: Fulfilment, facts: StepFacts): Step['refund'] {
  if (facts.payment_id === null || facts.disputed || !CLOSED.includes(to)) return null;
  if (facts.refundable_paise <= 0) return null;
  return {
    paise: facts.refundable_paise,
    reason: to === 'cancelled' ? 'cancelled' : 'returned',
  };
}

function stepOf(
  verb: Verb,
  to: Fulfilment,
  facts: StepFacts,
  input: StepInput,
  refund: Step['refund'],
): Step {
  const from = facts.fulfilment;
  const restock = restockOf(verb, facts, input);
  const event = (kind: Verb, from: Fulfilment, data: StepEvent['data'] = {}): StepEvent => ({
    kind,
    from,
    shown_to_shopper: !HIDDEN.includes(kind),
    data,
  });
  return {
    verb,
    from,
    to,
    payment_status: paymentStatusOf(verb, facts),
    refund,
    cash:
      verb === 'deliver' && facts.payment_method === 'cod'
        ? 'due'
        : verb === 'undeliver'
          ? 'void'
          : null,
    parcel: verb === 'take_back' ? 'taken_back' : (PARCEL_STATES[to] ?? null),
    attempts: verb === 'attempt_failed' ? 1 : verb === 'undo_attempt_failed' ? -1 : 0,
    restock,
    event: event(verb, from, {
      ...dataOf(verb, facts, input),
      ...(refund && { refunded: refund.paise / 100 }),
      ...(restock && { restocked: sum(restock.pieces) }),
    }),
    noted: {
      before: verb === 'hand_over' && !facts.is_packed ? event('pack', from) : null,
      // It was noted as packed by being handed over.
      after: verb === 'take_back' && to !== 'packed' ? event('unpack', 'packed') : null,
    },
  };
}

function paymentStatusOf(verb: Verb, facts: StepFacts): Step['payment_status'] {
  if (facts.payment_method !== 'cod') return null;
  if (verb === 'deliver' && facts.payment_status === 'pending') return 'paid';
  return verb === 'undeliver' && facts.cash_is_due ? 'pending' : null;
}

function restockOf(verb: Verb, { items }: StepFacts, { good = {} }: StepInput): Step['restock'] {
  switch (verb) {
    case 'cancel':
      return {
        reason: 'cancelled',
        pieces: Object.fromEntries(items.map(({ id, quantity }) => [id, quantity])),
      };
    case 'receive_back': {
      const pieces = items.map(({ id, quantity }) => [id, Math.min(quantity, good[id] ?? 0)]);
      return { reason: 'returned_to_origin', pieces: Object.fromEntries(pieces) };
    }
    case 'receive_return':
      return { reason: 'returned', pieces: good };
    default:
      return null;
  }
}

function dataOf(verb: Verb, facts: StepFacts, input: StepInput): StepEvent['data'] {
  const { courier, undone_event } = facts;
  if (verb === 'hand_over' && courier) {
    const number = courier.numbered ? { tracking_number: input.tracking_number } : {};
    return { ...number, courier: courier.name, courier_id: courier.id };
  }
  if (verb === 'undo_return' && undone_event) {
    const { good, damaged, restocked } = undone_event.data;
    return { good, damaged, restocked: -Number(restocked) };
  }
  const { reason, good, damaged } = input;
  return {
    ...(reason !== undefined && { reason }),
    ...(good && { good }),
    ...(damaged && { damaged }),
    ...(verb === 'decline_refund' && { amount: facts.declined_amount }),
  };
}

function sum(pieces: Pieces): number {
  return Object.values(pieces).reduce((total, each) => total + each, 0);
}
