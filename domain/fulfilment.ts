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

export type FulfilmentFacts = { fulfilment: Fulfilment; payment_mode: PaymentMode | null };

/** Whether it was paid with test money, which moves none: it would be packed next, and never is (decision 037). */
export function isUnpackable({ fulfilment, payment_mode }: FulfilmentFacts): boolean {
  return fulfilment === 'confirmed' && isTestPayment(payment_mode);
}

/** What staff read of an order: 'To pack', or 'Test payment' for one that is never packed. */
export function fulfilmentName(order: FulfilmentFacts): string {
  return isUnpackable(order) ? 'Test payment' : FULFILMENT_NAMES[order.fulfilment];
}

function isTestPayment(mode: PaymentMode | null): boolean {
  return mode !== null && mode !== 'live';
}

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
  'undo_attempt_failed',
  'deliver',
  'undeliver',
  'return_to_origin',
  'undo_return_to_origin',
  'receive_back',
  'lose',
  'undo_lose',
  'cancel',
  'undo_cancel',
  'receive_return',
  'undo_return',
] as const;
export type Verb = (typeof VERBS)[number];

export type Transition = { verb: Verb; from: Fulfilment; to: Fulfilment };

/**
 * The rows of the table `order_transitions`; a test compares them. Where an undo leads to several states it leads to the
 * one that its step came from.
 */
export const TRANSITIONS: readonly Transition[] = [
  { verb: 'confirm', from: 'pending', to: 'confirmed' },
  { verb: 'unconfirm', from: 'confirmed', to: 'pending' },
  { verb: 'pack', from: 'pending', to: 'packed' },
  { verb: 'pack', from: 'confirmed', to: 'packed' },
  { verb: 'unpack', from: 'packed', to: 'pending' },
  { verb: 'unpack', from: 'packed', to: 'confirmed' },
  { verb: 'hand_over', from: 'pending', to: 'shipped' },
  { verb: 'hand_over', from: 'confirmed', to: 'shipped' },
  { verb: 'hand_over', from: 'packed', to: 'shipped' },
  { verb: 'take_back', from: 'shipped', to: 'pending' },
  { verb: 'take_back', from: 'shipped', to: 'confirmed' },
  { verb: 'take_back', from: 'shipped', to: 'packed' },
  { verb: 'attempt_failed', from: 'shipped', to: 'shipped' },
  { verb: 'undo_attempt_failed', from: 'shipped', to: 'shipped' },
  { verb: 'deliver', from: 'shipped', to: 'delivered' },
  { verb: 'deliver', from: 'returning', to: 'delivered' },
  { verb: 'undeliver', from: 'delivered', to: 'shipped' },
  { verb: 'undeliver', from: 'delivered', to: 'returning' },
  { verb: 'return_to_origin', from: 'shipped', to: 'returning' },
  { verb: 'undo_return_to_origin', from: 'returning', to: 'shipped' },
  { verb: 'receive_back', from: 'shipped', to: 'returned' },
  { verb: 'receive_back', from: 'returning', to: 'returned' },
  { verb: 'lose', from: 'shipped', to: 'lost' },
  { verb: 'lose', from: 'returning', to: 'lost' },
  { verb: 'undo_lose', from: 'lost', to: 'shipped' },
  { verb: 'undo_lose', from: 'lost', to: 'returning' },
  { verb: 'cancel', from: 'pending', to: 'cancelled' },
  { verb: 'cancel', from: 'confirmed', to: 'cancelled' },
  { verb: 'cancel', from: 'packed', to: 'cancelled' },
  { verb: 'undo_cancel', from: 'cancelled', to: 'pending' },
  { verb: 'undo_cancel', from: 'cancelled', to: 'confirmed' },
  { verb: 'undo_cancel', from: 'cancelled', to: 'packed' },
  { verb: 'receive_return', from: 'delivered', to: 'delivered' },
  { verb: 'undo_return', from: 'delivered', to: 'delivered' },
];

/** Verbs that take another one back. They need nothing but the version. */
export const UNDOS = [
  'unconfirm',
  'unpack',
  'take_back',
  'undo_attempt_failed',
  'undeliver',
  'undo_return_to_origin',
  'undo_lose',
  'undo_cancel',
  'undo_return',
] as const satisfies readonly Verb[];
export type Undo = (typeof UNDOS)[number];

/** The verb that takes another one back; as `undoes` in the table `order_verbs`, a test compares them. */
export const UNDO: Partial<Record<Verb, Undo>> = {
  confirm: 'unconfirm',
  pack: 'unpack',
  hand_over: 'take_back',
  attempt_failed: 'undo_attempt_failed',
  deliver: 'undeliver',
  return_to_origin: 'undo_return_to_origin',
  lose: 'undo_lose',
  cancel: 'undo_cancel',
  receive_return: 'undo_return',
};

/** Verbs for what went another way than usual. */
const EXCEPTIONS = new Set<Verb>([
  ...UNDOS,
  'attempt_failed',
  'return_to_origin',
  'lose',
  'cancel',
  'receive_return',
]);

/**
 * Of the verbs that are possible the one that usually comes next: a parcel on its way is delivered, one that is coming
 * back is received, though couriers deliver some of these after all.
 */
export function nextVerb({
  fulfilment,
  verbs,
}: {
  fulfilment: Fulfilment;
  verbs: readonly Verb[];
}): Verb | undefined {
  return verbs.find(
    (verb) => !EXCEPTIONS.has(verb) && !(fulfilment === 'returning' && verb === 'deliver'),
  );
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
  undo_attempt_failed: 'Delivery did not fail',
  deliver: 'Delivered',
  undeliver: 'Not delivered after all',
  return_to_origin: 'Coming back',
  undo_return_to_origin: 'Not coming back after all',
  receive_back: 'Received back',
  lose: 'Lost',
  undo_lose: 'Not lost after all',
  cancel: 'Cancel',
  undo_cancel: 'Not cancelled after all',
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
  undo_attempt_failed: ['owner'],
  deliver: ['owner'],
  undeliver: ['owner'],
  return_to_origin: ['owner'],
  undo_return_to_origin: ['owner'],
  receive_back: ['owner'],
  lose: ['owner'],
  undo_lose: ['owner'],
  cancel: ['owner'],
  undo_cancel: ['owner'],
  receive_return: ['owner'],
  undo_return: ['owner'],
};

/** The states in which a shopper can cancel; as for staff: until the parcel is handed over. */
export const CANCELLABLE: readonly Fulfilment[] = TRANSITIONS.filter(
  ({ verb }) => verb === 'cancel',
).map(({ from }) => from);

const BEFORE_HAND_OVER: readonly Fulfilment[] = TRANSITIONS.filter(
  ({ verb }) => verb === 'hand_over',
).map(({ from }) => from);

/** Whether the parcel is gone, or never goes: then its address stays as it is. */
export function isHandedOver(fulfilment: Fulfilment): boolean {
  return !BEFORE_HAND_OVER.includes(fulfilment);
}

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
  /** Whether a loss, or a cancellation of this minute, can be taken back: see may_reopen() in the migrations. */
  reopenable: boolean;
  /** Whether all that was paid online was given back before the parcel was handed over, or is on its way. */
  wholly_refunded: boolean;
};

/**
 * The verbs that are possible in an order's state, in the order of `VERBS`. The database refuses the rest:
 * `unconfirm` of an order paid online, goods moved for a test payment or after a refund of everything, a parcel taken back
 * after a failed attempt, a delivery undone after its cash has come or was given back or its goods came back, more pieces
 * returned than were sold, a return undone after its refund, and a loss or cancellation undone after money was given back.
 */
export function possibleVerbs(order: VerbFacts): Verb[] {
  return VERBS.filter(
    (verb) =>
      TRANSITIONS.some((each) => each.verb === verb && each.from === order.fulfilment) &&
      isPossible(verb, order),
  );
}

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
  return true;
}

/**
 * Seconds between a verb and its mail, during which undoing the verb drops the mail. A cancellation can be undone for as
 * long: see mail_waits() in the migrations.
 */
export const MAIL_DELAY_SECONDS = 60;
