import { type Fulfilment, isTestPayment } from './fulfilment.ts';
import { withoutUndoneEvents } from './order-timeline.ts';
import {
  HIDDEN_FROM_SHOPPERS,
  mayUse,
  type StepKind,
  type StepVerb,
  TRANSITIONS,
  UNDO_KINDS,
  type Undoable,
  type Verb,
  waysOf,
} from './order-verbs.ts';
import { isRuledOut, undoableStep, type VerbFacts } from './possible-verbs.ts';
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
  /** What happened to the order, oldest first, where the verb is `undo`; none otherwise. */
  events: readonly FormerEvent[];
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
  /** The rupees that a declined refund is not paid. */
  declined_amount: number;
};

/** `from`: the state that a step led away from; null for what is no step, and for the steps of old orders. */
type FormerEvent = { id: string; kind: string; from: Fulfilment | null; data: StepEvent['data'] };

/** The verbs of a shopper. */
export type ShoppersVerb = 'confirm' | 'cancel';

/** The states in which a shopper's verb was done before, by whomever. */
const DONE_IN: Partial<Record<Verb, readonly Fulfilment[]>> = {
  confirm: ['confirmed', 'packed'],
  cancel: ['cancelled'],
} satisfies Record<ShoppersVerb, readonly Fulfilment[]>;

/** What is no matter for the verbs of a shopper. */
export const SHOPPERS_FACTS = {
  by: 'shopper',
  factor_is_recent: false,
  payment_mode: null,
  failed_attempts: 0,
  cash_settled: false,
  cash_is_due: false,
  sold_pieces: 0,
  returned_pieces: 0,
  last_of_return: null,
  refund_declinable: false,
  reopenable: false,
  to_take_out: false,
  taken_out: false,
  wholly_refunded: false,
  is_packed: false,
  email_waits: false,
  events: [],
  courier: null,
  declined_amount: 0,
} as const;

type ParcelState = 'handed_over' | 'returning' | 'delivered' | 'returned' | 'lost' | 'taken_back';

type StepEvent = {
  kind: StepKind;
  from: Fulfilment;
  shown_to_shopper: boolean;
  data: Readonly<Record<string, unknown>>;
};

/** Everything that a step changes. */
export type Step = {
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
  /** The event of the step that it undoes, where that is known. */
  undone: FormerEvent | null;
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

const PARCEL_STATES: Partial<Record<Fulfilment, ParcelState>> = {
  shipped: 'handed_over',
  returning: 'returning',
  delivered: 'delivered',
  returned: 'returned',
  lost: 'lost',
};

/**
 * What a verb does to an order, or why it cannot. Shoppers can only confirm and cancel, and are told the same a second
 * time. An undo takes back the last step, while nothing irrevocable came with it.
 */
export function decideStep(verb: Verb, facts: StepFacts, input: StepInput): Decision {
  const byShopper = facts.by === 'shopper';
  if (byShopper) {
    const done = DONE_IN[verb];
    if (!done) return { refused: 'not_allowed_now' };
    if (done.includes(facts.fulfilment)) return { repeated: true };
  }
  if (verb !== 'undo' && !isPermitted(verb, facts)) return { refused: 'not_permitted' };
  if (verb === 'hand_over' && (input.version ?? 0) < facts.version && facts.courier?.has_parcel)
    return { repeated: true };
  if (!byShopper && input.version !== facts.version) return { refused: 'order_changed' };
  if (verb === 'undo') return decideUndo(facts);
  const to = waysOf(verb, facts.fulfilment)[0]?.to;
  if (to === undefined || (byShopper && facts.disputed)) return { refused: 'not_allowed_now' };
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

const isPermitted = (step: StepVerb, { by }: StepFacts) => by === 'shopper' || mayUse(by, step);

/** Of the version that was seen: in another one the last step may be of another role. */
function decideUndo(facts: StepFacts): Decision {
  const step = undoableStep(facts);
  if (!step) return { refused: whyNotUndone(facts) };
  return isPermitted(step, facts) ? undoOf(step, facts) : { refused: 'not_permitted' };
}

function whyNotUndone({ fulfilment, email_waits }: StepFacts): StepRefusal {
  return fulfilment === 'cancelled' && !email_waits ? 'shopper_told' : 'not_allowed_now';
}

function whyRuledOut(verb: StepVerb, facts: StepFacts): StepRefusal {
  if ((verb === 'pack' || verb === 'hand_over') && !isTestPayment(facts.payment_mode))
    return 'order_refunded';
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
 * too: then only the owner's own refund does. So does it later, where a refund failed: an order that was given up before,
 * whose parcel is taken out, is not paid back by that.
 */
function refundOf(to: Fulfilment, facts: StepFacts): Step['refund'] {
  if (facts.payment_id === null || facts.disputed) return null;
  if (!CLOSED.includes(to) || CLOSED.includes(facts.fulfilment)) return null;
  if (facts.refundable_paise <= 0) return null;
  return {
    paise: facts.refundable_paise,
    reason: to === 'cancelled' ? 'cancelled' : 'returned',
  };
}

/** What every step changes, where it changes nothing else. */
const NOTHING_ELSE = {
  payment_status: null,
  refund: null,
  cash: null,
  attempts: 0,
  restock: null,
  undone: null,
  noted: { before: null, after: null },
} as const;

const eventOf = (kind: StepKind, from: Fulfilment, data: StepEvent['data'] = {}): StepEvent => ({
  kind,
  from,
  shown_to_shopper: !HIDDEN_FROM_SHOPPERS.includes(kind),
  data,
});

function stepOf(
  verb: StepVerb,
  to: Fulfilment,
  facts: StepFacts,
  input: StepInput,
  refund: Step['refund'],
): Step {
  const from = facts.fulfilment;
  const restock = restockOf(verb, facts, input);
  const collects = verb === 'deliver' && facts.payment_method === 'cod';
  return {
    ...NOTHING_ELSE,
    from,
    to,
    payment_status: collects && facts.payment_status === 'pending' ? 'paid' : null,
    refund,
    cash: collects ? 'due' : null,
    parcel: PARCEL_STATES[to] ?? null,
    attempts: verb === 'attempt_failed' ? 1 : 0,
    restock,
    event: eventOf(verb, from, {
      ...dataOf(verb, facts, input),
      ...(refund && { refunded: refund.paise / 100 }),
      ...(restock && { restocked: sum(restock.pieces) }),
    }),
    noted: {
      before: verb === 'hand_over' && !facts.is_packed ? eventOf('pack', from) : null,
      after: null,
    },
  };
}

/** Leads back to where the undone step came from. */
function undoOf(step: Undoable, facts: StepFacts): Decision {
  const { fulfilment: from, payment_method, cash_is_due, by } = facts;
  const undone = withoutUndoneEvents(facts.events).findLast(({ kind }) => kind === step) ?? null;
  // Packers see no unconfirmed orders: whoever packed one has let it go on.
  const back = undone?.from === 'pending' && by === 'packer' ? 'confirmed' : undone?.from;
  const ways = TRANSITIONS.filter((each) => each.verb === step && each.to === from);
  const to = (ways.length > 1 ? ways.find((each) => each.from === back) : ways[0])?.from;
  if (to === undefined) return { refused: 'not_allowed_now' };
  const paid = step === 'deliver' && payment_method === 'cod' && cash_is_due;
  return {
    step: {
      ...NOTHING_ELSE,
      from,
      to,
      payment_status: paid ? 'pending' : null,
      cash: step === 'deliver' ? 'void' : null,
      parcel: step === 'hand_over' ? 'taken_back' : (PARCEL_STATES[to] ?? null),
      attempts: step === 'attempt_failed' ? -1 : 0,
      event: eventOf(UNDO_KINDS[step], from, step === 'receive_return' ? unreturned(undone) : {}),
      undone,
      noted: {
        before: null,
        // It was noted as packed by being handed over.
        after: step === 'hand_over' && to !== 'packed' ? eventOf('unpack', 'packed') : null,
      },
    },
  };
}

function unreturned(undone: FormerEvent | null): StepEvent['data'] {
  const { good, damaged, restocked } = undone?.data ?? {};
  return { good, damaged, restocked: -Number(restocked) };
}

function restockOf(
  verb: StepVerb,
  { items }: StepFacts,
  { good = {} }: StepInput,
): Step['restock'] {
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

function dataOf(verb: StepVerb, facts: StepFacts, input: StepInput): StepEvent['data'] {
  const { courier } = facts;
  if (verb === 'hand_over' && courier) {
    const number = courier.numbered ? { tracking_number: input.tracking_number } : {};
    return { ...number, courier: courier.name, courier_id: courier.id };
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
