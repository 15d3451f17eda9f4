import type { OrderStatus, PaymentMethod, PaymentMode } from './order.ts';
import type { StaffRole } from './staff.ts';

/** What has happened to an order's goods. `orders.status`, the specification's six words, is derived from it. */
export const FULFILMENTS = [
  'pending',
  'confirmed',
  'packed',
  'shipped',
  'returning',
  'delivered',
  'returned',
  'lost',
  'cancelled',
] as const;
export type Fulfilment = (typeof FULFILMENTS)[number];

export const FULFILMENT_NAMES: Record<Fulfilment, string> = {
  pending: 'To confirm',
  confirmed: 'To pack',
  packed: 'To hand over',
  shipped: 'On the way',
  returning: 'Coming back',
  delivered: 'Delivered',
  returned: 'Returned',
  lost: 'Lost',
  cancelled: 'Cancelled',
};

/** The same as the generated column `orders.status`; a test compares them. */
export const STATUS_OF: Record<Fulfilment, OrderStatus> = {
  pending: 'pending',
  confirmed: 'confirmed',
  packed: 'processing',
  shipped: 'shipped',
  returning: 'shipped',
  delivered: 'delivered',
  returned: 'cancelled',
  lost: 'cancelled',
  cancelled: 'cancelled',
};

export const VERBS = [
  'confirm',
  'unconfirm',
  'pack',
  'unpack',
  'hand_over',
  'take_back',
  'attempt_failed',
  'deliver',
  'undeliver',
  'return_to_origin',
  'receive_back',
  'lose',
  'cancel',
  'receive_return',
  'undo_return',
] as const;
export type Verb = (typeof VERBS)[number];

export type Transition = { verb: Verb; from: Fulfilment; to: Fulfilment };

/** The rows of the table `order_transitions`; a test compares them. */
export const TRANSITIONS: readonly Transition[] = [
  { verb: 'confirm', from: 'pending', to: 'confirmed' },
  { verb: 'unconfirm', from: 'confirmed', to: 'pending' },
  { verb: 'pack', from: 'pending', to: 'packed' },
  { verb: 'pack', from: 'confirmed', to: 'packed' },
  { verb: 'unpack', from: 'packed', to: 'confirmed' },
  { verb: 'hand_over', from: 'pending', to: 'shipped' },
  { verb: 'hand_over', from: 'confirmed', to: 'shipped' },
  { verb: 'hand_over', from: 'packed', to: 'shipped' },
  { verb: 'take_back', from: 'shipped', to: 'packed' },
  { verb: 'attempt_failed', from: 'shipped', to: 'shipped' },
  { verb: 'deliver', from: 'shipped', to: 'delivered' },
  { verb: 'undeliver', from: 'delivered', to: 'shipped' },
  { verb: 'return_to_origin', from: 'shipped', to: 'returning' },
  { verb: 'receive_back', from: 'shipped', to: 'returned' },
  { verb: 'receive_back', from: 'returning', to: 'returned' },
  { verb: 'lose', from: 'shipped', to: 'lost' },
  { verb: 'lose', from: 'returning', to: 'lost' },
  { verb: 'cancel', from: 'pending', to: 'cancelled' },
  { verb: 'cancel', from: 'confirmed', to: 'cancelled' },
  { verb: 'cancel', from: 'packed', to: 'cancelled' },
  { verb: 'receive_return', from: 'delivered', to: 'delivered' },
  { verb: 'undo_return', from: 'delivered', to: 'delivered' },
];

/** The verb that takes another one back. */
export const UNDO: Partial<Record<Verb, Verb>> = {
  confirm: 'unconfirm',
  pack: 'unpack',
  hand_over: 'take_back',
  deliver: 'undeliver',
  receive_return: 'undo_return',
};

/** Verbs for what went another way than usual. */
const EXCEPTIONS = new Set<Verb>([
  ...Object.values(UNDO),
  'attempt_failed',
  'return_to_origin',
  'lose',
  'cancel',
  'receive_return',
]);

/** Of the verbs that are possible the one that usually comes next: a parcel on its way is delivered. */
export function nextVerb(verbs: readonly Verb[]): Verb | undefined {
  return verbs.find((verb) => !EXCEPTIONS.has(verb));
}

/** A button's label. */
export const VERB_NAMES: Record<Verb, string> = {
  confirm: 'Confirm',
  unconfirm: 'Not confirmed after all',
  pack: 'Packed',
  unpack: 'Unpack',
  hand_over: 'Hand over',
  take_back: 'Take back',
  attempt_failed: 'Delivery failed',
  deliver: 'Delivered',
  undeliver: 'Not delivered after all',
  return_to_origin: 'Coming back',
  receive_back: 'Received back',
  lose: 'Lost',
  cancel: 'Cancel',
  receive_return: 'Return received',
  undo_return: 'Not returned after all',
};

/** Who may use a verb. The endpoint and the database check it too. */
export const VERB_ROLES: Record<Verb, readonly StaffRole[]> = {
  confirm: ['owner'],
  unconfirm: ['owner'],
  pack: ['owner', 'packer'],
  unpack: ['owner', 'packer'],
  hand_over: ['owner', 'packer'],
  take_back: ['owner', 'packer'],
  attempt_failed: ['owner'],
  deliver: ['owner'],
  undeliver: ['owner'],
  return_to_origin: ['owner'],
  receive_back: ['owner'],
  lose: ['owner'],
  cancel: ['owner'],
  receive_return: ['owner'],
  undo_return: ['owner'],
};

/** The states in which a shopper can cancel; as for staff: until the parcel is handed over. */
export const CANCELLABLE: readonly Fulfilment[] = TRANSITIONS.filter(
  ({ verb }) => verb === 'cancel',
).map(({ from }) => from);

/** Why a courier could not deliver. */
export const ATTEMPT_REASONS = {
  nobody_home: 'Nobody was there',
  no_answer: 'The phone was not answered',
  wrong_address: 'The address was not found',
  refused: 'The parcel was refused',
  no_cash: 'The cash was not ready',
  later: 'Another day was asked for',
  other: 'Another reason',
} as const;
export type AttemptReason = keyof typeof ATTEMPT_REASONS;

/** What a verb may depend on besides the order's state. */
export type VerbFacts = {
  fulfilment: Fulfilment;
  payment_method: PaymentMethod;
  payment_mode: PaymentMode | null;
  /** Failed attempts of the present parcel. */
  failed_attempts: number;
  /** Whether the cash of a delivered order has been remitted, is disputed, or was given back. */
  cash_settled: boolean;
  /** Pieces sold, and those of them that the customer has sent back. */
  sold_pieces: number;
  returned_pieces: number;
  /** Whether the customer sent something back, and no money was given back since. */
  return_undoable: boolean;
};

/**
 * The verbs that are possible in an order's state, in the order of `VERBS`. The database refuses the rest:
 * `unconfirm` of an order paid online, goods moved for a test payment, a parcel taken back after a failed attempt, a
 * delivery undone after its cash has come or was given back or its goods came back, more pieces returned than were sold,
 * and a return undone after its refund.
 */
export function possibleVerbs(order: VerbFacts): Verb[] {
  return VERBS.filter(
    (verb) =>
      TRANSITIONS.some((each) => each.verb === verb && each.from === order.fulfilment) &&
      isPossible(verb, order),
  );
}

function isPossible(verb: Verb, order: VerbFacts): boolean {
  const isTestPayment = order.payment_mode !== null && order.payment_mode !== 'live';
  if (verb === 'unconfirm') return order.payment_method === 'cod';
  if (verb === 'pack' || verb === 'hand_over') return !isTestPayment;
  if (verb === 'take_back') return order.failed_attempts === 0;
  if (verb === 'undeliver') return !order.cash_settled && order.returned_pieces === 0;
  if (verb === 'receive_return') return order.returned_pieces < order.sold_pieces;
  if (verb === 'undo_return') return order.return_undoable;
  return true;
}

/** Seconds between a verb and its mail, during which undoing the verb drops the mail. */
export const MAIL_DELAY_SECONDS = 60;
